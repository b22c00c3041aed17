import { CompiledQuery } from 'kysely';
import type { JsonText } from '#engine';
import { PlatformError } from '#kernel';
import type { Sink } from '#plugins/database/contract.ts';
import { clean } from './clean-text.ts';

/** Names a row of a batch. */
export interface RowPlace {
  readonly workspaceId: string;
  readonly appId: string;
  readonly batchId: string;
  readonly number: number;
}

interface RunOfRow {
  readonly place: RowPlace;
  readonly runId: string;
}

/** What became of a row. `runId` null: it ended without a run. */
export interface EndedRow {
  readonly place: RowPlace;
  readonly runId: string | null;
  readonly status: 'succeeded' | 'failed' | 'stopped';
  readonly outputs: JsonText | null;
  readonly isElsewhere: boolean;
  readonly error: string | null;
  readonly elapsed: number | null;
  readonly totalTokens: number | null;
  /** Names of the outputs. */
  readonly names: readonly string[];
}

const PLACE = 'workspace_id uuid, app_id uuid, batch_id uuid, number integer';
const IS_ROW =
  'r.workspace_id = g.workspace_id and r.app_id = g.app_id and r.batch_id = g.batch_id and r.number = g.number';

/**
 * Every statement here takes the batches first, in the order of their ids: what changes a batch changes it alone. Rows are
 * read again behind that lock, for the statement began before it had it.
 */
const LOCKED = `
  locked as materialized (
    select id, status, revision + 1 as revision from batches
    where id in (select batch_id from given) order by id for update
  )`;

const BOUND = `
  with given as materialized (
    select * from json_to_recordset($1::json) as g(${PLACE}, run_id uuid)
  ), ${LOCKED}, found as materialized (
    select g.*, r.status, r.run_id as bound_to, l.status as batch_status, l.revision
    from given g join locked l on l.id = g.batch_id join batch_rows r on ${IS_ROW} for update of r
  ), bound as (
    update batch_rows r set status = 'running', run_id = g.run_id, error = null, outputs = null, revision = g.revision
    from found g where ${IS_ROW} and g.status = 'waiting' and g.batch_status = 'running'
    returning r.batch_id
  ), counted as (
    update batches b set waiting = b.waiting - n.bound, running = b.running + n.bound, revision = b.revision + 1,
      error = null, retry_at = null
    from (select batch_id, count(*)::integer as bound from bound group by batch_id) n where b.id = n.batch_id
  )
  select case when (select count(*) from bound) + (select count(*) from found where bound_to = run_id) < $2::integer
    then refuse_batch_row() end`;

/** SQLSTATE of `refuse_batch_row`. */
const REFUSED = 'WF003';
export const ROW_TAKEN = 'batches.row_taken';

/** Binds rows to runs that begin. Throws `batches.row_taken`: a run that has no row does not become durable. */
export const boundSink: Sink<RunOfRow> = {
  id: 'batches.bound',
  isSingleStatement: true,
  async write(db, rows) {
    const records = rows.map(({ place, runId }) => ({ ...columnsOf(place), run_id: runId }));
    try {
      await db.executeQuery(CompiledQuery.raw(BOUND, [JSON.stringify(records), records.length]));
    } catch (error) {
      throw error instanceof Error && 'code' in error && error.code === REFUSED ? rowTaken() : error;
    }
  },
};

function rowTaken(): PlatformError {
  return new PlatformError(
    'conflict',
    'batches.row_taken',
    'The row is run by another process, or its batch was stopped.',
  );
}

const PAUSED = `
  with given as materialized (
    select * from json_to_recordset($1::json) as g(${PLACE}, run_id uuid)
  ), ${LOCKED}, waits as (
    update batch_rows r set status = 'paused', revision = l.revision
    from given g join locked l on l.id = g.batch_id
    where ${IS_ROW} and r.run_id = g.run_id and r.status = 'running'
    returning r.batch_id
  )
  update batches b set running = b.running - n.paused, paused = b.paused + n.paused, revision = b.revision + 1
  from (select batch_id, count(*)::integer as paused from waits group by batch_id) n where b.id = n.batch_id`;

/** Notes that runs of rows wait for people: others may run meanwhile. */
export const pausedSink: Sink<RunOfRow> = {
  id: 'batches.paused',
  isSingleStatement: true,
  async write(db, rows) {
    const records = rows.map(({ place, runId }) => ({ ...columnsOf(place), run_id: runId }));
    await db.executeQuery(CompiledQuery.raw(PAUSED, [JSON.stringify(records)]));
  },
};

const isOver = 'b.waiting - n.were_waiting = 0 and b.running - n.were_running = 0 and b.paused - n.were_paused = 0';
const counted = (column: string, value: string, name: string) =>
  `count(*) filter (where ${column} = '${value}')::integer as ${name}`;
const COUNTS = [
  ...['succeeded', 'failed', 'stopped'].map((status) => counted('status', status, status)),
  ...['running', 'paused', 'waiting'].map((status) => counted('before', status, `were_${status}`)),
].join(', ');

/** `before`: what the rows were; nothing happens to one that has ended, or that has another run by now. */
const ENDED = `
  found as materialized (
    select g.*, r.status as before, l.revision from given g join locked l on l.id = g.batch_id join batch_rows r on ${IS_ROW}
    where (r.status in ('running', 'paused') and r.run_id = g.run_id) or (r.status = 'waiting' and g.run_id is null)
    for update of r
  ), ended as (
    update batch_rows r set status = g.status, outputs = g.outputs, outputs_elsewhere = g.outputs_elsewhere,
      error = g.error, elapsed = g.elapsed, total_tokens = g.total_tokens, revision = g.revision
    from found g where ${IS_ROW}
    returning r.batch_id
  ), counted as (
    select batch_id, ${COUNTS}
    from found group by batch_id
  ), told as (
    select f.batch_id, n.name from found f, json_array_elements_text(f.names) n (name)
  )
  update batches b set waiting = b.waiting - n.were_waiting, running = b.running - n.were_running,
    paused = b.paused - n.were_paused, succeeded = b.succeeded + n.succeeded, failed = b.failed + n.failed,
    stopped = b.stopped + n.stopped, revision = b.revision + 1,
    output_columns = case when exists (
        select from told t where t.batch_id = b.id
          and t.name not in (select json_array_elements_text(b.output_columns))
      ) then (
        select json_agg(name) from (
          select name from (
            select name, position from json_array_elements_text(b.output_columns) with ordinality k (name, position)
            union all select name, 1000 from told t where t.batch_id = b.id
          ) names group by name order by min(position), name limit 200
        ) first
      ) else b.output_columns end,
    status = case when b.status in ('running', 'paused') and ${isOver} then 'finished' else b.status end,
    finished_at = case when ${isOver} then now() else b.finished_at end
  from counted n where b.id = n.batch_id`;

/** Ends rows with their runs. */
export const endedSink: Sink<EndedRow> = {
  id: 'batches.ended',
  isSingleStatement: true,
  weigh: ({ outputs }) => outputs?.length ?? 0,
  async write(db, rows) {
    const records = rows.map(({ place, runId, status, outputs, isElsewhere, error, elapsed, totalTokens, names }) => ({
      ...columnsOf(place),
      run_id: runId,
      status,
      outputs,
      outputs_elsewhere: isElsewhere,
      error: error === null ? null : clean(error),
      elapsed,
      total_tokens: totalTokens,
      names,
    }));
    const given = `
      with given as materialized (
        select workspace_id, app_id, batch_id, number, run_id, status, outputs::json, outputs_elsewhere, error, elapsed,
          total_tokens, names
        from json_to_recordset($1::json) as g(${PLACE}, run_id uuid, status text, outputs text, outputs_elsewhere boolean,
          error text, elapsed double precision, total_tokens integer, names json)
      ), ${LOCKED}, ${ENDED}`;
    await db.executeQuery(CompiledQuery.raw(given, [JSON.stringify(records)]));
  },
};

/** Ends rows whose runs were given up. */
export const abandonedSink: Sink<{ readonly runId: string; readonly reason: string }> = {
  id: 'batches.abandoned',
  isSingleStatement: true,
  async write(db, rows) {
    const records = rows.map(({ runId, reason }) => ({ run_id: runId, reason }));
    const given = `
      with given as materialized (
        select b.workspace_id, b.app_id, b.batch_id, b.number, b.run_id, 'failed' as status, null::json as outputs,
          false as outputs_elsewhere, r.reason as error, null::double precision as elapsed, null::integer as total_tokens,
          '[]'::json as names
        from json_to_recordset($1::json) as r(run_id uuid, reason text) join batch_rows b on b.run_id = r.run_id
      ), ${LOCKED}, ${ENDED}`;
    await db.executeQuery(CompiledQuery.raw(given, [JSON.stringify(records)]));
  },
};

function columnsOf({ workspaceId, appId, batchId, number }: RowPlace) {
  return { workspace_id: workspaceId, app_id: appId, batch_id: batchId, number };
}
