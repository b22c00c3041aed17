import { type Kysely, sql } from 'kysely';

/** Opinions of a workspace, an app or a user are exported and removed without reading those of others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_feedbacks_of on message_feedbacks (workspace_id, id)`.execute(db);
  await sql`create index message_feedbacks_by_user on message_feedbacks (app_id, end_user_id)`.execute(db);
}
