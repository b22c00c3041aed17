import { type Kysely, sql } from 'kysely';

/** Versions have names, and deleted apps are found by their time, whosever they are: they go after a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_versions add column name text not null default ''`.execute(db);
  await sql`create index apps_to_purge on apps (deleted_at) where deleted_at is not null`.execute(db);
}
