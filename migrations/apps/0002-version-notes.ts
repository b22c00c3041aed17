import { type Kysely, sql } from 'kysely';

/** What was published, and by whom; and finding an app's versions, and deleted apps, without reading the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_versions add column note text not null default ''`.execute(db);
  await sql`alter table app_versions add column published_by text not null default ''`.execute(db);
  await sql`create index apps_deleted on apps (workspace_id, deleted_at desc) where deleted_at is not null`.execute(db);
}
