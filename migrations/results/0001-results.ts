import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Runs as the results of who started them: one by one, without those of batches, with what their user says of them. A place
 * says up to which run those of a user have been looked through.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table results (
      workspace_id uuid not null,
      app_id uuid not null,
      end_user_id uuid not null,
      run_id uuid not null,
      name text not null default '',
      kept boolean not null default false,
      hidden boolean not null default false,
      primary key (workspace_id, app_id, end_user_id, run_id)
    )`.execute(db);
  await sql`
    create index results_kept on results (workspace_id, app_id, end_user_id, run_id) where kept and not hidden`.execute(
    db,
  );
  await sql`create index results_by_run on results (run_id)`.execute(db);
  await sql`
    create table result_places (
      workspace_id uuid not null,
      app_id uuid not null,
      end_user_id uuid not null,
      run_id uuid not null,
      primary key (workspace_id, app_id, end_user_id)
    )`.execute(db);
  for (const table of ['results', 'result_places']) await isolateByWorkspace(db, table);
}
