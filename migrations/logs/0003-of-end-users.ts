import { type Kysely, sql } from 'kysely';

/** What an older version indexes meanwhile, end users find by its title only. */
export const olderCanWrite = true;

/**
 * End users search in their conversations: the words of a message begin with them, too (plugins/operations/logs/search-terms.ts).
 * What is in the index is queued to be indexed again, newest first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into log_queue (run_id, workspace_id, app_id, message_id)
    select run_id, workspace_id, app_id, message_id from log_texts where conversation_id is not null
    on conflict do nothing`.execute(db);
}
