import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#kernel';
import type { JobStore, WorkerIdentity } from './store.ts';

/** Signs of life in the time after which a worker counts as gone. */
const BEATS = 6;
const BEATS_PER_CLEANING = 720;
const RETRY_MS = 500;

export interface HeartbeatParts {
  readonly store: JobStore;
  readonly identity: WorkerIdentity;
  /** Jobs this worker is at. */
  readonly running: () => readonly string[];
  readonly silentSeconds: number;
  readonly logger: Logger;
}

/**
 * Says that a worker is alive, and gives back the jobs of those that are not: the library itself waits four hours for
 * them.
 */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #beats = 0;
  #beating: Promise<void> = Promise.resolve();

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
  }

  /** Resolves when the worker is known to others. */
  async start(): Promise<void> {
    const { store, identity, silentSeconds, logger } = this.#parts;
    while (!this.#isStopped) {
      try {
        await store.beat(identity);
        break;
      } catch (error) {
        logger.warn({ err: error }, 'the worker of jobs could not be announced; it is tried again');
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    if (this.#isStopped) return;
    const beat = () => {
      this.#beating = this.#beat();
    };
    this.#timer = setInterval(beat, (silentSeconds * 1_000) / BEATS);
    this.#timer.unref();
    beat();
  }

  /** The worker ends: others get what it holds. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#beating;
    await this.#parts.store.remove(this.#parts.identity.workerId);
  }

  async #beat(): Promise<void> {
    const { store, identity, running, silentSeconds, logger } = this.#parts;
    try {
      await store.beat(identity);
      const gone = await store.recover(identity, silentSeconds);
      if (gone > 0) logger.warn({ workers: gone }, 'took over jobs of processes that are gone');
      await store.releaseLost(identity.workerId, running());
      if (this.#beats % BEATS_PER_CLEANING === 0) await store.removeOld();
      this.#beats += 1;
    } catch (error) {
      logger.warn({ err: error }, 'the heartbeat of jobs could not be written');
    }
  }
}
