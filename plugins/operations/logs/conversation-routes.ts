import { json, type Route, type RouteRequest, route, type SchemaValue } from '#http';
import { PlatformError } from '#kernel';
import { consoleUserId } from '#plugins/end-users/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { type ConversationLog, conversationCursor } from './conversation-store.ts';
import { filterQuery, type LogFilters } from './filters.ts';
import { logDocs } from './log-docs.ts';
import { type ExportedLine, exported, formatQuery } from './log-export.ts';
import { conversationDetailItem, conversationLogItem, messageLogItem } from './log-items.ts';
import { memberNames } from './member-names.ts';
import type { MessageLog } from './message-store.ts';
import { type LogRouteParts, nothingToSearch, placeOf, readFilters } from './read-filters.ts';

/** Conversations and messages that are in memory at a time. */
const BATCH = 50;
const MESSAGES = 200;

const uuid = { type: 'string', format: 'uuid' } as const;
const filters = {
  ...filterQuery,
  status: {
    type: 'string',
    enum: ['running', 'normal', 'stopped', 'error'],
    description: 'Only items with a message of this status.',
  },
} as const;
const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 } as const;
const appParams = { type: 'object', properties: { app_id: uuid } } as const;
const params = { type: 'object', properties: { app_id: uuid, conversation_id: uuid } } as const;

const listQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...filters,
    sort: {
      type: 'string',
      enum: ['-updated_at', 'updated_at'],
      default: '-updated_at',
      description: 'Sort order by last message. Searches are sorted by the newest message that matches.',
    },
    limit,
    cursor: {
      type: 'string',
      maxLength: 60,
      pattern: conversationCursor.source,
      description: 'The `next_cursor` of the previous page.',
    },
  },
} as const;
const exportQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { ...filters, ...formatQuery },
} as const;

type Request = RouteRequest<ManagementCaller, unknown, unknown, 'app_id' | 'conversation_id'>;
type Asking<Query> = RouteRequest<ManagementCaller, SchemaValue<Query>, unknown, 'app_id'>;

/** Conversations of an app's end users, for who looks after it. */
export function conversationLogRoutes(parts: LogRouteParts): Route[] {
  const common = { method: 'GET', access: ManagementAccess, permission: 'logs.view' } as const;
  // Who may use apps sees their own.
  const ownToo = { ...common, ownPermission: 'apps.use' } as const;
  return [
    route({
      ...ownToo,
      id: 'logs.list-conversations',
      path: '/console/api/apps/:app_id/conversations',
      summary: 'Search conversations of an app',
      ids: { 'query.cursor': 'conversation' },
      docs: logDocs.conversations,
      params: appParams,
      query: listQuery,
      handle: (request) => listConversations(parts, request),
    }),
    route({
      ...common,
      id: 'logs.export-conversations',
      path: '/console/api/apps/:app_id/conversations/export',
      summary: 'Export the conversations of an app, one row per message, as CSV or JSON Lines',
      docs: logDocs.exportConversations,
      params: appParams,
      query: exportQuery,
      handle: (request) => exportConversations(parts, request),
    }),
    route({
      ...ownToo,
      id: 'logs.get-conversation',
      path: '/console/api/apps/:app_id/conversations/:conversation_id',
      summary: 'Get a conversation with its totals',
      noCommand: '`weft logs conversations` shows it',
      docs: logDocs.conversation,
      params,
      async handle(request) {
        const found = await existing(parts, request);
        const nameOf = await memberNames(parts.accounts, [found]);
        return json({ ...conversationDetailItem(found), user_name: nameOf(found) });
      },
    }),
    route({
      ...ownToo,
      id: 'logs.list-messages',
      path: '/console/api/apps/:app_id/conversations/:conversation_id/messages',
      summary: 'List the messages of a conversation with feedback, annotation and run',
      ids: { 'query.after': 'message' },
      docs: logDocs.messages,
      params,
      query: { type: 'object', additionalProperties: false, properties: { after: uuid, limit } },
      async handle(request) {
        const { after, limit: most } = request.query;
        const { id } = await existing(parts, request);
        const place = await placeOf(parts, request);
        const found = await parts.messages.page(place, id, { after, limit: most + 1 });
        return json({ data: found.slice(0, most).map(messageLogItem), has_more: found.length > most });
      },
    }),
  ];
}

async function listConversations(parts: LogRouteParts, request: Asking<typeof listQuery>) {
  const { sort, limit: most, cursor, ...asked } = request.query;
  const found = await readFilters(parts, request, asked);
  const own = ownUser(request.principal, found.appId);
  const users =
    own === undefined ? found.users : (found.users ?? (own === null ? [] : [own])).filter((id) => id === own);
  const chosen = { ...found, users };
  const place = { cursor, limit: most, isOldestFirst: sort === 'updated_at' };
  const page = await parts.conversations.page(chosen, place);
  if (page === null) throw nothingToSearch();
  const nameOf = await memberNames(parts.accounts, page.items);
  const data = page.items.map((item) => ({ ...conversationLogItem(item), user_name: nameOf(item) }));
  return json({ data, next_cursor: page.next });
}

async function existing(parts: LogRouteParts, request: Request) {
  const id = request.params.conversation_id.toLowerCase();
  const place = await placeOf(parts, request);
  const found = await parts.conversations.get(place, id);
  const own = ownUser(request.principal, place.appId);
  if (found !== null && (own === undefined || found.end_user_id === own)) return found;
  throw new PlatformError('not-found', 'logs.conversation_not_found', `The app has no conversation ${id}.`);
}

/** The only user whose conversations the caller sees; undefined: those of all. */
function ownUser(caller: ManagementCaller, appId: string): string | null | undefined {
  return caller.can('logs.view') ? undefined : consoleUserId(caller, appId);
}

async function exportConversations(parts: LogRouteParts, request: Asking<typeof exportQuery>) {
  const { format, ...asked } = request.query;
  const chosen = await readFilters(parts, request, asked);
  const page = (cursor: string | undefined) =>
    parts.conversations.page(chosen, { cursor, limit: BATCH, isOldestFirst: false });
  // What is wrong with the question is told before the file begins.
  const first = await page(undefined);
  if (first === null) throw nothingToSearch();
  // A conversation that goes on meanwhile moves; it is told once. A search may find it again on a later page.
  const told = new Set<string>();
  async function* batches() {
    for (let current = first; current !== null; ) {
      for (const conversation of current.items) {
        if (told.has(conversation.id)) continue;
        if (chosen.search !== undefined) told.add(conversation.id);
        yield* linesOf(parts, chosen, conversation);
      }
      current = current.next === null ? null : await page(current.next);
    }
  }
  return exported('conversations', format, columns, batches());
}

async function* linesOf(
  { messages }: LogRouteParts,
  place: LogFilters,
  conversation: ConversationLog,
): AsyncGenerator<readonly ExportedLine[]> {
  for (let after: string | undefined; ; ) {
    const found = await messages.page(place, conversation.id, { after, limit: MESSAGES });
    if (found.length > 0) yield found.map((message) => lineOf(conversation, message));
    if (found.length < MESSAGES) return;
    after = found.at(-1)?.id;
  }
}

const columns = [
  ...[
    'conversation_id',
    'conversation',
    'source',
    'user',
    'end_user_id',
    'message_id',
    'run_id',
    'created_at',
    'query',
  ],
  ...['answer', 'status', 'error', 'message_tokens', 'answer_tokens', 'total_price', 'currency', 'latency'],
  ...['rating', 'feedback', 'annotation_id'],
];

function lineOf(conversation: ConversationLog, message: MessageLog): ExportedLine {
  const { id, ...item } = messageLogItem(message);
  const { source, user, end_user_id } = conversationLogItem(conversation);
  const own = message.feedbacks.find((feedback) => feedback.source === 'user');
  const of = { conversation_id: conversation.id, conversation: conversation.name, source, user, end_user_id };
  const line = { ...of, message_id: id, ...item, created_at: message.created_at.toISOString() };
  const { inputs: _, feedbacks: __, files: ___, annotation, ...cells } = line;
  const more = { rating: own?.rating ?? null, feedback: own?.content ?? null, annotation_id: annotation?.id ?? null };
  const values: Readonly<Record<string, string | number | null>> = { ...cells, ...more };
  return { cells: columns.map((column) => values[column] ?? null), item: line };
}
