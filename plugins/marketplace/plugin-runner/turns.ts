import { refusal } from './refusal.ts';

/** Work that is done so many at a time; the rest waits for its turn. */
export class Turns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #isClosed = false;

  constructor(most: number) {
    this.#most = most;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      if (this.#isClosed) throw refusal('Error', 'the call is over');
      return await work();
    } finally {
      // Whoever waits takes over the place.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** What waits is not done any more. */
  close(): void {
    this.#isClosed = true;
  }
}
