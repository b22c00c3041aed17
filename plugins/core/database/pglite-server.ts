import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PlatformError } from '#kernel';
import type { FromPglite, PgliteOptions, ToPglite } from './pglite-messages.ts';

/** The one who listens to PGlite: the stream of the current connection. */
export interface PgliteListener {
  onConnected(): void;
  onBytes(bytes: Uint8Array): void;
  onFailed(error: Error): void;
}

const postgresVersion = '18';
const closeMs = 5_000;

/** PGlite in a thread, seen as a server with room for one connection. A thread that died is replaced at the next one. */
export class PgliteServer {
  readonly #options: PgliteOptions;
  #worker: Worker | undefined;
  #listener: PgliteListener | undefined;
  #isReset = false;

  constructor(options: PgliteOptions) {
    this.#options = options;
  }

  /** Starts the thread before the first connection asks for it. */
  start(): void {
    if (this.#worker !== undefined) return;
    this.#refuseOtherVersion();
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: this.#options,
      env: threadEnvironment(),
      // As the main thread has it: without a limit V8's own holds, which is four times as much.
      resourceLimits: { maxYoungGenerationSizeMb: 48 },
    });
    worker.on('message', (message: FromPglite) => this.#receive(worker, message));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', (code) => this.#lose(worker, new Error(`The database thread ended with code ${code}`)));
    this.#worker = worker;
  }

  connect(listener: PgliteListener): void {
    this.#listener = listener;
    this.#isReset = false;
    try {
      this.start();
      this.#post({ kind: 'connect' });
    } catch (error) {
      listener.onFailed(error as Error);
    }
  }

  disconnect(listener: PgliteListener): void {
    if (this.#listener === listener) this.#listener = undefined;
  }

  /** Bytes of whole messages; their answers come in the same order. */
  send(bytes: Uint8Array): void {
    this.#post(bytes);
  }

  /** Writes a checkpoint, closes the folder and ends the thread; a thread that doesn't answer in time is killed. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#listener = undefined;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.#post({ kind: 'close' });
    const deadline = setTimeout(() => void this.kill(), closeMs);
    await ended;
    clearTimeout(deadline);
  }

  /** Ends the thread as a crash would. Committed rows stay: the next start finds them in the log. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  #post(message: ToPglite): void {
    this.#worker?.postMessage(message);
  }

  #receive(worker: Worker, message: FromPglite): void {
    if (worker !== this.#worker) return;
    if (message instanceof Uint8Array) {
      // Answers to a connection that is gone arrive before the reset of the next one.
      if (this.#isReset) this.#listener?.onBytes(message);
    } else if (message.kind === 'connected') {
      this.#isReset = true;
      this.#listener?.onConnected();
    } else if (message.kind === 'failed') {
      this.#lose(worker, this.#explain(message.error));
    }
  }

  #lose(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    void worker.terminate();
    const listener = this.#listener;
    this.#listener = undefined;
    listener?.onFailed(error);
  }

  #explain(cause: Error): PlatformError {
    const { folder } = this.#options;
    const message = `The database in ${folder} failed: ${cause.message}. If it can't be opened again, restore the folder from a backup.`;
    return new PlatformError('unavailable', 'database.folder_failed', message, { cause });
  }

  #refuseOtherVersion(): void {
    const { folder } = this.#options;
    const version = readVersion(join(folder, 'PG_VERSION'));
    if (version === undefined || version === postgresVersion) return;
    const message = `The database in ${folder} was written by PostgreSQL ${version}; this release reads ${postgresVersion}. Move the data over with pg_dump, or use another data folder.`;
    throw new PlatformError('conflict', 'database.folder_version', message);
  }
}

/** Nothing of ours but the compile cache: named here, it spares the thread to load the TypeScript compiler. */
function threadEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir();
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
}

function readVersion(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
