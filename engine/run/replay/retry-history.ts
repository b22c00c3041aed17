import type { NodeResultEvent } from '#engine';
import { type EndTime, type NodeRecord, nodeRetry } from '#engine/run/executions/node-events.ts';
import type { NodeExecution } from '#engine/run/executions/node-execution.ts';

const maxError = 1000;

/** A failed attempt that was followed by another, as the record of its node remembers it. */
export interface PastAttempt {
  /** From 1. */
  readonly retry_index: number;
  /** Cut: the whole text is in the attempt's own event. */
  readonly error: string | null;
  readonly error_type: string | null;
  /** Seconds from the start of the node to the attempt's end. */
  readonly elapsed_time: number;
  /** Seconds since the epoch. */
  readonly finished_at: number;
}

/** Small: what the attempt read and wrote is told by its event. */
export function pastAttempt(event: NodeResultEvent & { readonly retryIndex: number }): PastAttempt {
  const { error } = event;
  return {
    retry_index: event.retryIndex,
    error: error === null || error.length <= maxError ? error : `${error.slice(0, maxError)}…`,
    error_type: event.errorType,
    elapsed_time: event.elapsed,
    finished_at: Math.floor(event.finishedAt / 1000),
  };
}

/** Ends the attempt of an execution, which remembers it and gets another one. */
export function nextAttempt(execution: NodeExecution, ended: { record: NodeRecord; time: EndTime }) {
  execution.attempt += 1;
  const event = nodeRetry(execution, execution.attempt, ended);
  execution.history = [...execution.history, pastAttempt(event)];
  return event;
}

/** What a retried node leaves, with `retry_history` in its process data (app DSL, node execution record). */
export function withHistory<T extends { readonly processData?: unknown }>(execution: NodeExecution, told: T): T {
  const { history } = execution;
  return history.length === 0
    ? told
    : { ...told, processData: { ...(told.processData ?? {}), retry_history: history } };
}
