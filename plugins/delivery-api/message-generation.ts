import type { RunFinishedEvent } from '../../engine/contract.ts';
import { toJson } from '../../engine/contract.ts';
import { json, RawJson, type Reply, sse } from '../../http/contract.ts';
import { newId } from '../../kernel/index.ts';
import type { Conversation, Message } from '../conversations/contract.ts';
import type { CommitEntry } from '../database/contract.ts';
import type { EndUser } from '../end-users/contract.ts';
import type { RunTranscript } from '../runs/contract.ts';
import { type AppCaller, requireCallableRoot, requireVersion } from './caller.ts';
import { failureError } from './failure.ts';
import {
  BLOCKING_ACCEPT_DELAY,
  finishWithin,
  type Generation,
  lateReply,
  recordedInputs,
  systemValues,
} from './generation.ts';
import { MessageFrames } from './message-frames.ts';
import { openTurn, type Turn } from './message-turn.ts';
import { moderatedRun } from './moderated-run.ts';
import { requestFiles } from './request-files.ts';
import { seconds } from './run-frames.ts';
import type { ChatBody, GenerationBody } from './schemas.ts';
import { mergeCitations, metadataJson } from './usage.ts';
import { frames } from './workflow-generation.ts';

/** `POST /v1/chat-messages` and `/v1/completion-messages` (runtime API, sections 3.3 and 3.4). */
export async function generateMessage(
  generation: Generation,
  caller: AppCaller,
  body: GenerationBody | ChatBody,
  sessionId: string,
): Promise<Reply> {
  const published = requireVersion(caller);
  const { workspaceId, app } = caller;
  const endUser = generation.endUsers.identify({ workspaceId, appId: app.id, type: 'service-api', sessionId });
  const { turn, version } = await openTurn({ generation, caller, published, user: endUser.user, body });
  requireCallableRoot(version);
  const files = await requestFiles(version, body.files);
  const message = new MessageRecord({ generation, caller, user: endUser.user, turn, files });
  const isStreaming = body.response_mode === 'streaming';
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
  const { start, isAnswered } = await moderatedRun(generation, { app, version }, turn);
  const run = generation.runs.start({
    workspaceId,
    appId: app.id,
    workflowId: version.id,
    ...start,
    kind: 'chat',
    triggeredFrom: 'app-run',
    createdBy: { role: 'end_user', id: endUser.user.id },
    recordedInputs: record,
    system,
    environment: version.environment,
    conversation: turn.variables,
    maxSeconds: isStreaming ? null : generation.blockingTimeout / 1000 + 5,
    acceptDelay: isStreaming ? 0 : BLOCKING_ACCEPT_DELAY,
    startEntries: ({ runId }) => [...endUser.entries, ...message.startEntries(runId)],
    finishEntries: (end, transcript) => message.finishEntries(end, transcript),
  });
  run.accepted.then(endUser.written, () => {});
  // A moderated request is answered without workflow events (runtime API, section 5.7).
  const isGraphApp = app.mode === 'advanced-chat' && !isAnswered;
  if (!isStreaming) {
    const end = await finishWithin(run, generation.blockingTimeout);
    if (end === null) return lateReply(generation.blockingTimeout);
    if (end.status === 'failed') throw failureError(end, isGraphApp);
    return message.blockingReply(end, run.taskId);
  }
  // Nothing is told to the caller, not even the run's id, before the run can't be lost any more.
  await run.accepted;
  const mapper = new MessageFrames({
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
    isGraphApp,
  });
  return sse(frames(run, mapper), {
    pingAtOnce: isGraphApp,
    ...(isGraphApp && { headers: { 'x-workflow-run-id': run.runId } }),
  });
}

/** The message a run writes: at its start, and complete at its end. */
class MessageRecord {
  readonly id = newId();
  readonly createdAt = Date.now();
  readonly #generation: Generation;
  readonly #caller: AppCaller;
  readonly #turn: Turn;
  readonly #user: EndUser;
  readonly #files: string;
  #runId = '';
  #citations: readonly string[] = [];

  constructor(parts: {
    generation: Generation;
    caller: AppCaller;
    user: EndUser;
    turn: Turn;
    files: readonly unknown[];
  }) {
    this.#generation = parts.generation;
    this.#caller = parts.caller;
    this.#turn = parts.turn;
    this.#user = parts.user;
    this.#files = JSON.stringify(parts.files);
  }

  startEntries(runId: string): CommitEntry[] {
    this.#runId = runId;
    return this.#entries(this.#row(null, []), this.createdAt);
  }

  finishEntries(end: RunFinishedEvent, transcript: RunTranscript): CommitEntry[] {
    this.#citations = transcript.citations;
    const entries = this.#entries(this.#row(end, transcript.citations), end.finishedAt);
    const { conversation } = this.#turn;
    if (conversation === null) return entries;
    const variables = Object.entries(transcript.conversation).map(([name, variable]) => ({ name, ...variable }));
    const { variableEntries } = this.#generation.conversations;
    return [...entries, ...variableEntries(conversation.workspaceId, conversation.id, variables)];
  }

  /** 4.1 and 4.2. */
  blockingReply(end: RunFinishedEvent, taskId: string): Reply {
    const { conversation } = this.#turn;
    return json({
      event: 'message',
      task_id: taskId,
      id: this.id,
      message_id: this.id,
      ...(conversation !== null && { conversation_id: conversation.id }),
      mode: this.#caller.app.mode,
      answer: end.answer,
      metadata: new RawJson(metadataJson(end.usage, this.#citations, false)),
      created_at: seconds(this.createdAt),
    });
  }

  #entries(message: Message, updatedAt: number): CommitEntry[] {
    const { conversations } = this.#generation;
    const { conversation } = this.#turn;
    if (conversation === null) return [conversations.messageEntry(message)];
    const updated: Conversation = { ...conversation, updatedAt };
    return [conversations.conversationEntry(updated), conversations.messageEntry(message)];
  }

  #row(end: RunFinishedEvent | null, citations: readonly string[]): Message {
    const { conversation, inputs, query } = this.#turn;
    return {
      id: this.id,
      workspaceId: this.#caller.workspaceId,
      appId: this.#caller.app.id,
      conversationId: conversation?.id ?? null,
      endUserId: this.#user.id,
      runId: this.#runId,
      inputs: toJson(inputs),
      query,
      answer: end?.answer ?? '',
      files: this.#files,
      answerFiles: end?.files ?? '[]',
      citations: mergeCitations(citations),
      status: end === null ? 'running' : messageStatus(end),
      error: end?.status === 'failed' ? end.error : null,
      messageTokens: end?.usage.promptTokens ?? 0,
      answerTokens: end?.usage.completionTokens ?? 0,
      totalPrice: end?.usage.totalPrice ?? '0',
      currency: end?.usage.currency ?? 'USD',
      latency: end?.elapsed ?? 0,
      createdAt: this.createdAt,
    };
  }
}

function messageStatus(end: RunFinishedEvent): Message['status'] {
  if (end.status === 'failed') return 'error';
  return end.status === 'stopped' ? 'stopped' : 'normal';
}
