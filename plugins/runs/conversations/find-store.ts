import { type Kysely, sql } from 'kysely';
import { type Database, only } from '#plugins/database/contract.ts';
import { clean } from './clean-text.ts';
import type { ConversationOwner, KeptConversation, MessageText } from './contract.ts';
import { conversationColumns, toConversation } from './store.ts';
import type { ConversationTables } from './tables.ts';

/** Conversations of a user whose names are looked at: a search costs the same however many there are. */
const NAMED = 1_000;
/** Characters of a text that are read. */
const READ = 50_000;

/** Reads what a user's search found; workspace role. */
export class FindStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findAll({ workspaceId, appId, endUserId }: ConversationOwner, ids: readonly string[]) {
    if (ids.length === 0) return [];
    const rows = await this.#conversations(workspaceId)
      .where('id', 'in', ids)
      // By their keys alone: see `ConversationStore`.
      .where('app_id', 'is not distinct from', appId)
      .where('end_user_id', 'is not distinct from', endUserId)
      .where(sql<boolean>`(deleted_at is not null) is not true`)
      .execute();
    return rows.map(toConversation);
  }

  async named(owner: ConversationOwner, part: string, limit: number): Promise<readonly KeptConversation[]> {
    const { workspaceId, appId, endUserId } = owner;
    const wanted = clean(part).trim();
    if (wanted === '') return [];
    const newest = this.#conversations(workspaceId)
      .where('app_id', '=', appId)
      .where(only('end_user_id', sql`${endUserId}::uuid`))
      .where(sql<boolean>`(deleted_at is not null) is not true`)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(NAMED);
    const rows = await this.#db(workspaceId)
      .selectFrom(newest.as('newest'))
      .selectAll()
      .where(sql<boolean>`position(lower(${wanted}) in lower(name)) > 0`)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toConversation);
  }

  async texts({ workspaceId, appId, endUserId }: ConversationOwner, ids: readonly string[]): Promise<MessageText[]> {
    if (ids.length === 0) return [];
    return this.#db(workspaceId)
      .selectFrom('messages')
      .select(['id', sql<string>`left(query, ${READ})`.as('query'), sql<string>`left(answer, ${READ})`.as('answer')])
      .where('id', 'in', ids)
      .where('app_id', 'is not distinct from', appId)
      .where('end_user_id', 'is not distinct from', endUserId)
      .execute();
  }

  #conversations(workspaceId: string) {
    return this.#db(workspaceId)
      .selectFrom('conversations')
      .select(conversationColumns)
      .select(sql<string>`inputs::text`.as('inputs'));
  }

  #db(workspaceId: string): Kysely<ConversationTables> {
    return this.#database.workspace<ConversationTables>(workspaceId);
  }
}
