import { type Kysely, sql } from 'kysely';

/** What a workspace is allowed beside its plan, as JSON by name: terms that were agreed on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column plan_terms json`.execute(db);
}
