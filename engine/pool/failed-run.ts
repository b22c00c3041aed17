import type { RunFinishedEvent } from '#engine';
import { noUsage } from '#engine/run/records/usage.ts';
import { currentTime } from '#kernel';

/** The end of a run that the engine's own scheduler could not write: it never started, or its thread is gone. */
export function failedRun(
  error: { readonly code: string; readonly message: string },
  startedAt: number,
): RunFinishedEvent {
  const finishedAt = currentTime();
  return {
    kind: 'run-finished',
    status: 'failed',
    outputs: '{}',
    answer: '',
    files: '[]',
    error: error.message,
    errorCode: error.code,
    startedAt,
    finishedAt,
    elapsed: Math.max(0, finishedAt - startedAt) / 1000,
    totalTokens: 0,
    totalSteps: 0,
    exceptionsCount: 0,
    usage: noUsage,
  };
}
