import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { processOptions } from './process-options.ts';

it('a confined process can read its own code and nothing else', async () => {
  const probe = fileURLToPath(new URL('./testing/rights-probe.ts', import.meta.url));
  const child = fork(probe, [], processOptions(new URL('./testing/', import.meta.url), 64));
  const exit = once(child, 'exit');
  const [found] = await once(child, 'message');
  child.kill('SIGKILL');
  await exit;
  const denied = 'ERR_ACCESS_DENIED';
  expect(found).toEqual({
    'read its own code': 'done',
    'read other code of the project': denied,
    'read the system': denied,
    'read the memory of a process': denied,
    'write beside its code': denied,
    'write to the system': denied,
    'start a program': denied,
    'start a thread': denied,
    'open a database file': 'ERR_UNKNOWN_BUILTIN_MODULE',
    'load an addon': 'ERR_DLOPEN_DISABLED',
    'make code from text': true,
  });
});
