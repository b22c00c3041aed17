import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type {
  ConversationOwner,
  ConversationShare,
  ConversationShares,
  Page,
  SharedConversation,
  SharedMessage,
} from './contract.ts';
import { within } from './store.ts';
import type { ConversationTables } from './tables.ts';

const MAX_SHARES = 100;

/** All SQL of links to conversations; workspace role. */
export class ShareStore implements ConversationShares {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(owner: ConversationOwner, conversationId: string, token: string): Promise<ConversationShare | null> {
    const { workspaceId, appId, endUserId } = owner;
    const { rows } = await sql<ShareRow>`
      insert into conversation_shares (id, workspace_id, app_id, end_user_id, conversation_id, token_hash, last_message_id)
      select ${newId()}::uuid, c.workspace_id, c.app_id, c.end_user_id, c.id, ${hashOf(token)}, m.id
      from conversations c, lateral (
        select id from messages where ${within(conversationId)} and status <> 'running'
        order by conversation_id, id desc limit 1
      ) m
      where c.id = ${conversationId}::uuid and c.app_id = ${appId}::uuid and c.end_user_id = ${endUserId}::uuid
        and c.deleted_at is null
      returning id, conversation_id, created_at,
        (select name from conversations where id = conversation_id) as name`.execute(this.#db(workspaceId));
    return rows[0] === undefined ? null : toShare(rows[0]);
  }

  async list({ workspaceId, appId, endUserId }: ConversationOwner): Promise<readonly ConversationShare[]> {
    const { rows } = await sql<ShareRow>`
      select s.id, s.conversation_id, s.created_at, c.name
      from conversation_shares s join conversations c on c.id = s.conversation_id and c.deleted_at is null
      where s.workspace_id = ${workspaceId}::uuid and s.app_id = ${appId}::uuid and s.end_user_id = ${endUserId}::uuid
      order by s.id desc limit ${MAX_SHARES}`.execute(this.#db(workspaceId));
    return rows.map(toShare);
  }

  async remove({ workspaceId, appId, endUserId }: ConversationOwner, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db(workspaceId)
      .deleteFrom('conversation_shares')
      .where('id', '=', id)
      .where('app_id', '=', appId)
      .where('end_user_id', '=', endUserId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Those of a conversation that is deleted. */
  async removeOf(workspaceId: string, conversationId: string): Promise<void> {
    await this.#db(workspaceId)
      .deleteFrom('conversation_shares')
      .where('conversation_id', '=', conversationId)
      .execute();
  }

  async open(
    { workspaceId, appId }: Pick<ConversationOwner, 'workspaceId' | 'appId'>,
    token: string,
  ): Promise<SharedConversation | null> {
    const { rows } = await sql<ShareRow & { readonly introduction: string; readonly last_message_id: string }>`
      select s.id, s.conversation_id, s.created_at, s.last_message_id, c.name, c.introduction
      from conversation_shares s join conversations c on c.id = s.conversation_id and c.deleted_at is null
      where s.token_hash = ${hashOf(token)} and s.app_id = ${appId}::uuid`.execute(this.#db(workspaceId));
    const [row] = rows;
    if (row === undefined) return null;
    return { ...toShare(row), introduction: row.introduction, lastMessageId: row.last_message_id };
  }

  async messages(
    workspaceId: string,
    { conversationId, lastMessageId }: SharedConversation,
    { firstId, limit }: { readonly firstId: string | null; readonly limit: number },
  ): Promise<Page<SharedMessage>> {
    const before = firstId === null ? sql`true` : sql`id < ${firstId}::uuid`;
    const { rows } = await sql<MessageRow>`
      select id, query, answer, parent_id, created_at, json_array_length(files) + json_array_length(answer_files) as files
      from messages
      where ${within(conversationId)} and id <= ${lastMessageId}::uuid and status <> 'running' and ${before}
      order by conversation_id, id desc limit ${limit + 1}`.execute(this.#db(workspaceId));
    return { items: rows.slice(0, limit).reverse().map(toMessage), hasMore: rows.length > limit };
  }

  #db(workspaceId: string): Kysely<ConversationTables> {
    return this.#database.workspace<ConversationTables>(workspaceId);
  }
}

/** A token is random and long: what is kept of it leads nobody to it. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

interface ShareRow {
  readonly id: string;
  readonly conversation_id: string;
  readonly name: string;
  readonly created_at: Date;
}

function toShare({ id, conversation_id: conversationId, name, created_at: at }: ShareRow): ConversationShare {
  return { id, conversationId, name, createdAt: at.getTime() };
}

interface MessageRow {
  readonly id: string;
  readonly query: string;
  readonly answer: string;
  readonly parent_id: string | null;
  readonly created_at: Date;
  readonly files: number;
}

function toMessage({ id, query, answer, parent_id, created_at, files }: MessageRow): SharedMessage {
  return { id, query, answer, parentId: parent_id, createdAt: created_at.getTime(), fileCount: files };
}
