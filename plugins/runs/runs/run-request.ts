import type { RunLimits, RunPast, RunRequest } from '#engine';
import type { LiveRun, RunHook, RunStart } from './contract.ts';
import { eventBatchEncoder } from './encoded-events.ts';
import { modeOf } from './graph-mode.ts';

type Run = Pick<LiveRun, 'runId' | 'startedAt'>;

/** What the configuration says of how far runs may go; 0 seconds: as far as they like. */
export interface LimitSettings {
  readonly maxSteps: number;
  readonly maxSeconds: number;
  readonly maxStreamedSeconds: number;
}

/** How far a run may go: its own time, else what is set for its kind. */
export function limitsOf({ maxSeconds: own }: Pick<RunStart, 'maxSeconds'>, settings: LimitSettings): RunLimits {
  const { maxSteps, maxSeconds, maxStreamedSeconds } = settings;
  if (typeof own === 'number') return { maxSteps, maxSeconds: own };
  return own === null
    ? { maxSteps, maxSeconds: maxStreamedSeconds || null, secondsSetting: 'WEFT_MAX_STREAM_SECONDS' }
    : { maxSteps, maxSeconds: maxSeconds || null, secondsSetting: 'WEFT_MAX_RUN_SECONDS' };
}

/** What the engine is told of a run. */
export function runRequest(
  run: Run,
  start: RunStart,
  past: RunPast | undefined,
  { limits: settings, hooks }: { readonly limits: LimitSettings; readonly hooks: readonly RunHook[] },
): RunRequest {
  const limits = limitsOf(start, settings);
  const trace = traceOf(run, start, hooks);
  return {
    runId: run.runId,
    workspaceId: start.workspaceId,
    appId: start.appId,
    keyId: start.keyId ?? null,
    graph: start.graph,
    inputs: start.inputs,
    system: JSON.stringify({
      ...start.system,
      app_id: start.appId,
      workflow_id: start.workflowId,
      workflow_run_id: run.runId,
      timestamp: Math.floor(run.startedAt / 1000),
    }),
    environment: start.environment,
    conversation: start.conversation,
    limits,
    ...(start.rootNodeId === undefined ? {} : { rootNodeId: start.rootNodeId }),
    ...(past === undefined ? {} : { past }),
    ...(trace === undefined ? {} : { trace }),
    // Only the journal looks at the events of such a run, and it keeps texts.
    ...(start.isRead === false && start.outputFilter === undefined && { encoder: eventBatchEncoder.id }),
  };
}

function traceOf({ runId }: Run, start: RunStart, hooks: readonly RunHook[]): string | undefined {
  const tracer = hooks.find(({ observer }) => observer?.beginning !== undefined)?.observer;
  if (tracer === undefined) return undefined;
  const { workspaceId, appId, keyId = null, triggeredFrom, traceparent, createdBy } = start;
  const mode = modeOf(start);
  return tracer.beginning?.({ runId, workspaceId, appId, keyId, mode, triggeredFrom, traceparent, createdBy });
}
