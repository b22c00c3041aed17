import { randomUUID } from 'node:crypto';
import { ExecutionIds } from '#engine/contract/execution-id.ts';
import type { Replay } from './replay.ts';

/** What names an execution of a run. */
export interface ExecutionNumber {
  readonly executionId: string;
  /** Order of start in the run, from 1; of one that is not shown: that of the one shown before. */
  readonly index: number;
}

/** Counts the executions of a run that are shown. */
export class ExecutionNumbers {
  /** Null for a run with a past. */
  readonly #ids: ExecutionIds | null;
  #shown: number;

  constructor(runId: string, replay: Replay | null) {
    this.#ids = replay === null ? new ExecutionIds(runId) : null;
    this.#shown = replay?.lastIndex ?? 0;
  }

  next(isShown: boolean): ExecutionNumber {
    if (!isShown) return { executionId: randomUUID(), index: this.#shown };
    this.#shown += 1;
    return { executionId: this.#ids?.of(this.#shown) ?? randomUUID(), index: this.#shown };
  }
}
