import { json, type Route, type RouteRequest, route, type SchemaValue } from '#http';
import {
  type AppCaller,
  AppUserAccess,
  deleted,
  invalidParameter,
  optionalUser,
  requireMode,
} from '#plugins/app-access/contract.ts';
import type { Conversation, Conversations } from '#plugins/conversations/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import { nameOfQuery, type Suggestions } from '#plugins/suggestions/contract.ts';
import { conversationItem } from './conversation-item.ts';
import { conversationDocs } from './history-docs.ts';
import { notFound, ownerOf, userOf } from './lookup.ts';

interface Parts {
  readonly endUsers: EndUsers;
  readonly conversations: Conversations;
  /** Undefined: the plugin is switched off. */
  readonly suggestions: Suggestions | undefined;
}

/** Characters a name may have. */
const MAX_NAME = 255;

const params = { type: 'object', properties: { conversation_id: { type: 'string', format: 'uuid' } } } as const;
const nameBody = {
  type: 'object',
  properties: { name: { type: ['string', 'null'] }, auto_generate: { type: ['boolean', 'null'] } },
} as const;

/** Renaming and deleting conversations (runtime API, conversations). */
export function conversationRoutes(parts: Parts): Route[] {
  return [
    route({
      id: 'history-api.rename-conversation',
      method: 'POST',
      path: '/v1/conversations/:conversation_id/name',
      access: AppUserAccess,
      summary: 'Rename a conversation, or generate its name',
      docs: conversationDocs.rename,
      params,
      body: nameBody,
      guard: ({ principal }) => requireMode(principal, 'chat'),
      handle: (request) => rename(parts, request),
    }),
    ...(['pin', 'unpin', 'archive', 'unarchive'] as const).map((act) => markRoute(parts, act)),
    route({
      id: 'history-api.delete-conversation',
      method: 'DELETE',
      path: '/v1/conversations/:conversation_id',
      access: AppUserAccess,
      summary: 'Delete a conversation',
      docs: conversationDocs.delete,
      params,
      body: { type: 'object' },
      bodyPresence: 'optional',
      guard: ({ principal }) => requireMode(principal, 'chat'),
      async handle({ principal, params, body, bodyText, query }) {
        const id = params.conversation_id.toLowerCase();
        const owner = ownerOf(parts, principal, body ?? query, bodyText);
        if (!(await parts.conversations.remove(owner, id))) throw notFound('conversation', id);
        return deleted();
      },
    }),
  ];
}

const marks = {
  pin: { summary: 'Pin a conversation', isOn: true },
  unpin: { summary: 'Unpin a conversation', isOn: false },
  archive: { summary: 'Archive a conversation', isOn: true },
  unarchive: { summary: 'Restore an archived conversation', isOn: false },
} as const;

function markRoute({ conversations, ...parts }: Parts, name: keyof typeof marks): Route {
  const { summary, isOn } = marks[name];
  const isPin = name === 'pin' || name === 'unpin';
  return route({
    id: `history-api.${name}-conversation`,
    method: 'POST',
    path: `/v1/conversations/:conversation_id/${name}`,
    access: AppUserAccess,
    summary,
    docs: conversationDocs[name],
    params,
    body: { type: 'object' },
    bodyPresence: 'optional',
    guard: ({ principal }) => requireMode(principal, 'chat'),
    async handle({ principal, params, body, bodyText }) {
      const id = params.conversation_id.toLowerCase();
      const owner = ownerOf(parts, principal, body, bodyText);
      await (isPin ? conversations.pin(owner, id, isOn) : conversations.archive(owner, id, isOn));
      const conversation = await conversations.find(owner, id);
      if (conversation === null) throw notFound('conversation', id);
      return json(conversationItem(conversation));
    },
  });
}

type NameRequest = RouteRequest<AppCaller, unknown, SchemaValue<typeof nameBody>, 'conversation_id'>;

async function rename(parts: Parts, request: NameRequest) {
  const { body } = request;
  const given = body.auto_generate === true ? null : givenName(body.name);
  const id = request.params.conversation_id.toLowerCase();
  const owner = ownerOf(parts, request.principal, body, request.bodyText);
  const conversation = await parts.conversations.find(owner, id);
  if (conversation === null) throw notFound('conversation', id);
  const name = given ?? (await generatedName(parts, request, conversation));
  if (!(await parts.conversations.rename(owner, id, name))) throw notFound('conversation', id);
  return json(conversationItem({ ...conversation, name }));
}

function givenName(value: string | null | undefined): string {
  const name = (value ?? '').replaceAll('\0', '').toWellFormed().trim();
  if (name === '') throw invalidParameter('name is required unless auto_generate is true', 'name');
  if (name.length > MAX_NAME) throw invalidParameter(`name is longer than ${MAX_NAME} characters`, 'name');
  return name;
}

/** A model in trouble leaves the old name (runtime API, conversations). */
async function generatedName(parts: Parts, request: NameRequest, conversation: Conversation) {
  const { principal, body, bodyText, signal } = request;
  const { workspaceId, appId, keyId, version } = principal;
  const query = await parts.conversations.firstQuery(workspaceId, conversation.id);
  if (query === null) throw invalidParameter('the conversation has no message to be named after', 'auto_generate');
  if (version === null || parts.suggestions === undefined) return nameOfQuery(query);
  const user = userOf(parts, principal, optionalUser(principal, body, bodyText)).id;
  const asker = { workspaceId, appId, keyId, version, user, signal };
  return (await parts.suggestions.title(asker, query)) ?? conversation.name;
}
