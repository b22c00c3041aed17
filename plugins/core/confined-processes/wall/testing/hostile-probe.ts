/**
 * Tries what a wall must refuse, with nothing of Node's own in the way, and writes what came of it to its output as JSON:
 * `done`, or the name of an error.
 *
 *     node hostile-probe.ts '{"targets": …, "isWalled": true}'
 */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFileSync, watch, writeFileSync, writeSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { open as openInspector, url } from 'node:inspector';
import { connect, createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { hostileCalls, type Targets } from './hostile-calls.ts';
import { nativeCalls } from './native-calls.ts';

const { targets, isWalled }: { targets: Targets; isWalled: boolean } = JSON.parse(process.argv[2] ?? '');
const { victim, secret, folder, socket, abstract, port } = targets;

/** Over what Node itself offers. */
const attempts: Readonly<Record<string, () => unknown>> = {
  'Node: a connection': () => once(connect(port, '127.0.0.1'), 'connect'),
  'Node: a connection by name': () => once(connect(port, 'localhost'), 'connect'),
  'Node: a connection to a Unix socket': () => once(connect(socket), 'connect'),
  'Node: a connection to PostgreSQL': () => once(connect('/var/run/postgresql/.s.PGSQL.5432'), 'connect'),
  'Node: a connection to an abstract socket': () => once(connect(`\0${abstract}`), 'connect'),
  'Node: a server': () => once(createServer().listen(0, '127.0.0.1'), 'listening'),
  'Node: a server on a Unix socket': () => once(createServer().listen(`${folder}/server`), 'listening'),
  'Node: a datagram': () => once(createSocket('udp4').bind(0), 'listening'),
  'Node: a name': () => lookup('localhost', { hints: 0 }),
  'Node: fetch': () => fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(100) }),
  'Node: a signal': () => process.kill(victim, 0),
  'Node: a program': () => requireSuccess(spawnSync('/bin/true')),
  'Node: Node': () => requireSuccess(spawnSync(process.execPath, ['-e', '0'])),
  'Node: SQLite': async () => {
    const { DatabaseSync } = await import('node:sqlite');
    new DatabaseSync(`${folder}/database`).exec('CREATE TABLE a (b)');
  },
  'Node: a file': () => readFileSync(secret),
  'Node: a file, in a thread of the pool': () => readFile(secret),
  'Node: a folder': () => readdir(folder),
  'Node: a new file': () => writeFileSync(`${folder}/written`, 'x'),
  'Node: a new file, in a thread of the pool': () => writeFile(`${folder}/written-too`, 'x'),
  'Node: an addon that lies elsewhere': () => process.dlopen({ exports: {} }, `${folder}/addon.node`),
  'Node: the inspector': () => {
    openInspector(0, '127.0.0.1');
    // It tells only on the error stream that it could not.
    if (url() === undefined) throw new Error('EPERM');
  },
  'Node: watching a file': () => watch(secret).close(),
  'Node: a file, in a worker': async () => {
    const worker = new Worker(`require('node:fs').readFileSync(${JSON.stringify(secret)})`, { eval: true });
    await once(worker, 'exit');
  },
};

function requireSuccess({ error }: { readonly error?: Error | undefined }): void {
  if (error !== undefined) throw error;
}

function describe(error: unknown): string {
  const { code, cause, message } = error as Error & { code?: string; cause?: { code?: string } };
  return cause?.code ?? code ?? message;
}

const found: Record<string, string> = {};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    found[name] = 'done';
  } catch (error) {
    found[name] = describe(error);
  }
}
const native = nativeCalls();
for (const [name, { numbers, args, isForWalledOnly }] of Object.entries(hostileCalls(targets, native))) {
  if (!isWalled && isForWalledOnly) continue;
  found[name] = native.call(numbers[process.arch === 'arm64' ? 1 : 0], args);
}
writeSync(1, JSON.stringify(found));
native.call(process.arch === 'arm64' ? 94 : 231, [0]);
