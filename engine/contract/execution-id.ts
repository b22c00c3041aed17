/** An id that counts: the last 48 bits of the run's own, with the index added. */
const span = 2 ** 48;
const digits = 12;
const prefixLength = 24;

/**
 * Ids of a run's node executions, made of the run's id and their index: whoever knows both need not keep them. Only for
 * executions of a run that has no past: one that goes on can't know which indexes were used before it was interrupted.
 */
export class ExecutionIds {
  readonly #prefix: string;
  readonly #last: number;

  /** `runId`: a UUID, in small letters. */
  constructor(runId: string) {
    this.#prefix = runId.slice(0, prefixLength);
    this.#last = Number.parseInt(runId.slice(prefixLength), 16) || 0;
  }

  /** `index`: order of start in the run, from 1. */
  of(index: number): string {
    return this.#prefix + ((this.#last + index) % span).toString(16).padStart(digits, '0');
  }

  /** Whether an execution has the id that is made of its index. */
  isOwn(executionId: string, index: number): boolean {
    return executionId.startsWith(this.#prefix) && executionId === this.of(index);
  }
}
