import { type Kysely, sql } from 'kysely';

/** End users of a workspace are exported and removed without reading those of others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index end_users_of on end_users (workspace_id, id)`.execute(db);
}
