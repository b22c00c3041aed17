import { json, RawJson, type Reply, sse } from '../../http/contract.ts';
import type { LiveRun, RunEnd } from '../runs/contract.ts';
import { acceptedReply } from './accepted-run.ts';
import { type AppCaller, requireCallableRoot, requireVersion } from './caller.ts';
import { FreshFrames } from './fresh-frames.ts';
import {
  type Asked,
  BLOCKING_ACCEPT_DELAY,
  callerKind,
  finishWithin,
  type Generation,
  isBlockingCall,
  lateReply,
  letIn,
  maxSecondsOf,
  recordedInputs,
  streamVoice,
  systemValues,
  waitingClient,
} from './generation.ts';
import { preparedRun } from './prepared-run.ts';
import { checkFileCount, requestFiles } from './request-files.ts';
import type { RunFrameContext } from './run-frames.ts';
import { seconds } from './run-frames.ts';
import { WORKFLOW_RUN } from './run-owners.ts';
import type { GenerationBody } from './schemas.ts';
import { frames } from './spoken-frames.ts';
import { WorkflowFrames } from './workflow-frames.ts';

/** `POST /v1/workflows/run` (runtime API, workflow). */
export async function runWorkflow(
  generation: Generation,
  caller: AppCaller,
  asked: Asked<GenerationBody>,
): Promise<Reply> {
  const { body, sessionId } = asked;
  const version = requireVersion(caller);
  requireCallableRoot(version);
  const { workspaceId, app } = caller;
  const place = { workspaceId, appId: app.id };
  const endUser = letIn(generation, caller, sessionId);
  const resolveFile = generation.files.resolver({ ...place, endUserId: endUser.user.id });
  const given = { mode: app.mode, inputs: body.inputs, files: body.files };
  checkFileCount(version, given, generation.documents.limits.filesPerRun);
  const inputs = await generation.documents.checkInputs(version.compiled.inputForm, body.inputs, resolveFile);
  const files = await requestFiles(version, body.files, resolveFile);
  const system = systemValues({ user: endUser.user, files });
  const isBlocking = isBlockingCall(body);
  const record = recordedInputs(inputs, system, { appId: app.id, workflowId: version.id });
  const { start } = await preparedRun(generation, { app, keyId: caller.keyId, version }, { inputs, query: '' });
  // Functions that outlive this one share what any of them names: none may name the inputs, which may be large.
  const used = generation.files.useEntries(place, [inputs, files]);
  const run = await generation.runs.begin(
    {
      workspaceId,
      appId: app.id,
      workflowId: version.id,
      ...start,
      kind: 'workflow',
      triggeredFrom: callerKind(generation).triggeredFrom,
      createdBy: { role: 'end_user', id: endUser.user.id },
      keyId: caller.keyId,
      recordedInputs: record,
      system,
      environment: version.environment,
      conversation: '{}',
      maxSeconds: maxSecondsOf(generation, body),
      acceptDelay: isBlocking ? BLOCKING_ACCEPT_DELAY : 0,
      isRead: !isBlocking,
      traceparent: generation.traceparent,
      startEntries: ({ runId }) => [...(generation.claim?.entries(runId) ?? []), ...endUser.entries, ...used],
      owner: { id: WORKFLOW_RUN, data: 'null' },
    },
    waitingClient(asked),
  );
  run.accepted.then(endUser.written, () => {});
  if (isBlocking) return blockingReply(run, version.id, generation.blockingTimeout);
  // Nothing is told to the caller, not even the run's id, before the run can't be lost any more.
  const voice = streamVoice(generation, body, {
    ...place,
    keyId: caller.keyId,
    parameters: version.compiled.parameters,
  });
  const [narration] = await Promise.all([voice, run.accepted]);
  if (body.response_mode === 'async') return acceptedReply(run, null);
  const context: RunFrameContext = {
    runId: run.runId,
    workflowId: version.id,
    recordedInputs: record,
    startedAt: run.startedAt,
    user: endUser.user,
  };
  const mapper = new FreshFrames(new WorkflowFrames(context, run.taskId), generation.files, workspaceId);
  return sse(frames(run, mapper, narration), {
    pingAtOnce: true,
    identity: mapper.identity,
    headers: { 'x-workflow-run-id': run.runId },
  });
}

/** 4.3: a failed run is a 200 with its status. */
async function blockingReply(run: LiveRun, workflowId: string, timeout: number): Promise<Reply> {
  const end = await finishWithin(run, timeout);
  return end === null ? lateReply(timeout) : blockingWorkflowReply(run, workflowId, end);
}

/** The reply to a blocking call when its run has ended, or waits for people. */
export function blockingWorkflowReply(
  run: Pick<LiveRun, 'runId' | 'taskId' | 'startedAt'>,
  workflowId: string,
  end: RunEnd,
): Reply {
  const isPaused = end.kind === 'run-paused';
  return json({
    task_id: run.taskId,
    workflow_run_id: run.runId,
    log_id: run.runId,
    data: {
      id: run.runId,
      workflow_id: workflowId,
      status: isPaused ? 'paused' : end.status,
      outputs: new RawJson(end.outputs),
      error: isPaused ? null : end.error,
      elapsed_time: end.elapsed,
      total_tokens: end.totalTokens,
      total_steps: end.totalSteps,
      // Not when the engine's thread began, which may be a second later.
      created_at: seconds(run.startedAt),
      finished_at: isPaused ? null : seconds(end.finishedAt),
      ...(isPaused && {
        paused_nodes: end.reasons.map(({ nodeId }) => nodeId),
        reasons: end.reasons.map(({ data }) => new RawJson(data)),
      }),
    },
  });
}
