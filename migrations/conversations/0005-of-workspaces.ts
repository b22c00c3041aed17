import { type Kysely, sql } from 'kysely';

/**
 * Messages and conversations of a workspace are exported and removed by these, without reading those of others. Messages
 * of an app or a user are found by their conversations, and those without any by an index that others pay nothing for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index messages_of on messages (workspace_id, id)`.execute(db);
  await sql`
    create index messages_alone on messages (app_id, end_user_id, id) where conversation_id is null`.execute(db);
  await sql`create index conversations_of on conversations (workspace_id, id)`.execute(db);
}
