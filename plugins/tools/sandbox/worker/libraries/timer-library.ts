import type { LibraryTools } from './tools.ts';

/** `setTimeout` and its kin. The list lies in the interpreter's memory; the thread only asks when the first one is due. */
export function timerLibrary({ timers }: LibraryTools) {
  interface Timer {
    readonly id: number;
    readonly due: number;
    readonly call: () => unknown;
    readonly delay: number;
    readonly repeats: boolean;
  }
  const now = Date.now;
  /** By time, the first one last. */
  const waiting: Timer[] = [];
  let next = 1;

  const add = (timer: Timer): void => {
    let place = waiting.length;
    while (place > 0 && (waiting[place - 1] as Timer).due <= timer.due) place--;
    waiting.splice(place, 0, timer);
  };
  const clear = (timer: unknown): void => {
    const id = Number(timer);
    const place = waiting.findIndex((each) => each.id === id);
    if (place >= 0) waiting.splice(place, 1);
  };

  /** What starting a timer gives, and a number where one is asked for. It holds nothing open: timers end with `main`. */
  class Timeout {
    readonly #timer: Timer;
    #isHeld = true;

    constructor(timer: Timer) {
      this.#timer = timer;
      add(timer);
    }

    ref() {
      this.#isHeld = true;
      return this;
    }

    unref() {
      this.#isHeld = false;
      return this;
    }

    hasRef() {
      return this.#isHeld;
    }

    refresh() {
      clear(this.#timer.id);
      add({ ...this.#timer, due: now() + this.#timer.delay });
      return this;
    }

    close() {
      clear(this.#timer.id);
      return this;
    }

    [Symbol.toPrimitive]() {
      return this.#timer.id;
    }
  }

  const start = (call: unknown, milliseconds: unknown, rest: unknown[], repeats: boolean): Timeout => {
    if (typeof call !== 'function') throw new TypeError('a timer needs a function to call');
    const delay = Math.min(2 ** 31 - 1, Math.max(1, Number(milliseconds) || 1));
    return new Timeout({ id: next++, due: now() + delay, call: () => call(...rest), delay, repeats });
  };

  const fire = (): number => {
    const first = waiting[waiting.length - 1];
    if (first === undefined) return -1;
    const time = now();
    if (first.due > time) return first.due - time;
    waiting.pop();
    if (first.repeats) add({ ...first, due: time + first.delay });
    first.call();
    return 0;
  };
  timers.fire = fire;
  return {
    setTimeout: (call: unknown, delay?: unknown, ...rest: unknown[]) => start(call, delay, rest, false),
    setInterval: (call: unknown, delay?: unknown, ...rest: unknown[]) => start(call, delay, rest, true),
    setImmediate: (call: unknown, ...rest: unknown[]) => start(call, 0, rest, false),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
    queueMicrotask: (call: () => unknown) => {
      if (typeof call !== 'function') throw new TypeError('queueMicrotask needs a function to call');
      void Promise.resolve().then(() => call());
    },
  };
}
