import { mappingOf } from '#engine';
import { currentTime, newId } from '#kernel';
import { MESSAGE_RUN } from '#plugins/conversations/contract.ts';
import { requireCallableRoot } from '#plugins/delivery-api/callers/callable-version.ts';
import type { LiveRun } from '#plugins/runs/contract.ts';
import { allowedUser, type Generation, recordedInputs, systemValues } from './generation.ts';
import { MessageRecord } from './message-record.ts';
import { openTurn, type Turn } from './message-turn.ts';
import { type PreparedGeneration, type Preparing, preparedRun } from './prepared-run.ts';
import { requestFiles } from './request-files.ts';
import type { OpenedConversation } from './single-providers.ts';

/** The run of a chat or completion app (runtime API, completion; chat): one message, mostly in a conversation. */
export async function prepareMessage(preparing: Preparing): Promise<PreparedGeneration> {
  const { generation, caller, version: published, request } = preparing;
  const { body, sessionId } = request;
  const { workspaceId, app, keyId } = caller;
  const endUser = allowedUser(generation, caller, sessionId);
  const { user } = endUser;
  const scope = { workspaceId, appId: app.id };
  const resolveFile = generation.files.resolver({ ...scope, endUserId: user.id });
  const { turn, version } = await openTurn({ generation, caller, published, user, resolveFile, body });
  requireCallableRoot(version);
  const files = await requestFiles(version, body.files, resolveFile);
  const { start, answer } = await preparedRun(generation, { app, keyId, version }, turn);
  const message = new MessageRecord(generation.conversations, {
    id: newId(),
    createdAt: currentTime(),
    ...scope,
    mode: app.mode,
    endUserId: user.id,
    turn: { query: turn.query, inputs: turn.inputs, conversation: turn.conversation, parentId: turn.parentId },
    files,
    isModerated: answer !== null,
    annotation: answer?.annotation ?? null,
    showsCitations: mappingOf(version.compiled.parameters.retriever_resource).enabled === true,
    ...(generation.purpose !== undefined && { purpose: generation.purpose }),
  });
  const system = systemValues({ user, files, query: turn.query, ...(turn.conversation && { chat: chatOf(turn) }) });
  const name = answer === null ? unnamed(generation, turn) : null;
  return {
    version,
    endUser,
    start: {
      ...start,
      kind: 'chat',
      recordedInputs: recordedInputs(turn.inputs, system, { appId: app.id, workflowId: version.id }),
      system,
      conversation: turn.variables,
      owner: { id: MESSAGE_RUN, data: message.toJson() },
      pauseEntries: (paused, transcript) => message.pauseEntries(paused, transcript),
      finishEntries: (end, transcript) => message.finishEntries(end, transcript),
    },
    startEntries: (runId) => [
      ...message.startEntries(runId),
      ...(answer?.entries(message.id) ?? []),
      ...generation.files.useEntries(scope, [turn.inputs, files]),
    ],
    message,
    ...(name !== null && { onBegun: (run) => nameWhenAnswered(generation, run, { ...name, version, keyId }) }),
  };
}

function chatOf({ query, conversation }: Turn): { query: string; conversationId: string; dialogueCount: number } {
  return { query, conversationId: conversation?.id ?? '', dialogueCount: conversation?.dialogueCount ?? 0 };
}

/** A new conversation that wants a title; null for others. Builders who try a draft need none. */
function unnamed({ from }: Generation, { wantsName, conversation, query }: Turn) {
  return wantsName && conversation !== null && from !== 'draft' ? { conversation, query } : null;
}

/** When the answer is durable; a conversation whose first run failed keeps its name. */
function nameWhenAnswered({ titleGenerators }: Generation, { finished }: LiveRun, opened: OpenedConversation): void {
  finished.then(
    (end) => {
      if (end.kind === 'run-paused' || end.status !== 'failed') titleGenerators.provider?.opened(opened);
    },
    // A run that rejects is left to another process, which answers; its conversation keeps its name.
    () => {},
  );
}
