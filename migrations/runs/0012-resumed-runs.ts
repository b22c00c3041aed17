import { type Kysely, sql } from 'kysely';

/** Budgets ask again and again what runs have used that waited for people and go on: they are few among those that run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index workflow_runs_resumed on workflow_runs (workspace_id, id)
    where status = 'running' and pause is not null`.execute(db);
}
