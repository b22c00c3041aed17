import { TransientMap } from '#kernel';

/** Runs that are remembered. Who comes after that is told the pause of a run once more. */
const CAPACITY = 10_000;

/** Which pause of a run its readers in this process were told last. */
export class SentPauses {
  readonly #capacity: number;
  readonly #sent = new TransientMap<string, number>();

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity;
  }

  /** `number`: of the pause's event. */
  note(runId: string, number: number): void {
    this.#sent.delete(runId);
    this.#sent.set(runId, number);
    if (this.#sent.size <= this.#capacity) return;
    for (const oldest of this.#sent.keys()) {
      this.#sent.delete(oldest);
      return;
    }
  }

  has(runId: string, number: number): boolean {
    return this.#sent.get(runId) === number;
  }
}
