import { getCompileCacheDir } from 'node:module';
import { Piscina } from 'piscina';
import { FairSemaphore, type Logger, PlatformError, shareClock } from '#kernel';
import type { ContentCaller, ContentTask, ContentThreads } from './contract.ts';
import type { TaskAnswer } from './worker/run-task.ts';

export interface ThreadPoolOptions {
  readonly threads: number;
  /** Heap of a thread. */
  readonly memoryMb: number;
  /** Milliseconds for one task. */
  readonly timeMs: number;
  readonly logger: Logger;
}

/** Tasks that may wait; of one workspace half of them. */
const QUEUE = 1_000;
/** Milliseconds for which a thread stays when it has nothing to do. */
const IDLE_MS = 30_000;
/** Of the heap, in megabytes: see `engine/pool/piscina-link.ts`. */
const YOUNG_MB = 48;

const entry = new URL('./worker/start-thread.mjs', import.meta.url).href;

/** The threads, which start with the first task. */
export class ThreadPool implements ContentThreads {
  readonly #options: ThreadPoolOptions;
  readonly #semaphore: FairSemaphore;
  readonly #closing = new AbortController();
  #pool: Piscina | undefined;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    this.#semaphore = new FairSemaphore({ concurrency: options.threads, maxQueue: QUEUE });
  }

  async run<Input, Output>(task: ContentTask<Input, Output>, input: Input, caller: ContentCaller): Promise<Output> {
    const { workspaceId, signal = this.#closing.signal } = caller;
    if (this.#closing.signal.aborted || this.#semaphore.isFull(workspaceId)) throw busy();
    const until = AbortSignal.any([signal, this.#closing.signal]);
    // Its time begins with its turn: what others sent before is not held against it.
    const answer = await this.#semaphore.run(workspaceId, until, () =>
      this.#answer(task.module, input, { until, handed: buffersOf(caller) }),
    );
    if ('output' in answer) return answer.output as Output;
    const { kind, code, message, field } = answer.refusal;
    throw new PlatformError(kind, code, message, { ...(field !== undefined && { field }) });
  }

  async close(): Promise<void> {
    this.#closing.abort(busy());
    await this.#pool?.destroy();
  }

  async #answer(
    module: URL,
    input: unknown,
    { until, handed }: { readonly until: AbortSignal; readonly handed: ArrayBuffer[] },
  ): Promise<TaskAnswer> {
    this.#pool ??= this.#open();
    const time = AbortSignal.timeout(this.#options.timeMs);
    const sent = { module: module.href, input, clock: shareClock(), compileCache: getCompileCacheDir() };
    try {
      return await this.#pool.run(sent, { signal: AbortSignal.any([until, time]), transferList: handed });
    } catch (error) {
      until.throwIfAborted();
      throw this.#failure(error, time.aborted);
    }
  }

  #open(): Piscina {
    const { threads, memoryMb, logger } = this.#options;
    const pool = new Piscina({
      filename: entry,
      name: 'serve',
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      idleTimeout: IDLE_MS,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    // A thread that dies while idle is replaced by the pool; during a task the task reports it.
    pool.on('error', (error) => logger.warn({ err: error }, 'A thread for contents of users ended'));
    return pool;
  }

  #failure(error: unknown, isLate: boolean): PlatformError {
    const { logger, memoryMb, timeMs } = this.#options;
    const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    logger.warn({ err: error, isLate, isLarge }, 'Work over what a user sent could not be done in its thread');
    if (isLate || isLarge) {
      const limit = isLate
        ? `${timeMs / 1_000} s (content-threads.timeMs)`
        : `${memoryMb} MB (content-threads.memoryMb)`;
      const message = `It takes more than ${limit} to work through what was sent: send it in several parts.`;
      return new PlatformError('invalid', 'content-threads.too_much', message);
    }
    const message = 'The thread that works through what was sent failed. The log of the server says why.';
    return new PlatformError('internal', 'content-threads.failed', message, { cause: error });
  }
}

/** One that others have a part of stays theirs. */
function buffersOf({ handed }: ContentCaller): ArrayBuffer[] {
  const buffer = handed?.buffer;
  return buffer instanceof ArrayBuffer && buffer.byteLength === handed?.byteLength ? [buffer] : [];
}

function busy(): PlatformError {
  const message = 'The server has too much to work through, or is stopping; try again in a moment.';
  return new PlatformError('unavailable', 'content-threads.busy', message, { retryAfter: 1 });
}
