import { fromJson, type JsonText } from '#engine';
import { json, type Route, type RouteRequest, rawJson, route, type SchemaValue, unixSeconds } from '#http';
import { namedId } from '#kernel';
import { type AppCaller, AppUserAccess, requireMode } from '#plugins/app-access/contract.ts';
import type { Conversations, Message } from '#plugins/conversations/contract.ts';
import { type AgentThought, formContents, shownInputs } from '#plugins/delivery-api/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import type { Feedbacks, Rating } from '#plugins/feedbacks/contract.ts';
import type { FileAddresses, StoredFiles } from '#plugins/files/contract.ts';
import type { HumanInput, ShownForm } from '#plugins/human-input/contract.ts';
import { outlineOf, troubleOf } from '#plugins/provider-http/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';
import { conversationItem } from './conversation-item.ts';
import { conversationDocs, messageDocs, runDocs } from './history-docs.ts';
import { cursor, notFound, ownerOf, userOf } from './lookup.ts';
import { setInputs } from './set-inputs.ts';

interface HistoryParts {
  readonly runs: Runs;
  readonly endUsers: EndUsers;
  readonly files: FileAddresses;
  readonly conversations: Conversations;
  /** Undefined: the plugin is switched off. */
  readonly forms: HumanInput | undefined;
  readonly feedbacks: Feedbacks;
}

const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 } as const;

const conversationsQuery = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    last_id: { type: 'string' },
    pinned: { type: 'boolean' },
    archived: { type: 'boolean', default: false },
    search: { type: 'string', maxLength: 200 },
    limit,
    sort_by: { enum: ['created_at', '-created_at', 'updated_at', '-updated_at'], default: '-updated_at' },
  },
} as const;

const messagesQuery = {
  type: 'object',
  required: ['conversation_id'],
  properties: { user: { type: 'string' }, conversation_id: { type: 'string' }, first_id: { type: 'string' }, limit },
} as const;

/** Reading what was said and run: conversations, messages, a run's detail (runtime API, endpoints). */
export function historyRoutes(parts: HistoryParts & { readonly files: StoredFiles }): Route[] {
  return [
    route({
      id: 'history-api.list-conversations',
      method: 'GET',
      path: '/v1/conversations',
      access: AppUserAccess,
      summary: 'List conversations of a user',
      docs: conversationDocs.list,
      query: conversationsQuery,
      guard: ({ principal }) => requireMode(principal, 'chat'),
      handle: (request) => listConversations(reachable(parts, request), request),
    }),
    route({
      id: 'history-api.list-messages',
      method: 'GET',
      path: '/v1/messages',
      access: AppUserAccess,
      summary: 'List messages of a conversation',
      docs: messageDocs.list,
      query: messagesQuery,
      guard: ({ principal }) => requireMode(principal, 'chat'),
      handle: (request) => listMessages(reachable(parts, request), request),
    }),
    route({
      id: 'history-api.get-run',
      method: 'GET',
      path: '/v1/workflows/run/:workflow_run_id',
      access: AppUserAccess,
      summary: 'Get the result of a workflow run',
      docs: runDocs.run,
      params: { type: 'object', properties: { workflow_run_id: { type: 'string', format: 'uuid' } } },
      guard: ({ principal }) => requireMode(principal, 'graph'),
      handle: (request) => runDetail(reachable(parts, request), request),
    }),
  ];
}

/** Addresses of files are those under which the client reaches this server. */
function reachable(
  parts: HistoryParts & { readonly files: StoredFiles },
  { origin }: Pick<RouteRequest, 'origin'>,
): HistoryParts {
  return { ...parts, files: parts.files.at(origin) };
}

type Asking<Query> = RouteRequest<AppCaller, SchemaValue<Query>>;

async function listConversations(parts: HistoryParts, { principal, query }: Asking<typeof conversationsQuery>) {
  const { limit, sort_by: sort } = query;
  const lastId = cursor(query.last_id, 'last_id');
  const page = await parts.conversations.list(ownerOf(parts, principal, query), {
    lastId,
    limit,
    sort,
    isPinned: query.pinned,
    isArchived: query.archived,
    search: query.search?.trim() || undefined,
  });
  const data = page.items.map((item) => {
    const inputs = parts.files.freshenText(principal.workspaceId, item.inputs);
    return conversationItem({ ...item, inputs });
  });
  return json({ limit, has_more: page.hasMore, data });
}

async function listMessages(parts: HistoryParts, { principal, query }: Asking<typeof messagesQuery>) {
  const { limit, conversation_id: id } = query;
  if (id === '') return json({ limit, has_more: false, data: [] });
  const conversationId = cursor(id, 'conversation_id') ?? id;
  const firstId = cursor(query.first_id, 'first_id');
  const owner = ownerOf(parts, principal, query);
  const reading = parts.conversations.messages(owner, conversationId, { firstId, limit });
  // Told only of one's own conversation; what was read of another one, or went wrong with it, is left.
  reading.catch(() => {});
  if ((await parts.conversations.find(owner, conversationId)) === null) throw notFound('conversation', id);
  const page = await reading;
  const [forms, ratings] = await Promise.all([
    formsOf(parts, principal, page.items),
    parts.feedbacks.ofMessages(
      principal.workspaceId,
      page.items.map((message) => message.id),
    ),
  ]);
  const data = page.items.map((message) =>
    messageItem(freshFiles(parts.files, message), forms, ratings.get(message.id), principal),
  );
  return json({ limit, has_more: page.hasMore, data });
}

/** Only runs of graphs ask people. */
async function formsOf(parts: HistoryParts, { workspaceId, app }: AppCaller, messages: readonly Message[]) {
  if (app.mode !== 'advanced-chat' || parts.forms === undefined) return [];
  return parts.forms.ofRuns(
    workspaceId,
    messages.map(({ runId }) => runId),
  );
}

type RunRequest = RouteRequest<AppCaller, unknown, unknown, 'workflow_run_id'>;

async function runDetail(parts: HistoryParts, { principal, params }: RunRequest) {
  const id = params.workflow_run_id.toLowerCase();
  const { files, runs } = parts;
  const run = await runs.find(principal.workspaceId, principal.app.id, id);
  if (run === null || !(await mayRead(parts, principal, id))) throw notFound('run', id);
  return json({
    id: run.id,
    workflow_id: run.workflowId,
    status: run.status,
    inputs:
      run.inputs === null
        ? null
        : files.freshenText(
            principal.workspaceId,
            shownInputs(setInputs(run.inputs), { runId: run.id, startedAt: run.createdAt }),
          ),
    outputs: rawJson(files.freshenText(principal.workspaceId, run.outputs ?? '{}')),
    error: shownError(run.error, principal.visitor),
    total_steps: run.totalSteps,
    total_tokens: run.totalTokens,
    created_at: unixSeconds(run.createdAt),
    finished_at: unixSeconds(run.finishedAt),
    elapsed_time: run.elapsed,
  });
}

/** A program reads runs of all users of its app (runtime API, workflow), a visitor their own. */
async function mayRead(parts: HistoryParts, principal: AppCaller, runId: string): Promise<boolean> {
  const { visitor, workspaceId } = principal;
  if (visitor === undefined) return true;
  const run = await parts.runs.get(workspaceId, runId);
  return run?.createdBy.id === userOf(parts, principal, visitor.id).id;
}

/** Addresses of files that are kept here expire: whoever reads gets new ones. */
function freshFiles(files: FileAddresses, message: Message): Message {
  const fresh = (text: JsonText) => files.freshenText(message.workspaceId, text);
  return {
    ...message,
    answer: files.readdressed(message.answer),
    inputs: fresh(message.inputs),
    files: fresh(message.files),
    answerFiles: fresh(message.answerFiles),
  };
}

function messageItem(
  message: Message,
  forms: readonly ShownForm[],
  rating: Rating | undefined,
  { visitor }: Pick<AppCaller, 'visitor'>,
) {
  const own = forms.filter(({ runId }) => runId === message.runId);
  const isWaiting = message.status === 'running' && own.some(({ status }) => status === 'open');
  return {
    id: message.id,
    conversation_id: message.conversationId,
    workflow_run_id: message.runId,
    parent_message_id: message.parentId ?? null,
    inputs: rawJson(setInputs(message.inputs)),
    query: message.query,
    answer: message.answer,
    message_files: [...messageFiles(message, 'user'), ...messageFiles(message, 'assistant')],
    feedback: rating === undefined ? null : { rating },
    retriever_resources: sources(message),
    // Visitors see them where the page shows steps, as in the stream (`ShownSteps`).
    agent_thoughts: visitor === undefined || visitor.seesSteps ? agentThoughts(message) : [],
    created_at: unixSeconds(message.createdAt),
    status: isWaiting ? 'paused' : message.status === 'error' ? 'error' : 'normal',
    stopped: message.status === 'stopped',
    error: shownError(message.error, visitor),
    trouble: message.error === null ? null : troubleOf(message.error).trouble,
    extra_contents: own.map(formContents),
    message_tokens: message.messageTokens,
    answer_tokens: message.answerTokens,
    total_tokens: message.messageTokens + message.answerTokens,
    provider_response_latency: message.latency,
    total_price: message.totalPrice,
    currency: message.currency,
  };
}

/** Strangers are told what it means to them, not what a provider said to the owner of the app. */
function shownError(error: string | null, visitor: AppCaller['visitor']): string | null {
  return error === null || visitor === undefined || visitor.isExempt ? error : outlineOf(error);
}

/** What was cited; each source has an id of its place (runtime API, retrieved sources). */
function sources({ id, citations, createdAt }: Message) {
  if (citations === '[]') return [];
  return (JSON.parse(citations) as Record<string, unknown>[]).map((source, index) => ({
    ...source,
    id: namedId(`source:${index}`, id),
    message_id: id,
    created_at: unixSeconds(createdAt),
  }));
}

function agentThoughts(message: Message) {
  if (message.agentThoughts === '[]') return [];
  return (fromJson(message.agentThoughts) as AgentThought[]).map(({ message_files: files, ...thought }) => ({
    ...thought,
    chain_id: null,
    message_id: message.id,
    files,
  }));
}

/** A file that has no id of its own gets one of its place: typed clients read a text there. */
function messageFiles(message: Message, belongsTo: 'user' | 'assistant') {
  const text = belongsTo === 'user' ? message.files : message.answerFiles;
  if (text === '[]') return [];
  return (fromJson(text) as Record<string, unknown>[]).map((file, index) => ({
    id: file.id || namedId(`file:${belongsTo}:${index}`, message.id),
    filename: file.filename ?? null,
    type: file.type,
    url: file.url ?? null,
    mime_type: file.mime_type ?? null,
    size: file.size ?? null,
    transfer_method: file.transfer_method,
    belongs_to: belongsTo,
    upload_file_id: file.related_id ?? null,
  }));
}
