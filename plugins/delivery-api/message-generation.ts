import { mappingOf } from '../../engine/contract.ts';
import { json, RawJson, type Reply, sse } from '../../http/contract.ts';
import { newId } from '../../kernel/index.ts';
import type { LiveRun, RunEnd } from '../runs/contract.ts';
import { acceptedReply } from './accepted-run.ts';
import { type AppCaller, requireCallableRoot, requireVersion } from './caller.ts';
import { failureError } from './failure.ts';
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
import { MessageFrames } from './message-frames.ts';
import { MessageRecord, shapeOf } from './message-record.ts';
import { openTurn } from './message-turn.ts';
import { preparedRun } from './prepared-run.ts';
import { requestFiles } from './request-files.ts';
import { pausedData, seconds } from './run-frames.ts';
import { MESSAGE_RUN } from './run-owners.ts';
import type { MessageBody } from './schemas.ts';
import { frames } from './spoken-frames.ts';
import { metadataJson } from './usage.ts';

/** A message whose run has ended, or waits for people. */
interface MessageEnd {
  readonly message: MessageRecord;
  readonly end: RunEnd;
  /** JSON texts of the sources that were cited. */
  readonly citations: readonly string[];
  readonly ids: Pick<LiveRun, 'runId' | 'taskId'>;
}

/** `POST /v1/chat-messages` and `/v1/completion-messages` (runtime API, completion; chat). */
export async function generateMessage(
  generation: Generation,
  caller: AppCaller,
  asked: Asked<MessageBody>,
): Promise<Reply> {
  const { body, sessionId } = asked;
  const published = requireVersion(caller);
  const { workspaceId, app } = caller;
  const endUser = letIn(generation, caller, sessionId);
  const place = { workspaceId, appId: app.id };
  const resolveFile = generation.files.resolver({ ...place, endUserId: endUser.user.id });
  const { turn, version } = await openTurn({ generation, caller, published, user: endUser.user, resolveFile, body });
  requireCallableRoot(version);
  const files = await requestFiles(version, body.files, resolveFile);
  const { start, answer } = await preparedRun(generation, { app, keyId: caller.keyId, version }, turn);
  const message = new MessageRecord(generation.conversations, {
    id: newId(),
    createdAt: Date.now(),
    workspaceId,
    appId: app.id,
    mode: app.mode,
    endUserId: endUser.user.id,
    turn: { query: turn.query, inputs: turn.inputs, conversation: turn.conversation },
    files,
    isModerated: answer !== null,
    annotation: answer?.annotation ?? null,
    showsCitations: mappingOf(version.compiled.parameters.retriever_resource).enabled === true,
  });
  const isBlocking = isBlockingCall(body);
  const system = systemValues({
    user: endUser.user,
    files,
    query: turn.query,
    ...(turn.conversation && {
      chat: {
        query: turn.query,
        conversationId: turn.conversation.id,
        dialogueCount: turn.conversation.dialogueCount,
      },
    }),
  });
  const record = recordedInputs(turn.inputs, system, { appId: app.id, workflowId: version.id });
  const run = await generation.runs.begin(
    {
      workspaceId,
      appId: app.id,
      workflowId: version.id,
      ...start,
      kind: 'chat',
      triggeredFrom: callerKind(generation).triggeredFrom,
      createdBy: { role: 'end_user', id: endUser.user.id },
      keyId: caller.keyId,
      recordedInputs: record,
      system,
      environment: version.environment,
      conversation: turn.variables,
      maxSeconds: maxSecondsOf(generation, body),
      acceptDelay: isBlocking ? BLOCKING_ACCEPT_DELAY : 0,
      isRead: !isBlocking,
      traceparent: generation.traceparent,
      startEntries: ({ runId }) => [
        ...(generation.claim?.entries(runId) ?? []),
        ...endUser.entries,
        ...message.startEntries(runId),
        ...(answer?.entries(message.id) ?? []),
        ...generation.files.useEntries(place, [turn.inputs, files]),
      ],
      pauseEntries: (paused, transcript) => message.pauseEntries(paused, transcript),
      finishEntries: (end, transcript) => message.finishEntries(end, transcript),
      owner: { id: MESSAGE_RUN, data: message.toJson() },
    },
    waitingClient(asked),
  );
  run.accepted.then(endUser.written, () => {});
  if (turn.wantsName && answer === null && turn.conversation !== null && generation.from !== 'draft') {
    const { conversation, query } = turn;
    generation.namers.when(run.finished, { conversation, query, version, keyId: caller.keyId });
  }
  const { isGraphApp } = shapeOf(message.data);
  if (isBlocking) {
    const end = await finishWithin(run, generation.blockingTimeout);
    if (end === null) return lateReply(generation.blockingTimeout);
    if (end.kind === 'run-finished' && end.status === 'failed') throw failureError(end, isGraphApp);
    return blockingMessageReply({ message, end, citations: message.citations, ids: run });
  }
  // Nothing is told to the caller, not even the run's id, before the run can't be lost any more.
  const voice = streamVoice(generation, body, {
    ...place,
    keyId: caller.keyId,
    parameters: version.compiled.parameters,
  });
  const [narration] = await Promise.all([voice, run.accepted]);
  if (body.response_mode === 'async') return acceptedReply(run, message);
  const told = new MessageFrames({
    run: {
      runId: run.runId,
      workflowId: version.id,
      recordedInputs: record,
      startedAt: run.startedAt,
      user: endUser.user,
    },
    taskId: run.taskId,
    messageId: message.id,
    conversationId: turn.conversation?.id ?? null,
    createdAt: message.createdAt,
    ...shapeOf(message.data),
  });
  const mapper = new FreshFrames(told, generation.files, workspaceId);
  return sse(frames(run, mapper, narration), {
    pingAtOnce: isGraphApp,
    identity: mapper.identity,
    ...(isGraphApp && { headers: { 'x-workflow-run-id': run.runId } }),
  });
}

/** 4.1 and 4.2. */
export function blockingMessageReply({ message, end, citations, ids: run }: MessageEnd): Reply {
  const { conversation } = message.data.turn;
  const isPaused = end.kind === 'run-paused';
  return json({
    event: isPaused ? 'workflow_paused' : 'message',
    task_id: run.taskId,
    id: message.id,
    message_id: message.id,
    ...(conversation !== null && { conversation_id: conversation.id }),
    mode: message.data.mode,
    answer: end.answer,
    metadata: new RawJson(metadataJson({ usage: end.usage, citations, annotation: message.data.annotation }, false)),
    created_at: seconds(message.createdAt),
    ...(isPaused && { workflow_run_id: run.runId, data: new RawJson(pausedData(run.runId, end)) }),
  });
}
