import { type Kysely, sql } from 'kysely';

/**
 * Nodes that ended are kept with the events that tell of it, as one text for all of them: a row each costs the database
 * more than running a trivial node does. Only large ones have a row in `node_executions`. The view `run_nodes` shows
 * both alike; whoever asks it is under his own row-level security.
 *
 * An element of `nodes`: [index, id, node_id, node_type, title, predecessor_node_id, position, status, elapsed,
 * started_at, finished_at (milliseconds since the epoch), inputs, outputs, metadata, process_data, state, error,
 * error_type]; what is null at the end may be left out. Values are JSON texts, kept as strings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run_events add column nodes text`.execute(db);
  // Quicker than what is there everywhere; not every server is built with it.
  await sql`
    do $$ begin
      alter table run_events alter column nodes set compression lz4;
    exception when feature_not_supported or invalid_parameter_value then null;
    end $$`.execute(db);
  await sql`
    create view run_nodes with (security_invoker = true) as
    select run_id, index, id, workspace_id, node_id, node_type, title, predecessor_node_id, position, status, inputs,
      process_data, outputs, error, error_type, metadata, elapsed, started_at, finished_at, state, null::integer as first
    from node_executions
    union all
    select e.run_id, (n ->> 0)::integer, (n ->> 1)::uuid, e.workspace_id, n ->> 2, n ->> 3, n ->> 4, n ->> 5,
      (n ->> 6)::json, n ->> 7, (n ->> 11)::json, (n ->> 14)::json, (n ->> 12)::json, n ->> 16, n ->> 17,
      (n ->> 13)::json, (n ->> 8)::double precision, to_timestamp((n ->> 9)::double precision / 1000),
      to_timestamp((n ->> 10)::double precision / 1000), (n ->> 15)::json, e.first
    from run_events e, json_array_elements(e.nodes::json) n
    where e.nodes is not null`.execute(db);
  await sql`grant select on run_nodes to weft_app`.execute(db);
}
