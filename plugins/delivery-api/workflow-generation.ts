import { json, RawJson, type Reply, sse } from '../../http/contract.ts';
import type { LiveRun, RunEnd } from '../runs/contract.ts';
import { acceptedReply } from './accepted-run.ts';
import { type AppCaller, requireCallableRoot, requireVersion } from './caller.ts';
import {
  BLOCKING_ACCEPT_DELAY,
  finishWithin,
  type Generation,
  isBlockingCall,
  lateReply,
  recordedInputs,
  systemValues,
} from './generation.ts';
import { moderatedRun } from './moderated-run.ts';
import { requestFiles } from './request-files.ts';
import type { RunFrameContext } from './run-frames.ts';
import { seconds } from './run-frames.ts';
import { WORKFLOW_RUN } from './run-owners.ts';
import type { GenerationBody } from './schemas.ts';
import { WorkflowFrames } from './workflow-frames.ts';

/** `POST /v1/workflows/run` (runtime API, workflow). */
export async function runWorkflow(
  generation: Generation,
  caller: AppCaller,
  body: GenerationBody,
  sessionId: string,
): Promise<Reply> {
  const version = requireVersion(caller);
  requireCallableRoot(version);
  const { workspaceId, app } = caller;
  const place = { workspaceId, appId: app.id };
  const endUser = generation.endUsers.identify({ ...place, type: 'service-api', sessionId });
  const resolveFile = generation.files.resolver({ ...place, endUserId: endUser.user.id });
  const inputs = await generation.documents.checkInputs(version.compiled.inputForm, body.inputs, resolveFile);
  const files = await requestFiles(version, body.files, resolveFile);
  const system = systemValues({ user: endUser.user, files });
  const isBlocking = isBlockingCall(body);
  const record = recordedInputs(inputs, system, { appId: app.id, workflowId: version.id });
  const { start } = await moderatedRun(generation, { app, version }, { inputs, query: '' });
  const run = await generation.runs.begin({
    workspaceId,
    appId: app.id,
    workflowId: version.id,
    ...start,
    kind: 'workflow',
    triggeredFrom: 'app-run',
    createdBy: { role: 'end_user', id: endUser.user.id },
    recordedInputs: record,
    system,
    environment: version.environment,
    conversation: '{}',
    maxSeconds: isBlocking ? generation.blockingTimeout / 1000 + 5 : null,
    acceptDelay: isBlocking ? BLOCKING_ACCEPT_DELAY : 0,
    isRead: !isBlocking,
    startEntries: ({ runId }) => [
      ...(generation.claim?.entries(runId) ?? []),
      ...endUser.entries,
      ...generation.files.useEntries(place, [inputs, files]),
    ],
    owner: { id: WORKFLOW_RUN, data: 'null' },
  });
  run.accepted.then(endUser.written, () => {});
  if (isBlocking) return blockingReply(run, version.id, generation.blockingTimeout);
  // Nothing is told to the caller, not even the run's id, before the run can't be lost any more.
  await run.accepted;
  if (body.response_mode === 'async') return acceptedReply(run, null);
  const context: RunFrameContext = {
    runId: run.runId,
    workflowId: version.id,
    recordedInputs: record,
    startedAt: run.startedAt,
    user: endUser.user,
  };
  return sse(frames(run, new WorkflowFrames(context, run.taskId)), {
    pingAtOnce: true,
    headers: { 'x-workflow-run-id': run.runId },
  });
}

/** 4.3: a failed run is a 200 with its status. */
async function blockingReply(run: LiveRun, workflowId: string, timeout: number): Promise<Reply> {
  const end = await finishWithin(run, timeout);
  return end === null ? lateReply(timeout) : blockingWorkflowReply(run, workflowId, end);
}

/** The reply to a blocking call when its run has ended, or waits for people. */
export function blockingWorkflowReply(run: Pick<LiveRun, 'runId' | 'taskId'>, workflowId: string, end: RunEnd): Reply {
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
      created_at: seconds(end.startedAt),
      finished_at: isPaused ? null : seconds(end.finishedAt),
      ...(isPaused && {
        paused_nodes: end.reasons.map(({ nodeId }) => nodeId),
        reasons: end.reasons.map(({ data }) => new RawJson(data)),
      }),
    },
  });
}

/** The frames of a run, batch by batch. */
export async function* frames(
  run: LiveRun,
  mapper: { map(events: Parameters<WorkflowFrames['map']>[0]): string[] },
): AsyncGenerator<readonly string[]> {
  for await (const events of run.read()) {
    const texts = mapper.map(events);
    if (texts.length > 0) yield texts;
  }
}
