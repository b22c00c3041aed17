import { type Kysely, sql } from 'kysely';

/** Stop requests name a run by its task, and a paused run is in no process's memory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index workflow_runs_paused on workflow_runs (task_id) where status = 'paused'`.execute(db);
}
