export interface WatchdogOptions {
  /** Whole seconds without a sign of life. */
  readonly seconds: number;
  ping(): void;
  onBlocked(): void;
}

const loadingSeconds = 60;

/**
 * Notices a thread whose loop no longer turns. It counts its own ticks, not the clock: when it is the main thread that
 * stood still (or the machine slept), one late tick is not N seconds of silence.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #timer: NodeJS.Timeout;
  #limit: number;
  #silentTicks = 0;
  #waiting: ((isAlive: boolean) => void)[] = [];

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#limit = Math.max(loadingSeconds, options.seconds);
    this.#timer = setInterval(() => this.#tick(), 1000).unref();
  }

  /** Until the thread has loaded its modules it may be silent for longer. */
  onReady(): void {
    this.#limit = this.#options.seconds;
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const settle of this.#waiting.splice(0)) settle(false);
  }

  /** Any message counts. */
  onSign(): void {
    this.#silentTicks = 0;
    if (this.#waiting.length > 0) for (const settle of this.#waiting.splice(0)) settle(true);
  }

  /** Resolves with the next sign of life, rejects when the thread ends before. */
  nextSign(): Promise<void> {
    this.#options.ping();
    return new Promise((resolve, reject) => {
      this.#waiting.push((isAlive) => (isAlive ? resolve() : reject(new Error('The engine thread ended.'))));
    });
  }

  #tick(): void {
    this.#silentTicks += 1;
    if (this.#silentTicks > this.#limit) this.#options.onBlocked();
    else this.#options.ping();
  }
}
