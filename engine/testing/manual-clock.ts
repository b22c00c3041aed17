import { setImmediate } from 'node:timers/promises';
import type { Clock } from '#engine/run/clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  /** Milliseconds since it was made. */
  #time = 0;
  #timers: Timer[] = [];

  now(): number {
    return 1_767_225_600_000 + this.#time;
  }

  monotonic(): number {
    return this.#time;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer: Timer = { at: this.#time + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(milliseconds, resolve);
    });
  }

  get pending(): number {
    return this.#timers.length;
  }

  /** Goes on by some milliseconds, timer by timer, and lets what they wake settle. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#time + milliseconds;
    await setImmediate();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#time = Math.max(this.#time, next.at);
      this.#timers = this.#timers.filter((timer) => timer !== next);
      next.callback();
      await setImmediate();
    }
    this.#time = end;
  }

  /** Goes on until a promise settles. Fails when nothing is left that could settle it. */
  async until(done: Promise<unknown>): Promise<void> {
    let isDone = false;
    const note = (): void => {
      isDone = true;
    };
    done.then(note, note);
    await setImmediate();
    while (!isDone) {
      const next = this.#next(Number.POSITIVE_INFINITY);
      if (next === undefined) throw new Error('nothing is left to wait for, and it is not done: it hangs');
      await this.advance(Math.max(0, next.at - this.#time));
    }
  }

  /** The first timer up to a time; of several at one time the one that was set first. */
  #next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  }
}
