import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Run history: append-only and partitioned by time. Ids are UUIDs of version 7, so a range of ids is a range of time:
 * a look-up by id reads one partition, and retention drops one. Values are `json`, not `jsonb`: the text is kept as
 * written (key order, `1.0`), and only its reader parses it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table processes (
      boot_id uuid primary key,
      instance_id uuid not null,
      seen_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table workflow_runs (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      workflow_id uuid not null,
      task_id uuid not null,
      process_id uuid not null,
      kind text not null,
      triggered_from text not null,
      created_by_role text not null,
      created_by uuid not null,
      status text not null,
      inputs json,
      outputs json,
      error text,
      error_code text,
      total_steps integer not null default 0,
      total_tokens integer not null default 0,
      total_price numeric,
      currency text,
      exceptions_count integer not null default 0,
      elapsed double precision,
      created_at timestamptz not null,
      finished_at timestamptz
    ) partition by range (id)`.execute(db);
  await sql`create index workflow_runs_by_app on workflow_runs (app_id, id desc)`.execute(db);
  await sql`create index workflow_runs_running on workflow_runs (process_id) where status = 'running'`.execute(db);
  await sql`
    create table node_executions (
      run_id uuid not null,
      index integer not null,
      id uuid not null,
      workspace_id uuid not null,
      node_id text not null,
      node_type text not null,
      title text not null,
      predecessor_node_id text,
      position json,
      status text not null,
      inputs json,
      process_data json,
      outputs json,
      error text,
      error_type text,
      metadata json,
      elapsed double precision not null,
      started_at timestamptz not null,
      finished_at timestamptz not null,
      primary key (run_id, index)
    ) partition by range (run_id)`.execute(db);
  await isolateByWorkspace(db, 'workflow_runs');
  await isolateByWorkspace(db, 'node_executions');
}
