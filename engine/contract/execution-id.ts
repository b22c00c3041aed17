/** An id is a number: the last 48 bits of the run's own, with the index added. Mostly only the last 24 of them change. */
const span = 2 ** 48;
const shortSpan = 2 ** 24;
const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Ids of a run's node executions, made of the run's id and their index: whoever knows both need not keep them. Only for
 * executions of a run that has no past: one that goes on can't know which indexes were used before it was interrupted.
 */
export class ExecutionIds {
  readonly #runId: string;
  /** The id but for its last 24 bits, and these. */
  readonly #start: string;
  readonly #rest: number;

  /** `runId`: a UUID, in small letters. */
  constructor(runId: string) {
    this.#runId = runId;
    this.#start = runId.slice(0, 30);
    this.#rest = Number.parseInt(runId.slice(30), 16) || 0;
  }

  /** `index`: order of start in the run, from 1. */
  of(index: number): string {
    const rest = this.#rest + index;
    // Made with each node: a number of more than 31 bits takes ten times as long to be written.
    if (rest < shortSpan) return this.#start + bytes[rest >> 16] + bytes[(rest >> 8) & 255] + bytes[rest & 255];
    const last = Number.parseInt(this.#runId.slice(24), 16) || 0;
    return this.#runId.slice(0, 24) + ((last + index) % span).toString(16).padStart(12, '0');
  }

  /** Whether an execution has the id that is made of its index. */
  isOwn(executionId: string, index: number): boolean {
    return executionId === this.of(index);
  }
}
