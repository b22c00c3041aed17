import { getCompileCacheDir } from 'node:module';
import { Piscina } from 'piscina';
import { type JsonText, usualLimits } from '#engine';
import { invalidDocument } from '#engine/dsl/document-error.ts';
import { type ReadText, readTreeText } from '#engine/dsl/read-root.ts';
import type { ReadAnswer } from '#engine/worker/read-sent.ts';
import { FairSemaphore, type Logger, PlatformError } from '#kernel';
import { decodeError } from './error-codec.ts';

/** Characters that take some 15 ms, or 200 where they are made to: what is longer would keep everybody else waiting. */
const SHORT = 30_000;
/** A document of 10 MB takes 5 s, and some 600 MB for that time; where longer ones are allowed they get as much more. */
const MAX_MS = 60_000;
const HEAP_MB = 1_024;
/** Documents that may wait for the one that is read; of one workspace half of them. */
const QUEUE = 20;
/** Milliseconds for which the thread stays when it has nothing to do. */
const IDLE_MS = 30_000;

const entry = new URL('../worker/read-document.mjs', import.meta.url).href;

export interface DocumentReaderParts {
  readonly logger: Logger;
  /** How long a document may be. */
  readonly documentBytes?: number;
  /** Of the thread. */
  readonly heapMb?: number;
  /** Milliseconds for one document. */
  readonly longestMs?: number;
}

/** Reads the YAML of documents that people send: the long ones in a thread of its own, one at a time, of each workspace in turn. */
export class DocumentReader {
  readonly #parts: Required<DocumentReaderParts>;
  readonly #semaphore = new FairSemaphore({ concurrency: 1, maxQueue: QUEUE });
  readonly #closing = new AbortController();
  #pool: Piscina | undefined;

  constructor({ logger, documentBytes = usualLimits.documentBytes, ...parts }: DocumentReaderParts) {
    const share = Math.max(1, Math.ceil(documentBytes / usualLimits.documentBytes));
    const { heapMb = HEAP_MB * share, longestMs = MAX_MS * share } = parts;
    this.#parts = { logger, documentBytes, heapMb, longestMs };
  }

  /**
   * The tree of a document that somebody of the workspace sent. Throws `engine.invalid_document`;
   * `engine.too_many_requests` (limited) when many wait.
   */
  async read(text: string, workspaceId: string): Promise<ReadText<JsonText>> {
    if (text.length <= SHORT) return readTreeText(text, this.#parts.documentBytes);
    if (this.#semaphore.isFull(workspaceId)) {
      const message = 'Many large documents are being read; try again in a moment.';
      throw new PlatformError('limited', 'engine.too_many_requests', message, { retryAfter: 10 });
    }
    // Its time begins with its turn: what others sent before is not held against it.
    const answer = await this.#semaphore.run(workspaceId, this.#closing.signal, () => this.#answer(text));
    if ('error' in answer) throw decodeError(answer.error);
    return answer;
  }

  async close(): Promise<void> {
    this.#closing.abort(
      new PlatformError('unavailable', 'engine.stopping', 'The server is shutting down and reads no more.'),
    );
    await this.#pool?.destroy();
  }

  #open(): Piscina {
    const pool = new Piscina({
      filename: entry,
      name: 'read',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: this.#parts.heapMb, maxYoungGenerationSizeMb: 48 },
    });
    // A thread that dies while idle is replaced by the pool; during a task the task reports it.
    pool.on('error', () => undefined);
    return pool;
  }

  async #answer(text: string): Promise<ReadAnswer> {
    this.#pool ??= this.#open();
    const { documentBytes, longestMs } = this.#parts;
    const signal = AbortSignal.timeout(longestMs);
    try {
      return await this.#pool.run({ text, documentBytes, compileCache: getCompileCacheDir() }, { signal });
    } catch (err) {
      this.#closing.signal.throwIfAborted();
      this.#parts.logger.warn({ err, characters: text.length }, 'A document could not be read within its limits');
      throw invalidDocument('The document takes too much time or memory to be read: split the application.');
    }
  }
}
