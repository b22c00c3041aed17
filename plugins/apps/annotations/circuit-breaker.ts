/** Failures in a row after which a circuit opens. */
const FAILURE_THRESHOLD = 3;
/** Milliseconds that it stays open. */
const RESET_MS = 10_000;

interface Circuit {
  readonly failures: number;
  readonly until: number;
}

/** Who fails again and again is not asked for a while: others would wait for each failure. */
export class CircuitBreaker {
  readonly #circuits = new Map<string, Circuit>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isOpen(id: string): boolean {
    return (this.#circuits.get(id)?.until ?? 0) > this.#now();
  }

  failed(id: string): void {
    const failures = (this.#circuits.get(id)?.failures ?? 0) + 1;
    this.#circuits.set(id, { failures, until: failures < FAILURE_THRESHOLD ? 0 : this.#now() + RESET_MS });
  }

  worked(id: string): void {
    this.#circuits.delete(id);
  }
}
