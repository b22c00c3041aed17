import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Batches and their rows. How many rows are in which state is kept with the batch, and changes with them. `revision` counts
 * the changes of a batch; each row has that of its own last one. A row is `paused` while its run waits for people.
 *
 * A run whose row somebody else has by now, or whose batch was stopped, is refused by the statement that would write its
 * first rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table batches (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      end_user_id uuid not null,
      user_type text not null,
      session_id text not null,
      visitor_address text,
      key_id uuid,
      workflow_id uuid not null,
      name text not null,
      kept boolean not null default false,
      status text not null,
      total integer not null,
      wrong integer not null,
      waiting integer not null,
      running integer not null default 0,
      paused integer not null default 0,
      succeeded integer not null default 0,
      failed integer not null default 0,
      stopped integer not null default 0,
      columns json not null,
      output_columns json not null default '[]',
      error text,
      retry_at timestamptz,
      revision bigint not null default 0,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index batches_of_user on batches (workspace_id, app_id, end_user_id, id)`.execute(db);
  await sql`create index batches_open on batches (workspace_id, id) where status = 'running' or running > 0`.execute(
    db,
  );
  await sql`
    create table batch_rows (
      workspace_id uuid not null,
      app_id uuid not null,
      batch_id uuid not null,
      number integer not null,
      status text not null,
      inputs json not null,
      run_id uuid,
      outputs json,
      outputs_elsewhere boolean not null default false,
      error text,
      elapsed double precision,
      total_tokens integer,
      revision bigint not null default 0,
      primary key (workspace_id, app_id, batch_id, number)
    )`.execute(db);
  await sql`create index batch_rows_by_status on batch_rows (batch_id, status, number)`.execute(db);
  await sql`create index batch_rows_by_revision on batch_rows (batch_id, revision)`.execute(db);
  await sql`create index batch_rows_by_run on batch_rows (run_id) where run_id is not null`.execute(db);
  for (const table of ['batches', 'batch_rows']) await isolateByWorkspace(db, table);
  await sql`
    create function refuse_batch_row() returns integer language plpgsql as $$
    begin
      raise exception 'Another process has this row of the batch, or the batch was stopped.' using errcode = 'WF003';
    end $$`.execute(db);
}
