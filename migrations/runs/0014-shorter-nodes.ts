import { type Kysely, sql } from 'kysely';

/**
 * Of most nodes the id is made of the run's and the index (engine/contract/execution-id.ts), and says nothing: without it
 * a node of a few words takes half the room. An element of `nodes` is what it was (0005-packed-nodes.ts), but that
 *
 * - `id` is null when it is that one;
 * - `started_at` below 1e11 counts milliseconds from the time in the run's id, and `finished_at` from `started_at`.
 *   Larger ones are those of before, since the epoch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function run_time(run_id uuid) returns bigint language sql immutable parallel safe as $$
      select ('x' || substr(run_id::text, 1, 8) || substr(run_id::text, 10, 4))::bit(48)::bigint
    $$`.execute(db);
  await sql`
    create function node_execution_id(run_id uuid, index integer) returns uuid language sql immutable parallel safe as $$
      select (substr(run_id::text, 1, 24)
        || lpad(to_hex((('x' || substr(run_id::text, 25))::bit(48)::bigint + index) & 281474976710655), 12, '0'))::uuid
    $$`.execute(db);
  await sql`
    create or replace view run_nodes with (security_invoker = true) as
    select run_id, index, id, workspace_id, node_id, node_type, title, predecessor_node_id, position, status, inputs,
      process_data, outputs, error, error_type, metadata, elapsed, started_at, finished_at, state, null::integer as first,
      large
    from node_executions
    union all
    select e.run_id, (n ->> 0)::integer, coalesce((n ->> 1)::uuid, node_execution_id(e.run_id, (n ->> 0)::integer)),
      e.workspace_id, n ->> 2, n ->> 3, n ->> 4, n ->> 5, (n ->> 6)::json, n ->> 7, (n ->> 11)::json, (n ->> 14)::json,
      (n ->> 12)::json, n ->> 16, n ->> 17, (n ->> 13)::json, (n ->> 8)::double precision,
      to_timestamp(t.started / 1000), to_timestamp(t.finished / 1000), (n ->> 15)::json, e.first, null::json
    from run_events e, json_array_elements(e.nodes::json) n, lateral (
      select case when since < 1e11 then run_time(e.run_id) + since else since end as started,
        case when since < 1e11 then run_time(e.run_id) + since + rest else rest end as finished
      from (select (n ->> 9)::double precision as since, (n ->> 10)::double precision as rest) given
    ) t
    where e.nodes is not null`.execute(db);
}
