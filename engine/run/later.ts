import type { Clock } from './clock.ts';

/** Does something once what nodes do at once is done; asked several times, it still does it once. */
export class Later {
  readonly #clock: Clock;
  readonly #work: () => void;
  #isDue = false;

  constructor(clock: Clock, work: () => void) {
    this.#clock = clock;
    this.#work = work;
  }

  ask(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#clock.after(0, () => {
      this.#isDue = false;
      this.#work();
    });
  }
}
