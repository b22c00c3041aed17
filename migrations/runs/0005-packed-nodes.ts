import { type Kysely, sql } from 'kysely';

/**
 * Nodes that ended are kept with the events that tell of it, as one text for all of them: a row each costs the database
 * more than running a trivial node does. Only large ones have a row in `node_executions`. The view `run_nodes` shows
 * both alike; whoever asks it is under his own row-level security.
 *
 * An element of `nodes`: [index, id, node_id, node_type, title, predecessor_node_id, position, status, elapsed,
 * started_at, finished_at (milliseconds since the epoch), inputs, outputs, metadata, process_data, state, error,
 * error_type]; what is null at the end may be left out.
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
      ${element(6)}, n ->> 7, ${element(11)}, ${element(14)}, ${element(12)}, n ->> 16, n ->> 17, ${element(13)},
      (n ->> 8)::double precision, ${time(9)}, ${time(10)}, ${element(15)}, e.first
    from run_events e, json_array_elements(e.nodes::json) n
    where e.nodes is not null`.execute(db);
  await sql`grant select on run_nodes to weft_app`.execute(db);
}

function element(position: number) {
  const value = sql`n -> ${sql.lit(position)}`;
  return sql`case when json_typeof(${value}) <> 'null' then ${value} end`;
}

function time(position: number) {
  return sql`to_timestamp((n ->> ${sql.lit(position)})::double precision / 1000)`;
}
