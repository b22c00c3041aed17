import { type Kysely, sql } from 'kysely';

/** Which app key a run was started with; null: none, it was started in the console, or before this was kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workflow_runs add column key_id uuid`.execute(db);
}
