import { type Kysely, type Selectable, sql } from 'kysely';
import type { AppMode } from '#engine';
import { PlatformError } from '#kernel';
import { type Database, only } from '#plugins/database/contract.ts';
import { branchBehind } from './branches.ts';
import { clean } from './clean-text.ts';
import type {
  ConversationOwner,
  ConversationPage,
  HistoryTurn,
  KeptConversation,
  KeptVariable,
  Message,
  Page,
} from './contract.ts';
import type { ConversationTables } from './tables.ts';

export const conversationColumns = [
  'id',
  'workspace_id',
  'app_id',
  'end_user_id',
  'name',
  'mode',
  'introduction',
  'dialogue_count',
  'created_at',
  'updated_at',
  'pinned',
  'archived',
] as const;

const messageColumns = [
  'id',
  'workspace_id',
  'app_id',
  'conversation_id',
  'end_user_id',
  'run_id',
  'query',
  'answer',
  'status',
  'error',
  'message_tokens',
  'answer_tokens',
  'total_price',
  'currency',
  'latency',
  'created_at',
  'parent_id',
] as const;

/** Turns kept in reach of a model's memory, and the bytes they may have together. */
const HISTORY_LIMIT = 500;
const HISTORY_BYTES = 2_000_000;
/** Messages that are looked through for those of a branch. */
const BRANCHED_LIMIT = 2_000;

/** Reads conversations, messages and variables of one workspace at a time. */
export class ConversationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(owner: ConversationOwner, id: string): Promise<KeptConversation | null> {
    const row = await this.#one(owner, id);
    return row === undefined ? null : toConversation(row);
  }

  async list(owner: ConversationOwner, page: ConversationPage): Promise<Page<KeptConversation>> {
    const isDescending = page.sort.startsWith('-');
    const column = page.sort.endsWith('created_at') ? 'created_at' : 'updated_at';
    const direction = isDescending ? 'desc' : 'asc';
    let query = this.#owned(owner).orderBy(column, direction).orderBy('id', direction);
    const { lastId, isPinned, isArchived, search } = page;
    if (isPinned !== undefined) query = query.where('pinned', '=', isPinned);
    if (isArchived !== undefined) query = query.where('archived', '=', isArchived);
    if (search !== undefined) query = query.where(sql<boolean>`position(lower(${clean(search)}) in lower(name)) > 0`);
    if (lastId !== null) {
      const sign = sql.raw(isDescending ? '<' : '>');
      const place = sql`(select ${sql.ref(column)} from conversations where id = ${lastId}::uuid)`;
      query = query.where(sql<boolean>`(${sql.ref(column)}, id) ${sign} (${place}, ${lastId}::uuid)`);
    }
    const [rows, last] = await Promise.all([
      query.limit(page.limit + 1).execute(),
      lastId === null ? undefined : this.#one(owner, lastId),
    ]);
    if (lastId !== null && last === undefined) throw notFound('conversation', lastId);
    return { items: rows.slice(0, page.limit).map(toConversation), hasMore: rows.length > page.limit };
  }

  async variables(workspaceId: string, conversationId: string): Promise<KeptVariable[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('conversation_variables')
      .select(['name', 'value_type', 'created_at', 'updated_at', sql<string>`value::text`.as('value')])
      .where('conversation_id', '=', conversationId)
      .orderBy('name')
      .execute();
    return rows.map((row) => ({
      name: row.name,
      valueType: row.value_type,
      value: row.value,
      createdAt: row.created_at.getTime(),
      updatedAt: row.updated_at.getTime(),
    }));
  }

  async firstQuery(workspaceId: string, conversationId: string): Promise<string | null> {
    const row = await this.#db(workspaceId)
      .selectFrom('messages')
      .select('query')
      .where(within(conversationId))
      .orderBy('conversation_id', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.query ?? null;
  }

  async message(owner: ConversationOwner, id: string): Promise<Message | null> {
    const row = await this.#messages(owner).where('id', '=', id).executeTakeFirst();
    if (row === undefined) return null;
    const isGone = row.conversation_id !== null && (await this.find(owner, row.conversation_id)) === null;
    return isGone ? null : toMessage(row);
  }

  async messages(
    owner: ConversationOwner,
    conversationId: string,
    page: { firstId: string | null; limit: number },
  ): Promise<Page<Message>> {
    const { firstId } = page;
    const all = this.#messages(owner).where(within(conversationId));
    const before = firstId === null ? all : all.where('id', '<', firstId);
    const [rows, first] = await Promise.all([
      before
        .orderBy('conversation_id')
        .orderBy('id', 'desc')
        .limit(page.limit + 1)
        .execute(),
      firstId === null ? undefined : all.where('id', '=', firstId).executeTakeFirst(),
    ]);
    if (firstId !== null && first === undefined) throw notFound('message', firstId);
    return { items: rows.slice(0, page.limit).reverse().map(toMessage), hasMore: rows.length > page.limit };
  }

  /** The latest turns that were answered, newest last. */
  async history(
    workspaceId: string,
    appId: string,
    conversationId: string,
    limit: number | null,
    run: { readonly id: string; readonly parentId: string | undefined } = { id: '', parentId: undefined },
  ): Promise<HistoryTurn[]> {
    const most = Math.min(limit ?? HISTORY_LIMIT, HISTORY_LIMIT);
    // Measured before it is read: a conversation of endless turns would not fit into any memory.
    const measured = this.#db(workspaceId)
      .selectFrom('messages')
      .select(['id', 'query', 'answer', 'files', 'parent_id', 'run_id', 'status'])
      .select(
        sql<string>`sum(octet_length(query) + octet_length(answer)) over (order by conversation_id, id desc)`.as(
          'bytes',
        ),
      )
      .where(within(conversationId))
      .where('app_id', '=', appId)
      // What failed is none of it, but says which branch it began; so does the message that asks.
      .where(sql<boolean>`(status in ('normal', 'stopped') or parent_id is not null)`)
      .orderBy('conversation_id')
      .orderBy('id', 'desc')
      .limit(most + 1);
    const read = await this.#db(workspaceId)
      .selectFrom(measured.as('measured'))
      .select(['id', 'query', 'answer', 'parent_id', 'run_id', 'status', sql<string>`files::text`.as('files')])
      .where('bytes', '<=', String(HISTORY_BYTES))
      .orderBy('id', 'desc')
      .execute();
    const isBranched = run.parentId !== undefined || read.some((row) => row.parent_id !== null);
    const rows = isBranched ? await this.#branch(workspaceId, conversationId, { ...run, most }) : read.slice(0, most);
    return rows.reverse().map((row) => ({ query: row.query, answer: row.answer, files: JSON.parse(row.files) }));
  }

  /** The same of a conversation with branches: what the run has behind it, newest first. */
  async #branch(
    workspaceId: string,
    conversationId: string,
    run: { readonly id: string; readonly parentId: string | undefined; readonly most: number },
  ) {
    const messages = this.#db(workspaceId).selectFrom('messages').where(within(conversationId));
    const all = await messages
      .select(['id', 'parent_id', 'run_id', 'status'])
      .orderBy('conversation_id')
      .orderBy('id', 'desc')
      .limit(BRANCHED_LIMIT)
      .execute();
    const ids = branchBehind(all, { runId: run.id, parentId: run.parentId, limit: run.most });
    if (ids.length === 0) return [];
    const rows = await messages
      .select(['id', 'query', 'answer', sql<string>`files::text`.as('files')])
      .select(sql<number>`octet_length(query) + octet_length(answer)`.as('bytes'))
      .where('id', 'in', ids)
      .orderBy('conversation_id')
      .orderBy('id', 'desc')
      .execute();
    let bytes = 0;
    return rows.filter((row) => {
      bytes += row.bytes;
      return bytes <= HISTORY_BYTES;
    });
  }

  #owned({ workspaceId, appId, endUserId }: ConversationOwner) {
    return (
      this.#conversations(workspaceId)
        .where('app_id', '=', appId)
        .where(only('end_user_id', sql`${endUserId}::uuid`))
        // No index of the app's conversations answers that, which would have to be read past those of all other users.
        .where(sql<boolean>`(deleted_at is not null) is not true`)
    );
  }

  /**
   * One of theirs. Whose it is, and whether it is there still, is asked in ways that no index answers: as long as PostgreSQL
   * knows nothing of the table, an index of all that is theirs looks as good to it as the key, and is read from end to end.
   */
  async #one({ workspaceId, appId, endUserId }: ConversationOwner, id: string) {
    const row = await this.#conversations(workspaceId)
      .select('deleted_at')
      .where('id', '=', id)
      .where('app_id', 'is not distinct from', appId)
      .where('end_user_id', 'is not distinct from', endUserId)
      .executeTakeFirst();
    return row?.deleted_at === null ? row : undefined;
  }

  #conversations(workspaceId: string) {
    return this.#db(workspaceId)
      .selectFrom('conversations')
      .select(conversationColumns)
      .select(sql<string>`inputs::text`.as('inputs'));
  }

  #messages(owner: ConversationOwner) {
    return this.#db(owner.workspaceId)
      .selectFrom('messages')
      .select(messageColumns)
      .select([sql<string>`inputs::text`.as('inputs'), sql<string>`files::text`.as('files')])
      .select([sql<string>`answer_files::text`.as('answer_files'), sql<string>`citations::text`.as('citations')])
      .select(sql<string>`agent_thoughts::text`.as('agent_thoughts'))
      .where('end_user_id', '=', owner.endUserId)
      .where('app_id', '=', owner.appId);
  }

  #db(workspaceId: string): Kysely<ConversationTables> {
    return this.#database.workspace<ConversationTables>(workspaceId);
  }
}

/**
 * The messages of a conversation, to be ordered by it and then by id. An equality would leave the order to the id alone, and
 * the planner may then look through all newer messages there are for those of a long conversation. Told twice, it is that of
 * few: as long as nothing is known of the table, an index of the whole workspace would be read besides, to compare the two.
 */
export function within(conversationId: string) {
  const id = sql`${conversationId}::uuid`;
  return sql<boolean>`conversation_id between ${id} and ${id} and conversation_id = any(array[${id}])`;
}

function notFound(what: string, id: string): PlatformError {
  return new PlatformError('not-found', 'conversations.not_found', `There is no ${what} ${id} for this user.`);
}

type ConversationRow = Omit<Selectable<ConversationTables['conversations']>, 'deleted_at'>;

export function toConversation(row: ConversationRow): KeptConversation {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    appId: row.app_id,
    endUserId: row.end_user_id,
    name: row.name,
    mode: row.mode as AppMode,
    inputs: row.inputs,
    introduction: row.introduction,
    dialogueCount: row.dialogue_count,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    isPinned: row.pinned,
    isArchived: row.archived,
  };
}

function toMessage(row: Selectable<ConversationTables['messages']>): Message {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    appId: row.app_id,
    conversationId: row.conversation_id,
    endUserId: row.end_user_id,
    runId: row.run_id,
    inputs: row.inputs,
    query: row.query,
    answer: row.answer,
    files: row.files,
    answerFiles: row.answer_files,
    citations: row.citations,
    agentThoughts: row.agent_thoughts,
    status: row.status as Message['status'],
    error: row.error,
    messageTokens: row.message_tokens,
    answerTokens: row.answer_tokens,
    totalPrice: row.total_price,
    currency: row.currency,
    latency: row.latency,
    createdAt: row.created_at.getTime(),
    parentId: row.parent_id,
  };
}
