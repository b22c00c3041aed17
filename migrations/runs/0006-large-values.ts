import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Large values lie in the store of blobs. Where a text refers to one it has `""`, and the column `large` says which
 * blob stands at which character of which column: {"inputs":[[12,{blob}]], …}. A run has two, for its inputs are written
 * when it starts and its outputs when it ends. Rows without `large` are whole, as all older ones are.
 *
 * `run_blobs` lists the blobs of each run. Its partitions go last, when nothing can refer to their blobs any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workflow_runs add column large json, add column large_outputs json`.execute(db);
  await sql`alter table node_executions add column large json`.execute(db);
  await sql`
    create table run_blobs (
      run_id uuid not null,
      key text not null,
      workspace_id uuid not null,
      store text not null,
      size bigint not null,
      primary key (run_id, key)
    ) partition by range (run_id)`.execute(db);
  await isolateByWorkspace(db, 'run_blobs');
  // Runs of before may go on, and have large values then.
  await sql`
    do $$ declare part record; name text; begin
      for part in
        select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'workflow_runs'::regclass
      loop
        name := replace(part.relname, 'workflow_runs', 'run_blobs');
        execute format('create table %I partition of run_blobs %s', name, part.bound);
        execute format('alter table %I enable row level security', name);
        execute format('revoke all on %I from weft_app', name);
      end loop;
    end $$`.execute(db);
  await sql`
    create or replace view run_nodes with (security_invoker = true) as
    select run_id, index, id, workspace_id, node_id, node_type, title, predecessor_node_id, position, status, inputs,
      process_data, outputs, error, error_type, metadata, elapsed, started_at, finished_at, state, null::integer as first,
      large
    from node_executions
    union all
    select e.run_id, (n ->> 0)::integer, (n ->> 1)::uuid, e.workspace_id, n ->> 2, n ->> 3, n ->> 4, n ->> 5,
      (n ->> 6)::json, n ->> 7, (n ->> 11)::json, (n ->> 14)::json, (n ->> 12)::json, n ->> 16, n ->> 17,
      (n ->> 13)::json, (n ->> 8)::double precision, to_timestamp((n ->> 9)::double precision / 1000),
      to_timestamp((n ->> 10)::double precision / 1000), (n ->> 15)::json, e.first, null::json
    from run_events e, json_array_elements(e.nodes::json) n
    where e.nodes is not null`.execute(db);
}
