import { json, type Route, type RouteRequest, route, type SchemaValue } from '#http';
import { type AppCaller, AppUserAccess, requireMode } from '#plugins/app-access/contract.ts';
import type {
  ConversationOwner,
  Conversations,
  KeptConversation,
  MessageText,
} from '#plugins/conversations/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import type { FileAddresses, StoredFiles } from '#plugins/files/contract.ts';
import { conversationItem, ownerOf } from '#plugins/history-api/contract.ts';
import { type ConversationTexts, excerptOf, type TextHit } from '#plugins/logs/contract.ts';
import { searchDocs } from './search-docs.ts';

interface Parts {
  readonly endUsers: EndUsers;
  readonly conversations: Conversations;
  readonly files: StoredFiles;
  /** Undefined: the plugin is switched off; names are searched alone. */
  readonly texts: ConversationTexts | undefined;
}

const query = {
  type: 'object',
  required: ['query'],
  properties: {
    user: { type: 'string' },
    query: { type: 'string', minLength: 1, maxLength: 200, description: 'Words to find.' },
    cursor: { type: 'string', format: 'uuid', description: '`next_cursor` of the page before.' },
    limit: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
  },
} as const;

/** Messages that are looked at for a page: a conversation may have several of them. */
const LOOKED_AT = 100;
/** Conversations with the words in their names. */
const NAMED = 10;

/** Search in conversations. */
export function searchRoutes(parts: Parts): Route[] {
  return [
    route({
      id: 'search-api.search-conversations',
      method: 'GET',
      path: '/v1/conversations/search',
      access: AppUserAccess,
      summary: 'Search conversations by their messages',
      docs: searchDocs,
      query,
      guard: ({ principal }) => requireMode(principal, 'chat'),
      handle: (request) => search(parts, request),
    }),
  ];
}

type SearchRequest = RouteRequest<AppCaller, SchemaValue<typeof query>>;

async function search(parts: Parts, { principal, query, origin }: SearchRequest) {
  const { cursor, limit } = query;
  const words = query.query.trim();
  const owner = ownerOf(parts, principal, query);
  const [named, hits] = await Promise.all([
    cursor === undefined && words !== '' ? parts.conversations.named(owner, words, NAMED) : [],
    find(parts, owner, words, cursor),
  ]);
  // Of each conversation the newest message; newest first.
  const newest = new Map<string, TextHit>();
  for (const hit of hits) if (!newest.has(hit.conversationId)) newest.set(hit.conversationId, hit);
  const shown = [...newest.values()].slice(0, limit);
  const last = newest.size > limit ? shown.at(-1) : hits.length >= LOOKED_AT ? hits.at(-1) : undefined;
  const ofNames = new Set(named.map(({ id }) => id));
  const [conversations, texts] = await Promise.all([
    parts.conversations.findAll(
      owner,
      shown.map(({ conversationId }) => conversationId),
    ),
    parts.conversations.texts(
      owner,
      shown.map(({ messageId }) => messageId),
    ),
  ]);
  const byId = new Map(conversations.map((each) => [each.id, each]));
  const said = new Map(texts.map((each) => [each.id, each]));
  const files = parts.files.at(origin);
  const item = (conversation: KeptConversation) => {
    const hit = shown.find(({ conversationId }) => conversationId === conversation.id);
    return itemOf(files, conversation, { words, text: said.get(hit?.messageId ?? '') });
  };
  const ofTexts = shown.flatMap(({ conversationId: id }) => (ofNames.has(id) ? [] : (byId.get(id) ?? [])));
  return json({
    has_more: last !== undefined,
    next_cursor: last?.runId ?? null,
    data: [...named, ...ofTexts].map(item),
  });
}

async function find({ endUsers, texts }: Parts, owner: ConversationOwner, words: string, before: string | undefined) {
  const { workspaceId, appId, endUserId } = owner;
  const [user] = texts === undefined ? [] : await endUsers.find(workspaceId, appId, [endUserId]);
  // Who was never there has said nothing.
  if (texts === undefined || user === undefined) return [];
  const from = user.createdAt - DAY_MS;
  return texts.find({ workspaceId, appId, endUserId, words, from, before: before?.toLowerCase(), limit: LOOKED_AT });
}

/** Clocks of processes differ. */
const DAY_MS = 86_400_000;

interface Found {
  readonly words: string;
  readonly text: MessageText | undefined;
}

function itemOf(files: FileAddresses, conversation: KeptConversation, { words, text }: Found) {
  const inputs = files.freshenText(conversation.workspaceId, conversation.inputs);
  return {
    ...conversationItem({ ...conversation, inputs }),
    message_id: text?.id ?? null,
    excerpt: text === undefined ? null : excerptOf([text.query, text.answer], words),
  };
}
