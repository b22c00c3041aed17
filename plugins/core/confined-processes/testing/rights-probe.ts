import { spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { open, url } from 'node:inspector';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ConfinedReply } from '#plugins/confined-processes/contract.ts';

/** What is there to be reached. */
export interface ProbeTask {
  readonly port: number;
  readonly socket: string;
  readonly parent: number;
}

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const attemptsOf = ({ port, socket, parent }: ProbeTask): Readonly<Record<string, () => unknown>> => ({
  'read its own code': () => readFileSync(path('./rights-probe.ts')),
  'read other code of the project': () => readFileSync(path('../../../../kernel/main.ts')),
  'read the system': () => readFileSync('/etc/passwd'),
  'read the memory of a process': () => readFileSync('/proc/self/environ'),
  'read the environment of its parent': () => readFileSync(`/proc/${parent}/environ`),
  'write beside its code': () => writeFileSync(path('./written'), 'x'),
  'write to the system': () => writeFileSync('/tmp/weft-probe', 'x'),
  'start a program': () => {
    const { error } = spawnSync('true');
    if (error !== undefined) throw error;
  },
  'start a thread': () => new Worker('', { eval: true }),
  'import SQLite': () => import('node:sqlite'),
  'require SQLite': () => createRequire(import.meta.url)('node:sqlite'),
  'get SQLite as a builtin': () => requireObject(process.getBuiltinModule('node:sqlite')),
  'connect to a port': () => once(connect(port, '127.0.0.1'), 'connect'),
  'connect to a Unix socket': () => once(connect(socket), 'connect'),
  listen: () => once(createServer().listen(0), 'listening'),
  'look up a name': () => lookup('localhost'),
  'signal its parent': () => process.kill(parent, 0),
  'signal everybody': () => process.kill(-1, 0),
  'open the inspector': () => {
    open(0, '127.0.0.1');
    if (url() === undefined) throw new Error('not open');
  },
  'load an addon': () => process.dlopen({ exports: {} }, '/nothing.node'),
  'use a binding': () => requireObject(Reflect.get(process, 'binding')('tcp_wrap')),
  'write a report': () => {
    if (process.report.writeReport('/tmp/weft-probe.json') === '') throw new Error('nothing written');
  },
  'make code from text': () => Reflect.construct(Function, ['return 1']),
  'make WASI': async () => {
    const { WASI } = await import('node:wasi');
    return new WASI({ version: 'preview1', preopens: { '/': '/' } });
  },
});

function requireObject(found: unknown): void {
  if (typeof found !== 'object' || found === null) throw new Error('there is none');
}

/** What of this code in a process succeeds, as a list of names in JSON. */
export async function run(task: ProbeTask): Promise<ConfinedReply<string, never>> {
  const done: string[] = [];
  for (const [name, attempt] of Object.entries(attemptsOf(task))) {
    try {
      await attempt();
      done.push(name);
    } catch {
      // Refused.
    }
  }
  return { ok: true, content: JSON.stringify(done) };
}
