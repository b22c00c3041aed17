import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { ownFiles, ownFolder } from './own-files.ts';
import type { FromPglite, PgliteOptions, ToPglite } from './pglite-messages.ts';

/**
 * The thread of PGlite: Postgres in WebAssembly blocks the thread it runs on, so it has one of its own. It speaks the
 * Postgres protocol in bytes, which `pg` speaks on the other side: values, errors and transactions are the same as
 * with a server, and nothing is parsed twice.
 */

const { folder, bufferMb } = workerData as PgliteOptions;
const settings = [`shared_buffers=${bufferMb}MB`, 'wal_buffers=1MB', 'max_connections=5'];
const initializing = `${folder}.initializing.tmp`;

const database = open();
parentPort?.on('message', (message: ToPglite) => {
  database.then((pglite) => handle(pglite, message)).catch(fail);
});

async function open(): Promise<PGlite> {
  // The mark is there only while the first start makes the folder: found later, that start died half-way.
  if (existsSync(initializing)) rmSync(folder, { recursive: true, force: true });
  const isFirst = !existsSync(join(folder, 'PG_VERSION'));
  ownFolder(folder);
  if (isFirst) writeFileSync(initializing, '', { mode: 0o600 });
  const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])];
  const pglite = await PGlite.create(folder, { startParams });
  ownFiles(folder);
  rmSync(initializing, { force: true });
  flushCompileCache();
  return pglite;
}

async function handle(pglite: PGlite, message: ToPglite): Promise<void> {
  if (message instanceof Uint8Array) return respond(pglite.execProtocolRawSync(message));
  if (message.kind === 'connect') {
    // Whatever the connection before left behind (a transaction, a role) must not reach the next one.
    await pglite.exec('rollback');
    await pglite.exec('discard all');
    return send({ kind: 'connected' });
  }
  await pglite.exec('checkpoint');
  await pglite.close();
  send({ kind: 'closed' });
  parentPort?.close();
}

function respond(bytes: Uint8Array): void {
  // PGlite keeps the buffer behind some answers; what is handed over must be ours.
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
  parentPort?.postMessage(own, [own.buffer as ArrayBuffer]);
}

function send(message: FromPglite): void {
  parentPort?.postMessage(message);
}

function fail(cause: unknown): void {
  send({ kind: 'failed', error: cause instanceof Error ? cause : new Error(String(cause)) });
  parentPort?.close();
}
