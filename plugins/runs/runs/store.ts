import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { JsonText } from '#engine';
import { PlatformError } from '#kernel';
import type { Database, Sink } from '#plugins/database/contract.ts';
import type { AbandonedRun, RunRecord, RunStart, StopRequest } from './contract.ts';
import { type EventRow, type JournalRow, jsonArray, storable } from './journal-rows.ts';
import type { LargeColumns, LargeValues, PartedRow } from './large-values.ts';
import { makeRoom } from './partition-store.ts';
import type { RunTables } from './tables.ts';

const runColumns =
  'id, workspace_id, app_id, workflow_id, task_id, process_id, kind, triggered_from, created_by_role, created_by, key_id, status, inputs, outputs, error, error_code, total_steps, total_tokens, total_price, currency, exceptions_count, elapsed, created_at, finished_at, start, pause, large, large_outputs';
const runRecord =
  'id uuid, workspace_id uuid, app_id uuid, workflow_id uuid, task_id uuid, process_id uuid, kind text, triggered_from text, created_by_role text, created_by uuid, key_id uuid, status text, inputs json, outputs json, error text, error_code text, total_steps integer, total_tokens integer, total_price numeric, currency text, exceptions_count integer, elapsed double precision, created_at timestamptz, finished_at timestamptz, start json, pause json, large json, large_outputs json';
const runSelection =
  'id, workspace_id, app_id, workflow_id, task_id, process_id, kind, triggered_from, created_by_role, created_by, key_id, status, inputs, outputs, error, error_code, coalesce(total_steps, 0), coalesce(total_tokens, 0), total_price, currency, coalesce(exceptions_count, 0), elapsed, created_at, finished_at, start, pause, large, large_outputs';
const nodeColumns =
  'run_id, index, id, workspace_id, node_id, node_type, title, predecessor_node_id, position, status, inputs, process_data, outputs, error, error_type, metadata, elapsed, started_at, finished_at, state, large';
const nodeRecord =
  'run_id uuid, index integer, id uuid, workspace_id uuid, node_id text, node_type text, title text, predecessor_node_id text, position json, status text, inputs json, process_data json, outputs json, error text, error_type text, metadata json, elapsed double precision, started_at timestamptz, finished_at timestamptz, state json, large json';
const eventColumns = 'run_id, generation, first, last, workspace_id, entries, nodes';
const eventRecord =
  'run_id uuid, generation integer, first integer, last integer, workspace_id uuid, entries json, at integer, size integer';

/**
 * `$1` processes, `$2` runs, `$3` texts and `$4` heads of events, `$5` nodes, `$6` how many processes. Put together here: to do
 * so with each call costs a small write as much as sending it.
 */
const JOURNAL = `
  with alive as materialized (
    select boot_id from processes where boot_id = any($1::uuid[]) for share
  ), given as materialized (
    select * from json_to_recordset($2::json) as r(${runRecord}, notes json)
    where process_id in (select boot_id from alive)
  ), runs as (
    insert into workflow_runs (${runColumns}) select ${runSelection} from given
    on conflict (id) do update set
      status = excluded.status, outputs = excluded.outputs, error = excluded.error,
      error_code = excluded.error_code, total_steps = excluded.total_steps,
      total_tokens = excluded.total_tokens, total_price = excluded.total_price, currency = excluded.currency,
      exceptions_count = excluded.exceptions_count, elapsed = excluded.elapsed, finished_at = excluded.finished_at,
      pause = excluded.pause, large_outputs = excluded.large_outputs
    where workflow_runs.status = 'running' and workflow_runs.process_id = excluded.process_id
    returning id
  ), ends as (
    insert into run_ends (run_id, workspace_id, app_id, notes)
    select id, workspace_id, app_id, notes from given where notes is not null and id in (select id from runs)
    on conflict do nothing
  ), events as (
    insert into run_events (${eventColumns})
    select run_id, generation, first, last, workspace_id, entries,
      nullif(convert_from(substring($3::bytea from at for size), 'UTF8'), '')
    from json_to_recordset($4::json) as e(${eventRecord})
    where exists (select 1 from alive)
    on conflict do nothing
  ), nodes as (
    insert into node_executions (${nodeColumns})
    select * from json_to_recordset($5::json) as n(${nodeRecord})
    where exists (select 1 from alive)
    on conflict do nothing
  )
  select case when count(*) < $6 then refuse_journal() end from alive`;

/** SQLSTATE of `refuse_journal`. */
const REFUSED = 'WF001';
/** In place of a process: none is called so. */
export const NO_PROCESS = '00000000-0000-0000-0000-000000000000';

/**
 * The journal: runs, their events and node executions of many runs in one statement. A run that started and ended within
 * one batch is written once; a run that is no longer `running`, or that another process has taken over, is not written
 * again.
 *
 * What a run ends with goes to `run_ends` too, where end writers find it.
 *
 * The statement holds the row of its process until it is committed. Whoever takes over the runs of a process that fell
 * silent deletes that row first: so what the silent one wrote is there before, or never.
 */
export const journalSink: Sink<JournalRow> = {
  id: 'runs.journal',
  isSingleStatement: true,
  makeRoom: (db, rows) =>
    makeRoom(
      db,
      rows.map(({ runId }) => runId),
    ),
  weigh: ({ run, events = [] }) => events.reduce((sum, event) => sum + weightOf(event), run?.length ?? 0),
  async write(db, rows) {
    const runs = new Map<string, string>();
    const nodes: string[] = [];
    const events: EventRow[] = [];
    const processes = new Set(rows.map((row) => row.processId));
    for (const row of rows) {
      if (row.run !== null) runs.set(row.runId, row.run);
      for (const event of row.events ?? []) {
        events.push(event);
        for (const node of event.large) nodes.push(node);
      }
    }
    const { heads, packs } = packed(events);
    const statement = CompiledQuery.raw(JOURNAL, [
      [...processes],
      jsonArray([...runs.values()]),
      packs,
      heads,
      jsonArray(nodes),
      processes.size,
    ]);
    try {
      await db.executeQuery(statement);
    } catch (error) {
      throw error instanceof Error && 'code' in error && error.code === REFUSED ? takenOver() : error;
    }
  },
};

/** This process was silent for so long that others count it as gone. */
export function takenOver(): PlatformError {
  const message =
    'Another process took over while this one was silent, and nothing is kept of this run here; send the request again.';
  return new PlatformError('unavailable', 'runs.taken_over', message);
}

function weightOf({ head, nodes, large }: EventRow): number {
  return large.reduce((sum, row) => sum + row.length, head.length + nodes.length);
}

/** The texts of nodes go as bytes, each row says which are its own: nobody parses or copies them on the way. */
function packed(events: readonly EventRow[]): { readonly heads: JsonText; readonly packs: Buffer } {
  let at = 1;
  const texts: string[] = [];
  const heads = events.map(({ head, nodes }) => {
    const text = storable(nodes);
    const size = Buffer.byteLength(text);
    texts.push(text);
    at += size;
    return `${head},"at":${at - size},"size":${size}}`;
  });
  return { heads: jsonArray(heads), packs: Buffer.from(texts.join('')) };
}

/** Ends runs whose process is gone; those that ended meanwhile stay as they are. */
export const abandonedSink: Sink<{ readonly runId: string; readonly reason: string }> = {
  id: 'runs.abandoned',
  isSingleStatement: true,
  async write(db, rows) {
    await sql`
      with given_up as (
        update workflow_runs set status = 'failed', error = r.reason, finished_at = now(),
          elapsed = extract(epoch from now() - created_at)
        from json_to_recordset(${JSON.stringify(rows.map((row) => ({ run_id: row.runId, reason: row.reason })))}::json)
          as r(run_id uuid, reason text)
        where workflow_runs.id = r.run_id and workflow_runs.status = 'running'
        returning workflow_runs.id, workflow_runs.workspace_id, workflow_runs.app_id
      )
      insert into run_ends (run_id, workspace_id, app_id)
      select id, workspace_id, app_id from given_up on conflict do nothing`.execute(db);
  },
};

/** Runs that were to go on and could not, through no fault of theirs: they wait again. */
export const pausedAgainSink: Sink<{ readonly runId: string; readonly processId: string }> = {
  id: 'runs.paused-again',
  isSingleStatement: true,
  async write(db, rows) {
    const list = JSON.stringify(rows.map((row) => ({ run_id: row.runId, process_id: row.processId })));
    await sql`
      update workflow_runs set status = 'paused'
      from json_to_recordset(${list}::json) as r(run_id uuid, process_id uuid)
      where workflow_runs.id = r.run_id and workflow_runs.process_id = r.process_id
        and workflow_runs.status = 'running'`.execute(db);
  },
};

/**
 * Runs that this process has taken over and can't go on with at the moment: they are for the next one that looks.
 * `crashes`: how many more processes the run counts as having lost.
 */
export const releasedSink: Sink<{ readonly runId: string; readonly processId: string; readonly crashes: number }> = {
  id: 'runs.released',
  isSingleStatement: true,
  async write(db, rows) {
    const list = JSON.stringify(
      rows.map(({ runId, processId, crashes }) => ({ run_id: runId, process_id: processId, crashes })),
    );
    await sql`
      update workflow_runs set process_id = ${NO_PROCESS}, crashes = workflow_runs.crashes + r.crashes
      from json_to_recordset(${list}::json) as r(run_id uuid, process_id uuid, crashes integer)
      where workflow_runs.id = r.run_id and workflow_runs.process_id = r.process_id
        and workflow_runs.status = 'running'`.execute(db);
  },
};

/** A run as it was started. */
export interface StartedRow extends PartedRow {
  readonly app_id: string;
  readonly workflow_id: string;
  readonly task_id: string;
  readonly kind: RunStart['kind'];
  readonly triggered_from: RunStart['triggeredFrom'];
  readonly created_by_role: RunStart['createdBy']['role'];
  readonly created_by: string;
  readonly key_id: string | null;
  readonly created_at: Date;
  readonly inputs: JsonText;
  readonly start: JsonText | null;
}

/** A process by its start, and by its data folder. */
export interface ProcessIdentity {
  readonly bootId: string;
  readonly instanceId: string;
}

/** A run that was taken over from a process that is gone. */
export interface ClaimedRun extends AbandonedRun {
  /** How often that has happened to it. */
  readonly crashes: number;
}

export interface ClaimOptions {
  readonly silentSeconds: number;
  readonly limit: number;
  /** Processes that the runs have lost so far. */
  readonly crashes: { readonly below: number };
}

export class RunStore {
  readonly #database: Database;
  readonly #values: LargeValues;

  constructor(database: Database, values: LargeValues) {
    this.#database = database;
    this.#values = values;
  }

  async find(workspaceId: string, appId: string, runId: string): Promise<RunRecord | null> {
    const found = await this.#database
      .workspace<RunTables>(workspaceId)
      .selectFrom('workflow_runs')
      .select(['id', 'workflow_id', 'app_id', 'status', 'error', 'total_steps', 'total_tokens', 'exceptions_count'])
      .select(['elapsed', 'created_at', 'finished_at'])
      .select([sql<string>`inputs::text`.as('inputs'), sql<string | null>`outputs::text`.as('outputs')])
      .select([
        sql<LargeColumns | null>`large`.as('large'),
        sql<LargeColumns | null>`large_outputs`.as('large_outputs'),
      ])
      .where('id', '=', runId)
      .where('workspace_id', '=', workspaceId)
      .where('app_id', '=', appId)
      .execute();
    const [row] = await this.#values.restore(workspaceId, found);
    if (row === undefined) return null;
    return {
      id: row.id,
      workflowId: row.workflow_id,
      appId: row.app_id,
      status: row.status as RunRecord['status'],
      inputs: row.inputs,
      outputs: row.outputs,
      error: row.error,
      totalSteps: row.total_steps,
      totalTokens: row.total_tokens,
      exceptionsCount: row.exceptions_count,
      createdAt: row.created_at.getTime(),
      finishedAt: row.finished_at?.getTime() ?? null,
      elapsed: row.elapsed,
    };
  }

  /** System: processes belong to the installation, not to a workspace. */
  async join({ bootId, instanceId }: ProcessIdentity): Promise<void> {
    await sql`
      insert into processes (boot_id, instance_id) values (${bootId}, ${instanceId})
      on conflict (boot_id) do update set seen_at = now()`.execute(this.#system());
  }

  /** False: others count this process as gone, and its runs are theirs. */
  async beat({ bootId }: ProcessIdentity): Promise<boolean> {
    const { rows } = await sql`
      update processes set seen_at = now() where boot_id = ${bootId} returning boot_id`.execute(this.#system());
    return rows.length > 0;
  }

  /** This process goes in good order: what it leaves `running` is nobody's, so that taking it over counts as no crash. */
  async leave(bootId: string): Promise<void> {
    await sql`
      with gone as (delete from processes where boot_id = ${bootId})
      update workflow_runs set process_id = ${NO_PROCESS}
      where process_id = ${bootId} and status = 'running'`.execute(this.#system());
  }

  /** System: runs that are this process's by their row, and have been for a minute. */
  async mine(bootId: string): Promise<AbandonedRun[]> {
    const { rows } = await sql<AbandonedRun>`
      select id as "runId", workspace_id as "workspaceId", app_id as "appId", key_id as "keyId" from workflow_runs
      where process_id = ${bootId} and status = 'running' and created_at < now() - interval '1 minute'`.execute(
      this.#system(),
    );
    return rows;
  }

  /**
   * System: takes over running runs of every workspace whose process is gone; of several processes that try, each gets
   * others. A process is gone when another one has started from its data folder (which admits one process at a time), or
   * when it was not seen for `silentSeconds`: its row is deleted, and with it its right to write. Runs that lost fewer
   * processes than `crashes.below`: those that lost fewest come first.
   */
  async claim(own: ProcessIdentity, options: ClaimOptions): Promise<ClaimedRun[]> {
    const { silentSeconds, limit, crashes } = options;
    return this.#system()
      .transaction()
      .execute(async (transaction) => {
        await dropSilent(transaction, own, silentSeconds);
        const { rows } = await sql<ClaimedRun>`
          update workflow_runs set process_id = ${own.bootId},
            crashes = crashes + case when process_id = ${NO_PROCESS} then 0 else 1 end
          where id in (
            select id from workflow_runs
            where status = 'running' and process_id not in (select boot_id from processes)
              and crashes < ${crashes.below}
            order by crashes, id
            limit ${limit} for update skip locked
          )
          returning id as "runId", workspace_id as "workspaceId", app_id as "appId", key_id as "keyId", crashes`.execute(
          transaction,
        );
        return rows;
      });
  }

  /** A paused run is running again, and this process's; what it waited for is kept. False: it is not paused, somebody else was faster. */
  async unpause(workspaceId: string, runId: string, bootId: string): Promise<boolean> {
    const { rows } = await sql`
      update workflow_runs set status = 'running', process_id = ${bootId}, trial = 0
      where id = ${runId} and workspace_id = ${workspaceId} and status = 'paused'
      returning id`.execute(this.#database.workspace<RunTables>(workspaceId));
    return rows.length > 0;
  }

  /** `start` alone: what the run was asked with may be large. */
  async start(workspaceId: string, runId: string): Promise<JsonText | null> {
    const { rows } = await sql<Pick<StartedRow, 'start' | 'large'>>`
      select start::text as start, large from workflow_runs
      where id = ${runId} and workspace_id = ${workspaceId}`.execute(this.#database.workspace<RunTables>(workspaceId));
    return (await this.#values.restore(workspaceId, rows))[0]?.start ?? null;
  }

  async started(workspaceId: string, runId: string): Promise<StartedRow | null> {
    const { rows } = await sql<StartedRow>`
      select app_id, workflow_id, task_id, kind, triggered_from, created_by_role, created_by, key_id,
        created_at, inputs::text as inputs, start::text as start, large
      from workflow_runs where id = ${runId} and workspace_id = ${workspaceId}`.execute(
      this.#database.workspace<RunTables>(workspaceId),
    );
    return (await this.#values.restore(workspaceId, rows))[0] ?? null;
  }

  /** The id of the paused run that a request is about, when it may be stopped by it. */
  async findPaused({ workspaceId, run, appId, createdBy }: StopRequest): Promise<string | null> {
    const named = 'taskId' in run ? sql`task_id = ${run.taskId}` : sql`id = ${run.runId}`;
    const { rows } = await sql<{ id: string }>`
      select id from workflow_runs where ${named} and status = 'paused' and workspace_id = ${workspaceId}
        and app_id = coalesce(${appId ?? null}::uuid, app_id)
        and created_by = coalesce(${createdBy ?? null}::uuid, created_by)`.execute(
      this.#database.workspace<RunTables>(workspaceId),
    );
    return rows[0]?.id ?? null;
  }

  async pause(workspaceId: string, runId: string): Promise<JsonText | null> {
    const { rows } = await sql<{ pause: string | null }>`
      select pause::text as pause from workflow_runs
      where id = ${runId} and workspace_id = ${workspaceId} and status = 'paused'`.execute(
      this.#database.workspace<RunTables>(workspaceId),
    );
    return rows[0]?.pause ?? null;
  }

  #system(): Kysely<RunTables> {
    return this.#database.system<RunTables>();
  }
}

/** Deletes processes that are gone, and with them their right to write. */
export async function dropSilent(db: Kysely<RunTables>, own: ProcessIdentity, silentSeconds: number): Promise<void> {
  await sql`
    delete from processes where boot_id <> ${own.bootId}
      and (instance_id = ${own.instanceId} or seen_at < now() - make_interval(secs => ${silentSeconds}))`.execute(db);
}
