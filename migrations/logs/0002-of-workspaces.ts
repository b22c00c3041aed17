import { type Kysely, sql } from 'kysely';

/**
 * Words of a workspace's or an app's runs are removed without reading those of others, and words of runs that the history
 * forgets without reading those of messages, which stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index log_texts_of on log_texts (workspace_id, app_id)`.execute(db);
  await sql`create index log_texts_of_runs on log_texts (run_id) where message_id is null`.execute(db);
}
