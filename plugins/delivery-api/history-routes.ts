import { fromJson } from '../../engine/contract.ts';
import { json, RawJson, type Route, type RouteRequest, route } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { Conversation, ConversationOwner, ConversationSort, Message } from '../conversations/contract.ts';
import type { ShownForm } from '../human-input/contract.ts';
import type { AgentThought } from './agent-thoughts.ts';
import { type AppCaller, AppKeyAccess, invalidParameter, requireMode } from './caller.ts';
import { formContents } from './form-items.ts';
import type { Generation } from './generation.ts';
import { seconds } from './run-frames.ts';
import { conversationsQuery, isUuid, messagesQuery } from './schemas.ts';
import { optionalUser } from './user.ts';

/** Reading what was said and run: conversations, messages, a run's detail (runtime API, sections 3.5 to 3.7). */
export function historyRoutes(generation: Generation): Route[] {
  return [
    route({
      id: 'delivery-api.list-conversations',
      method: 'GET',
      path: '/v1/conversations',
      access: AppKeyAccess,
      summary: 'List conversations of a user',
      query: conversationsQuery,
      guard: ({ principal }) => requireMode(principal, 'chat'),
      handle: (request) => listConversations(generation, request),
    }),
    route({
      id: 'delivery-api.list-messages',
      method: 'GET',
      path: '/v1/messages',
      access: AppKeyAccess,
      summary: 'List messages of a conversation',
      query: messagesQuery,
      guard: ({ principal }) => requireMode(principal, 'chat'),
      handle: (request) => listMessages(generation, request),
    }),
    route({
      id: 'delivery-api.get-run',
      method: 'GET',
      path: '/v1/workflows/run/:workflow_run_id',
      access: AppKeyAccess,
      summary: 'Result of a workflow run',
      params: { type: 'object', properties: { workflow_run_id: { type: 'string', format: 'uuid' } } },
      guard: ({ principal }) => requireMode(principal, 'graph'),
      handle: (request) => runDetail(generation, request),
    }),
  ];
}

async function listConversations(generation: Generation, { principal, query }: RouteRequest<AppCaller>) {
  const { limit, sort_by: sort } = query as { limit: number; sort_by: ConversationSort };
  const lastId = cursor(query.last_id, 'last_id');
  const page = await generation.conversations.list(ownerOf(generation, principal, query), { lastId, limit, sort });
  return json({ limit, has_more: page.hasMore, data: page.items.map(conversationItem) });
}

async function listMessages(generation: Generation, { principal, query }: RouteRequest<AppCaller>) {
  const { limit, conversation_id: id } = query as { limit: number; conversation_id: string };
  if (id === '') return json({ limit, has_more: false, data: [] });
  const conversationId = cursor(id, 'conversation_id') ?? id;
  const firstId = cursor(query.first_id, 'first_id');
  const owner = ownerOf(generation, principal, query);
  if ((await generation.conversations.find(owner, conversationId)) === null) throw notFound('conversation', id);
  const page = await generation.conversations.messages(owner, conversationId, { firstId, limit });
  const forms = await formsOf(generation, principal, page.items);
  return json({ limit, has_more: page.hasMore, data: page.items.map((message) => messageItem(message, forms)) });
}

/** Only runs of graphs ask people. */
async function formsOf(generation: Generation, { workspaceId, app }: AppCaller, messages: readonly Message[]) {
  if (app.mode !== 'advanced-chat') return [];
  return generation.forms.ofRuns(
    workspaceId,
    messages.map(({ runId }) => runId),
  );
}

async function runDetail(generation: Generation, { principal, params }: RouteRequest<AppCaller>) {
  const id = (params.workflow_run_id ?? '').toLowerCase();
  const run = await generation.runs.find(principal.workspaceId, principal.app.id, id);
  if (run === null) throw notFound('run', id);
  return json({
    id: run.id,
    workflow_id: run.workflowId,
    status: run.status,
    inputs: run.inputs,
    outputs: new RawJson(run.outputs ?? '{}'),
    error: run.error,
    total_steps: run.totalSteps,
    total_tokens: run.totalTokens,
    created_at: seconds(run.createdAt),
    finished_at: run.finishedAt === null ? null : seconds(run.finishedAt),
    elapsed_time: run.elapsed,
  });
}

function ownerOf(generation: Generation, principal: AppCaller, query: unknown): ConversationOwner {
  const { workspaceId, app } = principal;
  const sessionId = optionalUser(query);
  const { user } = generation.endUsers.identify({ workspaceId, appId: app.id, type: 'service-api', sessionId });
  return { workspaceId, appId: app.id, endUserId: user.id };
}

/** An id that pages or selects; an empty one counts as absent. */
function cursor(value: unknown, field: string): string | null {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string' || !isUuid(value)) throw invalidParameter(`${field} must be a UUID`, field);
  return value.toLowerCase();
}

function notFound(what: string, id: string): PlatformError {
  return new PlatformError('not-found', 'delivery-api.not_found', `There is no ${what} ${id}.`);
}

function conversationItem(conversation: Conversation) {
  return {
    id: conversation.id,
    name: conversation.name,
    inputs: new RawJson(conversation.inputs),
    status: 'normal',
    introduction: conversation.introduction,
    created_at: seconds(conversation.createdAt),
    updated_at: seconds(conversation.updatedAt),
  };
}

function messageItem(message: Message, forms: readonly ShownForm[]) {
  const own = forms.filter(({ runId }) => runId === message.runId);
  const isWaiting = message.status === 'running' && own.some(({ status }) => status === 'open');
  return {
    id: message.id,
    conversation_id: message.conversationId,
    parent_message_id: null,
    inputs: new RawJson(message.inputs),
    query: message.query,
    answer: message.answer,
    message_files: [...messageFiles(message.files, 'user'), ...messageFiles(message.answerFiles, 'assistant')],
    feedback: null,
    retriever_resources: new RawJson(message.citations),
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

function agentThoughts(message: Message) {
  if (message.agentThoughts === '[]') return [];
  return (fromJson(message.agentThoughts) as AgentThought[]).map(({ message_files: files, ...thought }) => ({
    ...thought,
    chain_id: null,
    message_id: message.id,
    files,
  }));
}

function messageFiles(text: string, belongsTo: 'user' | 'assistant') {
  if (text === '[]') return [];
  return (fromJson(text) as Record<string, unknown>[]).map((file) => ({
    id: file.id ?? null,
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
