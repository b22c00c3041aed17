import { type Kysely, sql } from 'kysely';

/**
 * Runs of a workspace, of a user, and those that an editor of an app looks at: without these, what is asked of few runs
 * reads all there are, of everybody. Each of the first two costs a run some 5 µs of the database's processor (of 160); runs
 * that are not made for debugging pay nothing for the third.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index workflow_runs_by_workspace on workflow_runs (workspace_id, id desc)`.execute(db);
  await sql`create index workflow_runs_by_user on workflow_runs (created_by, id desc)`.execute(db);
  await sql`
    create index workflow_runs_debugging on workflow_runs (app_id, workflow_id, id desc)
      where triggered_from = 'debugging'`.execute(db);
}
