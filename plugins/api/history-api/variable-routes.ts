import { fromJson, type JsonText, toJson, variableBytes } from '#engine';
import { json, type Route, type RouteRequest, route, type SchemaValue, unixSeconds } from '#http';
import { PlatformError } from '#kernel';
import { type AppCaller, AppKeyAccess, invalidParameter, requireMode } from '#plugins/app-access/contract.ts';
import type { Conversation, ConversationOwner, Conversations } from '#plugins/conversations/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import { type ConversationValue, conversationValues, shownValue } from './conversation-values.ts';
import { conversationDocs } from './history-docs.ts';
import { cursor, notFound, ownerOf } from './lookup.ts';
import { valueFits } from './value-fits.ts';

interface Parts {
  readonly endUsers: EndUsers;
  readonly conversations: Conversations;
}

const uuid = { type: 'string', format: 'uuid' } as const;
const listParams = { type: 'object', properties: { conversation_id: uuid } } as const;
const listQuery = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    last_id: { type: 'string' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    variable_name: {
      type: 'string',
      pattern: '^[A-Za-z0-9._-]{1,255}$',
      description: 'Letters, digits, `.`, `_` and `-`; at most 255.',
    },
  },
} as const;

/** What a conversation remembers in variables (runtime API, conversation variables). */
export function variableRoutes(parts: Parts): Route[] {
  const guard = ({ principal }: RouteRequest<AppCaller>) => requireMode(principal, 'chat');
  const set = {
    path: '/v1/conversations/:conversation_id/variables/:variable_id',
    access: AppKeyAccess,
    summary: 'Set a variable of a conversation',
    docs: conversationDocs.setVariable,
    params: { type: 'object', properties: { conversation_id: uuid, variable_id: uuid } },
    body: { type: 'object', required: ['value'] },
    guard,
    handle: (request: SetRequest) => setVariable(parts, request),
  } as const;
  return [
    route({
      id: 'history-api.list-variables',
      method: 'GET',
      path: '/v1/conversations/:conversation_id/variables',
      access: AppKeyAccess,
      summary: 'List variables of a conversation',
      docs: conversationDocs.variables,
      params: listParams,
      query: listQuery,
      guard,
      handle: (request) => listVariables(parts, request),
    }),
    route({ ...set, id: 'history-api.set-variable', method: 'PUT' }),
    route({ ...set, id: 'history-api.patch-variable', method: 'PATCH' }),
  ];
}

type ListRequest = RouteRequest<AppCaller, SchemaValue<typeof listQuery>, unknown, 'conversation_id'>;
type SetRequest = RouteRequest<AppCaller, unknown, unknown, 'conversation_id' | 'variable_id'>;

async function listVariables(parts: Parts, { principal, params, query }: ListRequest) {
  const { limit, variable_name: wanted } = query;
  const lastId = cursor(query.last_id, 'last_id');
  const conversation = await findConversation(parts, ownerOf(parts, principal, query), params);
  const all = await valuesOf(parts, principal, conversation);
  const last = lastId === null ? -1 : all.findIndex(({ id }) => id === lastId);
  if (lastId !== null && last === -1) {
    throw invalidParameter(`last_id: the conversation has no variable ${lastId}`, 'last_id');
  }
  const rest = all.slice(last + 1).filter(({ name }) => wanted === undefined || name === wanted);
  return json({ limit, has_more: rest.length > limit, data: rest.slice(0, limit).map(variableItem) });
}

async function setVariable(parts: Parts, { principal, params, body, bodyText }: SetRequest) {
  const conversation = await findConversation(parts, ownerOf(parts, principal, body, bodyText), params);
  const id = params.variable_id.toLowerCase();
  const variable = (await valuesOf(parts, principal, conversation)).find((candidate) => candidate.id === id);
  if (variable === undefined) throw notFound('variable', id);
  const value = checkedValue(variable, bodyText, parts.conversations.variableBytes);
  const kept = await parts.conversations.setVariable(principal.workspaceId, conversation.id, {
    name: variable.name,
    valueType: variable.valueType,
    value,
  });
  return json(variableItem({ ...variable, ...kept }));
}

/** Read from the text: numbers keep their kind and digits. */
function checkedValue({ name, valueType }: ConversationValue, bodyText: string, maxBytes: number): JsonText {
  const { value } = fromJson(bodyText) as { value: unknown };
  if (!valueFits(value, valueType)) {
    throw new PlatformError('invalid', 'history-api.bad_request', `The value does not fit '${name}' (${valueType}).`);
  }
  if (variableBytes(value) > maxBytes) {
    throw invalidParameter(`value: '${name}' may have ${maxBytes / 1024} KB at most (WEFT_VARIABLE_KB)`, 'value');
  }
  return toJson(value);
}

async function findConversation(
  parts: Parts,
  owner: ConversationOwner,
  { conversation_id: id }: ListRequest['params'],
): Promise<Conversation> {
  const found = await parts.conversations.find(owner, id.toLowerCase());
  if (found === null) throw notFound('conversation', id);
  return found;
}

/** Only graphs declare variables. */
async function valuesOf(parts: Parts, { app, workspaceId, version }: AppCaller, conversation: Conversation) {
  if (app.mode !== 'advanced-chat') return [];
  const kept = await parts.conversations.variables(workspaceId, conversation.id);
  return conversationValues(conversation, version?.compiled, kept);
}

function variableItem(variable: ConversationValue) {
  return {
    id: variable.id,
    name: variable.name,
    value_type: variable.valueType,
    value: shownValue(variable.value),
    description: variable.description,
    created_at: unixSeconds(variable.createdAt),
    updated_at: unixSeconds(variable.updatedAt),
  };
}
