import { currentTime, type Logger } from '#kernel';

export interface TickerParts {
  tick(now: Date): Promise<number>;
  nextDue(): Promise<Date | null>;
  readonly logger: Logger;
}

/** Milliseconds after which it is looked again at the latest: another process may have published something. */
const MAX_WAIT = 15_000;
const AGAIN_MS = 5_000;
const BUSY_MS = 500;

/** Looks when the next trigger is due, in each process: which of them fires it is for the database to say. */
export class Ticker {
  readonly #parts: TickerParts;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isAwake = false;
  #isStopped = false;

  constructor(parts: TickerParts) {
    this.#parts = parts;
  }

  /** Something may be due. Does not wait, nor throw. */
  wake(): void {
    this.#isAwake = true;
    if (this.#isStopped || this.#looking !== undefined) return;
    clearTimeout(this.#timer);
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    let wait = MAX_WAIT;
    try {
      while (this.#isAwake && !this.#isStopped) {
        this.#isAwake = false;
        const next = await this.#parts.nextDue();
        const left = next === null ? MAX_WAIT : next.getTime() - currentTime();
        if (left > 0) wait = Math.min(left, MAX_WAIT);
        else if ((await this.#parts.tick(new Date(currentTime()))) > 0) this.#isAwake = true;
        // Another process has them at this moment.
        else wait = BUSY_MS;
      }
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'what is due could not be looked at; it is tried again');
      wait = AGAIN_MS;
    }
    if (this.#isStopped) return;
    const wake = () => this.wake();
    this.#timer = setTimeout(wake, wait);
    this.#timer.unref();
  }
}
