import { fromJson, type JsonText } from '../../engine/contract.ts';
import { json, RawJson, type Route, type RouteRequest, route, type SchemaValue } from '../../http/contract.ts';
import { namedId } from '../../kernel/index.ts';
import type { Conversations, Message } from '../conversations/contract.ts';
import {
  type AgentThought,
  type AppCaller,
  AppKeyAccess,
  formContents,
  requireMode,
  seconds,
  shownInputs,
} from '../delivery-api/contract.ts';
import type { EndUsers } from '../end-users/contract.ts';
import type { Feedbacks, Rating } from '../feedbacks/contract.ts';
import type { StoredFiles } from '../files/contract.ts';
import type { HumanInput, ShownForm } from '../human-input/contract.ts';
import type { Runs } from '../runs/contract.ts';
import { conversationItem } from './conversation-item.ts';
import { conversationDocs, messageDocs, runDocs } from './history-docs.ts';
import { cursor, notFound, ownerOf } from './lookup.ts';

interface HistoryParts {
  readonly runs: Runs;
  readonly endUsers: EndUsers;
  readonly files: StoredFiles;
  readonly conversations: Conversations;
  readonly forms: HumanInput;
  readonly feedbacks: Feedbacks;
}

const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 } as const;

const conversationsQuery = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    last_id: { type: 'string' },
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
export function historyRoutes(parts: HistoryParts): Route[] {
  return [
    route({
      id: 'history-api.list-conversations',
      method: 'GET',
      path: '/v1/conversations',
      access: AppKeyAccess,
      summary: 'List conversations of a user',
      docs: conversationDocs.list,
      query: conversationsQuery,
      guard: ({ principal }) => requireMode(principal, 'chat'),
      handle: (request) => listConversations(parts, request),
    }),
    route({
      id: 'history-api.list-messages',
      method: 'GET',
      path: '/v1/messages',
      access: AppKeyAccess,
      summary: 'List messages of a conversation',
      docs: messageDocs.list,
      query: messagesQuery,
      guard: ({ principal }) => requireMode(principal, 'chat'),
      handle: (request) => listMessages(parts, request),
    }),
    route({
      id: 'history-api.get-run',
      method: 'GET',
      path: '/v1/workflows/run/:workflow_run_id',
      access: AppKeyAccess,
      summary: 'Result of a workflow run',
      docs: runDocs.run,
      params: { type: 'object', properties: { workflow_run_id: { type: 'string', format: 'uuid' } } },
      guard: ({ principal }) => requireMode(principal, 'graph'),
      handle: (request) => runDetail(parts, request),
    }),
  ];
}

type Asking<Query> = RouteRequest<AppCaller, SchemaValue<Query>>;

async function listConversations(parts: HistoryParts, { principal, query }: Asking<typeof conversationsQuery>) {
  const { limit, sort_by: sort } = query;
  const lastId = cursor(query.last_id, 'last_id');
  const page = await parts.conversations.list(ownerOf(parts, principal, query), { lastId, limit, sort });
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
    messageItem(freshFiles(parts.files, message), forms, ratings.get(message.id)),
  );
  return json({ limit, has_more: page.hasMore, data });
}

/** Only runs of graphs ask people. */
async function formsOf(parts: HistoryParts, { workspaceId, app }: AppCaller, messages: readonly Message[]) {
  if (app.mode !== 'advanced-chat') return [];
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
  if (run === null) throw notFound('run', id);
  return json({
    id: run.id,
    workflow_id: run.workflowId,
    status: run.status,
    inputs:
      run.inputs === null
        ? null
        : files.freshenText(
            principal.workspaceId,
            shownInputs(run.inputs, { runId: run.id, startedAt: run.createdAt }),
          ),
    outputs: new RawJson(files.freshenText(principal.workspaceId, run.outputs ?? '{}')),
    error: run.error,
    total_steps: run.totalSteps,
    total_tokens: run.totalTokens,
    created_at: seconds(run.createdAt),
    finished_at: run.finishedAt === null ? null : seconds(run.finishedAt),
    elapsed_time: run.elapsed,
  });
}

/** Addresses of files that are kept here expire: whoever reads gets new ones. */
function freshFiles(files: StoredFiles, message: Message): Message {
  const fresh = (text: JsonText) => files.freshenText(message.workspaceId, text);
  return {
    ...message,
    inputs: fresh(message.inputs),
    files: fresh(message.files),
    answerFiles: fresh(message.answerFiles),
  };
}

function messageItem(message: Message, forms: readonly ShownForm[], rating: Rating | undefined) {
  const own = forms.filter(({ runId }) => runId === message.runId);
  const isWaiting = message.status === 'running' && own.some(({ status }) => status === 'open');
  return {
    id: message.id,
    conversation_id: message.conversationId,
    parent_message_id: null,
    inputs: new RawJson(message.inputs),
    query: message.query,
    answer: message.answer,
    message_files: [...messageFiles(message, 'user'), ...messageFiles(message, 'assistant')],
    feedback: rating === undefined ? null : { rating },
    retriever_resources: sources(message),
    agent_thoughts: agentThoughts(message),
    created_at: seconds(message.createdAt),
    status: isWaiting ? 'paused' : message.status === 'error' ? 'error' : 'normal',
    error: message.error,
    extra_contents: own.map(formContents),
    message_tokens: message.messageTokens,
    answer_tokens: message.answerTokens,
    total_tokens: message.messageTokens + message.answerTokens,
    provider_response_latency: message.latency,
    total_price: message.totalPrice,
    currency: message.currency,
  };
}

/** What was cited; each source has an id of its place (runtime API, retrieved sources). */
function sources({ id, citations, createdAt }: Message) {
  if (citations === '[]') return [];
  return (JSON.parse(citations) as Record<string, unknown>[]).map((source, index) => ({
    ...source,
    id: namedId(`source:${index}`, id),
    message_id: id,
    created_at: seconds(createdAt),
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
