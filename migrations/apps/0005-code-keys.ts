import { type Kysely, sql } from 'kysely';

/** The name by which files know an app; two that are applied at the same time don't make it twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table apps add column code_key text`.execute(db);
  await sql`
    create unique index apps_by_code_key on apps (workspace_id, code_key)
    where code_key is not null and deleted_at is null`.execute(db);
}
