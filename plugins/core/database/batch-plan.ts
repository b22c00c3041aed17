import type { CommitEntry, Sink } from './contract.ts';

/** One call of a sink inside a batch. */
export interface BatchStep {
  readonly sink: Sink<unknown>;
  readonly rows: readonly unknown[];
}

/**
 * Merges groups of entries into as few sink calls as possible without breaking two orders: entries of a group are
 * written in the order they were given (a message after its conversation), and rows of a sink in the order they came.
 */
export function planBatch(groups: Iterable<readonly CommitEntry[]>): BatchStep[] {
  const steps: { sink: Sink<unknown>; rows: unknown[] }[] = [];
  const latest = new Map<Sink<unknown>, number>();
  for (const entries of groups) {
    let position = 0;
    for (const { sink, row } of entries) {
      const last = latest.get(sink) ?? -1;
      const step = last >= position ? steps[last] : undefined;
      if (step !== undefined) {
        step.rows.push(row);
        position = last;
      } else {
        position = steps.push({ sink, rows: [row] }) - 1;
        latest.set(sink, position);
      }
    }
  }
  return steps;
}
