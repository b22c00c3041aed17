/** Failures in a row after which somebody is left alone. */
const PATIENCE = 3;
/** Milliseconds. */
const REST = 10_000;

interface Trouble {
  readonly failures: number;
  readonly until: number;
}

/** Who fails again and again is not asked for a while: others would wait for each failure. */
export class Rests {
  readonly #troubles = new Map<string, Trouble>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isResting(id: string): boolean {
    return (this.#troubles.get(id)?.until ?? 0) > this.#now();
  }

  failed(id: string): void {
    const failures = (this.#troubles.get(id)?.failures ?? 0) + 1;
    this.#troubles.set(id, { failures, until: failures < PATIENCE ? 0 : this.#now() + REST });
  }

  worked(id: string): void {
    this.#troubles.delete(id);
  }
}
