import { type Kysely, sql } from 'kysely';

/** Opinions are shown with their conversations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_feedbacks_by_conversation on message_feedbacks (conversation_id)`.execute(db);
}
