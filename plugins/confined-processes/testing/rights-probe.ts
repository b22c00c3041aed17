import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** What code in a confined process would want to do, each with whether it succeeds; sent to the parent. */
const attempts: Readonly<Record<string, () => unknown>> = {
  'read its own code': () => readFileSync(fileURLToPath(import.meta.url)),
  'read other code of the project': () =>
    readFileSync(fileURLToPath(new URL('../../../kernel/main.ts', import.meta.url))),
  'read the system': () => readFileSync('/etc/passwd'),
  'read the memory of a process': () => readFileSync('/proc/self/environ'),
  'write beside its code': () => writeFileSync(fileURLToPath(new URL('./written', import.meta.url)), 'x'),
  'write to the system': () => writeFileSync('/tmp/weft-probe', 'x'),
  'start a program': () => {
    const { error } = spawnSync('true');
    if (error !== undefined) throw error;
  },
  'start a thread': () => new Worker('', { eval: true }),
  'open a database file': () => process.getBuiltinModule('node:module').createRequire('/')('node:sqlite'),
  'load an addon': () => process.dlopen({ exports: {} }, '/nothing.node'),
  'make code from text': () => Reflect.construct(Function, ['return 1']),
};

process.send?.(
  Object.fromEntries(
    Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return [name, 'done'];
      } catch (error) {
        return [name, error instanceof Error && 'code' in error ? error.code : error instanceof EvalError];
      }
    }),
  ),
);
