import { randomBytes } from 'node:crypto';
import { readTraceparent } from '#engine';
import { currentTime } from '#kernel';
import type { BeginningRun } from '#plugins/runs/contract.ts';

/** A run that is traced, while it is executed here. */
export interface RunTrace {
  readonly run: BeginningRun;
  readonly traceId: string;
  /** Of the run's own span. */
  readonly spanId: string;
  /** The caller's span. */
  readonly parentId: string | null;
  /** Executions of containers, by their place: what happens inside is beneath them. */
  readonly containers: Map<string, string>;
  /** Attempts that failed, by execution. */
  readonly retries: Map<string, { readonly at: number; readonly error: string }[]>;
  readonly startedAt: number;
}

const isSampled = (traceparent: string): boolean => (Number.parseInt(traceparent.slice(53, 55), 16) & 1) === 1;

/**
 * The trace of a run: the caller's, or one of its own whose id is that of the run, so that it can be found by it and is the
 * same when the run goes on in another process. `traceparent` says also of an untraced run that it is not.
 */
export function beginTrace(run: BeginningRun, share: number): { traceparent: string; trace: RunTrace | null } {
  const given = readTraceparent(run.traceparent);
  const traceId = given === null ? run.runId.replaceAll('-', '') : given.slice(3, 35);
  const spanId = randomBytes(8).toString('hex');
  const isTraced = given === null ? chosen(traceId, share) : isSampled(given);
  const traceparent = `00-${traceId}-${spanId}-${isTraced ? '01' : '00'}`;
  if (!isTraced) return { traceparent, trace: null };
  const parentId = given === null ? null : given.slice(36, 52);
  const trace = { run, traceId, spanId, parentId, containers: new Map(), retries: new Map(), startedAt: currentTime() };
  return { traceparent, trace };
}

/** By the random end of the id: all processes choose alike. */
function chosen(traceId: string, share: number): boolean {
  return share >= 1 || Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < share;
}
