import { type Kysely, sql } from 'kysely';

/** Runs that did not simply succeed are looked for, and are few: others pay nothing for these indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rare = sql`where status in ('failed', 'stopped', 'partial-succeeded', 'paused')`;
  await sql`create index workflow_runs_rare_by_app on workflow_runs (app_id, status, id desc) ${rare}`.execute(db);
  await sql`create index workflow_runs_rare on workflow_runs (workspace_id, status, id desc) ${rare}`.execute(db);
}
