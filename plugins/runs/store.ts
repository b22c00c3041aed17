import { type Kysely, sql } from 'kysely';
import type { Database, Sink } from '../database/contract.ts';
import type { AbandonedRun, RunRecord } from './contract.ts';
import { type JournalRow, jsonArray } from './journal-rows.ts';
import type { RunTables } from './tables.ts';

const runColumns = sql.raw(
  'id, workspace_id, app_id, workflow_id, task_id, process_id, kind, triggered_from, created_by_role, created_by, status, inputs, outputs, error, error_code, total_steps, total_tokens, total_price, currency, exceptions_count, elapsed, created_at, finished_at',
);
const runRecord = sql.raw(
  'id uuid, workspace_id uuid, app_id uuid, workflow_id uuid, task_id uuid, process_id uuid, kind text, triggered_from text, created_by_role text, created_by uuid, status text, inputs json, outputs json, error text, error_code text, total_steps integer, total_tokens integer, total_price numeric, currency text, exceptions_count integer, elapsed double precision, created_at timestamptz, finished_at timestamptz',
);
const runSelection = sql.raw(
  'id, workspace_id, app_id, workflow_id, task_id, process_id, kind, triggered_from, created_by_role, created_by, status, inputs, outputs, error, error_code, coalesce(total_steps, 0), coalesce(total_tokens, 0), total_price, currency, coalesce(exceptions_count, 0), elapsed, created_at, finished_at',
);
const nodeColumns = sql.raw(
  'run_id, index, id, workspace_id, node_id, node_type, title, predecessor_node_id, position, status, inputs, process_data, outputs, error, error_type, metadata, elapsed, started_at, finished_at',
);
const nodeRecord = sql.raw(
  'run_id uuid, index integer, id uuid, workspace_id uuid, node_id text, node_type text, title text, predecessor_node_id text, position json, status text, inputs json, process_data json, outputs json, error text, error_type text, metadata json, elapsed double precision, started_at timestamptz, finished_at timestamptz',
);
const eventColumns = sql.raw('run_id, generation, first, last, workspace_id, entries');
const eventRecord = sql.raw(
  'run_id uuid, generation integer, first integer, last integer, workspace_id uuid, entries json',
);

/**
 * The journal: runs, their events and node executions of many runs in one statement. A run that started and ended within one batch
 * is written once; a run that is no longer `running` is never written again, so a late writer changes nothing.
 */
export const journalSink: Sink<JournalRow> = {
  id: 'runs.journal',
  isSingleStatement: true,
  weigh: ({ run, nodes, events = [] }) => lengthOf(nodes) + lengthOf(events) + (run?.length ?? 0),
  async write(db, rows) {
    const runs = new Map<string, string>();
    const nodes: string[] = [];
    const events: string[] = [];
    for (const row of rows) {
      if (row.run !== null) runs.set(row.runId, row.run);
      for (const node of row.nodes) nodes.push(node);
      for (const event of row.events ?? []) events.push(event);
    }
    await sql`
      with runs as (
        insert into workflow_runs (${runColumns})
        select ${runSelection} from json_to_recordset(${jsonArray([...runs.values()])}::json) as r(${runRecord})
        on conflict (id) do update set
          status = excluded.status, outputs = excluded.outputs, error = excluded.error,
          error_code = excluded.error_code, total_steps = excluded.total_steps,
          total_tokens = excluded.total_tokens, total_price = excluded.total_price, currency = excluded.currency,
          exceptions_count = excluded.exceptions_count, elapsed = excluded.elapsed, finished_at = excluded.finished_at
        where workflow_runs.status = 'running'
      ), events as (
        insert into run_events (${eventColumns})
        select * from json_to_recordset(${jsonArray(events)}::json) as e(${eventRecord})
        on conflict do nothing
      )
      insert into node_executions (${nodeColumns})
      select * from json_to_recordset(${jsonArray(nodes)}::json) as n(${nodeRecord})
      on conflict do nothing`.execute(db);
  },
};

function lengthOf(rows: readonly string[]): number {
  return rows.reduce((sum, row) => sum + row.length, 0);
}

/** Ends runs whose process is gone; those that ended meanwhile stay as they are. */
export const abandonedSink: Sink<{ readonly runId: string; readonly reason: string }> = {
  id: 'runs.abandoned',
  isSingleStatement: true,
  async write(db, rows) {
    await sql`
      update workflow_runs set status = 'failed', error = r.reason, finished_at = now(),
        elapsed = extract(epoch from now() - created_at)
      from json_to_recordset(${JSON.stringify(rows.map((row) => ({ run_id: row.runId, reason: row.reason })))}::json)
        as r(run_id uuid, reason text)
      where workflow_runs.id = r.run_id and workflow_runs.status = 'running'`.execute(db);
  },
};

export class RunStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(workspaceId: string, appId: string, runId: string): Promise<RunRecord | null> {
    const row = await this.#database
      .workspace<RunTables>(workspaceId)
      .selectFrom('workflow_runs')
      .select(['id', 'workflow_id', 'app_id', 'status', 'error', 'total_steps', 'total_tokens', 'exceptions_count'])
      .select(['elapsed', 'created_at', 'finished_at'])
      .select([sql<string>`inputs::text`.as('inputs'), sql<string | null>`outputs::text`.as('outputs')])
      .where('id', '=', runId)
      .where('workspace_id', '=', workspaceId)
      .where('app_id', '=', appId)
      .executeTakeFirst();
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
  async beat(bootId: string, instanceId: string): Promise<void> {
    await sql`
      insert into processes (boot_id, instance_id) values (${bootId}, ${instanceId})
      on conflict (boot_id) do update set seen_at = now()`.execute(this.#system());
  }

  async leave(bootId: string): Promise<void> {
    await sql`delete from processes where boot_id = ${bootId}`.execute(this.#system());
  }

  /**
   * System: running runs of every workspace whose process is gone. A process is gone when another one has started from
   * its data folder (which admits one process at a time), or when it was not seen for `silentSeconds`.
   */
  async abandoned(own: { bootId: string; instanceId: string }, silentSeconds: number): Promise<AbandonedRun[]> {
    const { rows } = await sql<{ id: string; workspace_id: string; app_id: string }>`
      select id, workspace_id, app_id from workflow_runs
      where status = 'running' and process_id <> ${own.bootId} and not exists (
        select 1 from processes
        where boot_id = process_id and instance_id <> ${own.instanceId}
          and seen_at > now() - make_interval(secs => ${silentSeconds})
      )
      limit 500`.execute(this.#system());
    return rows.map((row) => ({ runId: row.id, workspaceId: row.workspace_id, appId: row.app_id }));
  }

  #system(): Kysely<RunTables> {
    return this.#database.system<RunTables>();
  }
}

/** The smallest UUID whose first 48 bits (the time of version 7) are `at`. */
export function lowestIdAt(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
