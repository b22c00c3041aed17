import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between two looks. */
const LOOK = 10;
/** Milliseconds of which the longest task is told, and as many before them: whoever reads once in a minute misses none. */
const WINDOW = 60_000;

/** Watches for how long the main thread was at one thing: everybody else waited that long. */
export class LongestTask {
  readonly #delays = monitorEventLoopDelay({ resolution: LOOK });
  readonly #timer: NodeJS.Timeout;
  #before = 0;

  constructor() {
    this.#delays.enable();
    this.#timer = setInterval(() => {
      this.#before = this.#current();
      this.#delays.reset();
    }, WINDOW).unref();
  }

  /** Of the last minute or two. */
  get seconds(): number {
    return Math.max(this.#before, this.#current());
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delays.disable();
  }

  #current(): number {
    return this.#delays.count === 0 ? 0 : Math.max(0, this.#delays.max / 1e9 - LOOK / 1e3);
  }
}
