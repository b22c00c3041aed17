import { noUsage, type RunFinishedEvent } from '#engine';
import { currentTime, PlatformError } from '#kernel';

/** Why a process that stops takes no run, neither a new one nor one that goes on. */
export function stopping(): PlatformError {
  const message = 'The server is stopping and begins no run; send the request again in a moment.';
  return new PlatformError('unavailable', 'runs.server_stopping', message, { retryAfter: 1 });
}

/** Why a run is not followed any further here, though it has not ended. */
export function suspended(): PlatformError {
  const message = 'The server is stopping; the run goes on when it is back. Follow it by its id.';
  return new PlatformError('unavailable', 'runs.suspended', message);
}

/**
 * The end of a run that was asked to stop and had not let go when its server stopped. `startedAt`: milliseconds since the
 * epoch. What its last nodes used is not known.
 */
export function stoppedRun(reason: string, startedAt: number): RunFinishedEvent {
  const finishedAt = currentTime();
  return {
    kind: 'run-finished',
    status: 'stopped',
    outputs: '{}',
    answer: '',
    files: '[]',
    error: reason,
    errorCode: null,
    startedAt,
    finishedAt,
    elapsed: Math.max(0, finishedAt - startedAt) / 1000,
    totalTokens: 0,
    totalSteps: 0,
    exceptionsCount: 0,
    usage: noUsage,
  };
}
