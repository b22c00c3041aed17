import { type Kysely, sql } from 'kysely';

/**
 * Lists of apps are ordered and counted in this index alone: the rows themselves are large, for each holds its draft. Names
 * and tags are not in it, for an index takes no long texts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index apps_listed on apps (workspace_id, updated_at desc, id) include (mode, status)
    where deleted_at is null`.execute(db);
}
