import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What going on with a run needs: what it was started with (`start`), how often a crash interrupted it (`crashes`), what
 * it waits for (`pause`), and of each node what its shown outputs do not say (`state`). Graphs are kept by their hash:
 * a run goes on with the graph it began with, whatever the app has become.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workflow_runs add column start json`.execute(db);
  await sql`alter table workflow_runs add column crashes integer not null default 0`.execute(db);
  await sql`alter table workflow_runs add column pause json`.execute(db);
  await sql`alter table node_executions add column state json`.execute(db);
  await sql`
    create table run_graphs (
      workspace_id uuid not null,
      hash text not null,
      text text not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, hash)
    )`.execute(db);
  await isolateByWorkspace(db, 'run_graphs');
}
