import { sql } from 'kysely';
import { timeOf } from '#kernel';
import { type Database, inIndexOrder, only } from '#plugins/database/contract.ts';
import type { LastNode, NodeExecutionRecord, RunDetail, RunQuery, RunSummary } from './contract.ts';
import { NO_RUN } from './forks.ts';
import type { LargeValues, PartedRow } from './large-values.ts';
import type { RunTables } from './tables.ts';

export interface RunRow {
  readonly id: string;
  readonly app_id: string;
  readonly workflow_id: string;
  readonly task_id: string;
  readonly kind: string;
  readonly triggered_from: string;
  readonly created_by_role: string;
  readonly created_by: string;
  readonly status: string;
  readonly error: string | null;
  readonly error_code: string | null;
  readonly total_steps: number;
  readonly total_tokens: number;
  readonly total_price: string | null;
  readonly currency: string | null;
  readonly exceptions_count: number;
  readonly elapsed: number | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

interface RunValuesRow extends RunRow, PartedRow {
  readonly forked_from: string | null;
  readonly inputs: string;
  readonly outputs: string | null;
}

interface NodeRow extends PartedRow {
  readonly index: number;
  readonly id: string;
  readonly node_id: string;
  readonly node_type: string;
  readonly title: string;
  readonly predecessor_node_id: string | null;
  readonly status: string;
  readonly error: string | null;
  readonly error_type: string | null;
  readonly elapsed: number;
  readonly started_at: Date;
  readonly finished_at: Date;
  readonly metadata: string | null;
  readonly inputs?: string | null;
  readonly process_data?: string | null;
  readonly outputs?: string | null;
}

export const summaryColumns = sql.raw(
  'id, app_id, workflow_id, task_id, kind, triggered_from, created_by_role, created_by, status, error, error_code, total_steps, total_tokens, total_price, currency, exceptions_count, elapsed, created_at, finished_at',
);
const nodeColumns = sql.raw(
  'index, id, node_id, node_type, title, predecessor_node_id, status, error, error_type, elapsed, started_at, finished_at, metadata::text as metadata',
);
const valueColumns = sql.raw(
  ', inputs::text as inputs, process_data::text as process_data, outputs::text as outputs, large',
);
const withoutValues = sql.raw(', null::json as large');
const runValueColumns = sql.raw(
  "start::jsonb #>> '{fork,runId}' as forked_from, inputs::text as inputs, outputs::text as outputs, large, large_outputs",
);
const nothing = sql.raw('');

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** Runs in which the last values of nodes are looked for. */
const RECENT_RUNS = 50;
/** Milliseconds between the ids of a run and of its task: hardly one. */
const TASK_SLACK = 100;

/** The smallest id of a time. */
function idAt(milliseconds: number): string {
  const time = Math.max(0, milliseconds).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** Past and present runs of a workspace, for those who look after them. Workspace role. */
export class HistoryStore {
  readonly #database: Database;
  readonly #values: LargeValues;

  constructor(database: Database, values: LargeValues) {
    this.#database = database;
    this.#values = values;
  }

  /** The status is written out, for only then the planner knows that there is an index of rare ones. */
  async list(workspaceId: string, { appId, status, createdBy, limit, before }: RunQuery): Promise<RunSummary[]> {
    const { rows } = await inIndexOrder(this.#db(workspaceId), (db) =>
      sql<RunRow>`
      select ${summaryColumns} from workflow_runs
      where workspace_id = ${workspaceId}::uuid
        and ${narrowest(workspaceId, appId, createdBy)}
        ${createdBy === undefined || appId === undefined ? nothing : sql`and app_id = ${appId}::uuid`}
        ${status === undefined ? nothing : sql`and status = ${sql.lit(status)}`}
        ${before === undefined ? nothing : sql`and id < ${before}`}
      order by id desc limit ${limit}`.execute(db),
    );
    return rows.map(summaryOf);
  }

  async summary(workspaceId: string, runId: string): Promise<RunSummary | null> {
    const { rows } = await sql<RunRow>`
      select ${summaryColumns} from workflow_runs
      where id = ${runId} and workspace_id = ${workspaceId}`.execute(this.#db(workspaceId));
    return rows.map(summaryOf)[0] ?? null;
  }

  async get(workspaceId: string, runId: string): Promise<RunDetail | null> {
    const { rows } = await sql<RunValuesRow>`
      select ${summaryColumns}, ${runValueColumns} from workflow_runs
      where id = ${runId} and workspace_id = ${workspaceId}`.execute(this.#db(workspaceId));
    return this.#detail(workspaceId, rows);
  }

  /**
   * Without an index on tasks, which every start of a run would pay for: the ids of a run and of its task are made one
   * after the other and tell their time, so only runs of about that time are looked at.
   */
  async byTask(workspaceId: string, taskId: string): Promise<RunSummary | null> {
    if (!version7.test(taskId)) return null;
    const time = timeOf(taskId);
    const { rows } = await sql<RunRow>`
      select ${summaryColumns} from workflow_runs
      where id between ${idAt(time - TASK_SLACK)} and ${idAt(time + TASK_SLACK)}
        and task_id = ${taskId} and workspace_id = ${workspaceId}`.execute(this.#db(workspaceId));
    return rows.map(summaryOf)[0] ?? null;
  }

  async nodes(
    workspaceId: string,
    runId: string,
    { after, limit, values }: { readonly after: number; readonly limit: number; readonly values: boolean },
  ): Promise<NodeExecutionRecord[]> {
    const { rows } = await sql<NodeRow>`
      select ${nodeColumns}${values ? valueColumns : withoutValues} from run_nodes
      where run_id = ${runId} and workspace_id = ${workspaceId} and index > ${after}
      order by index limit ${limit}`.execute(this.#db(workspaceId));
    return (await this.#values.restore(workspaceId, rows)).map(nodeOf);
  }

  async lastNodes(workspaceId: string, appId: string, workflowId: string): Promise<LastNode[]> {
    const { rows } = await sql<NodeRow & { readonly run_id: string }>`
      with recent as (
        select id from workflow_runs
        where ${only('app_id', appId)} and ${only('workflow_id', workflowId)} and workspace_id = ${workspaceId}
          and triggered_from = 'debugging'
        order by id desc limit ${RECENT_RUNS}
      )
      select distinct on (node_id) run_id, ${nodeColumns}${valueColumns} from run_nodes
      where run_id = any(array(select id from recent)) and workspace_id = ${workspaceId}
      order by node_id, run_id desc, index desc`.execute(this.#db(workspaceId));
    const whole = await this.#values.restore(workspaceId, rows);
    return whole.map((row) => ({ ...nodeOf(row), runId: row.run_id }));
  }

  async #detail(workspaceId: string, rows: readonly RunValuesRow[]): Promise<RunDetail | null> {
    const [row] = await this.#values.restore(workspaceId, rows);
    if (row === undefined) return null;
    // Values that a run was given are kept as a fork of none.
    const forkedFrom = row.forked_from === NO_RUN ? null : row.forked_from;
    return { ...summaryOf(row), forkedFrom, inputs: row.inputs, outputs: row.outputs };
  }

  #db(workspaceId: string) {
    return this.#database.workspace<RunTables>(workspaceId);
  }
}

export function summaryOf(row: RunRow): RunSummary {
  return {
    id: row.id,
    appId: row.app_id,
    workflowId: row.workflow_id,
    taskId: row.task_id,
    kind: row.kind as RunSummary['kind'],
    triggeredFrom: row.triggered_from as RunSummary['triggeredFrom'],
    createdBy: { role: row.created_by_role as RunSummary['createdBy']['role'], id: row.created_by },
    status: row.status as RunSummary['status'],
    error: row.error,
    errorCode: row.error_code,
    totalSteps: row.total_steps,
    totalTokens: row.total_tokens,
    totalPrice: row.total_price,
    currency: row.currency,
    exceptionsCount: row.exceptions_count,
    elapsed: row.elapsed,
    createdAt: row.created_at.getTime(),
    finishedAt: row.finished_at?.getTime() ?? null,
  };
}

function nodeOf(row: NodeRow): NodeExecutionRecord {
  return {
    index: row.index,
    id: row.id,
    nodeId: row.node_id,
    nodeType: row.node_type,
    title: row.title,
    predecessorNodeId: row.predecessor_node_id,
    status: row.status as NodeExecutionRecord['status'],
    error: row.error,
    errorType: row.error_type,
    elapsed: row.elapsed,
    startedAt: row.started_at.getTime(),
    finishedAt: row.finished_at.getTime(),
    metadata: row.metadata,
    inputs: row.inputs ?? null,
    processData: row.process_data ?? null,
    outputs: row.outputs ?? null,
  };
}

/** What an index finds the fewest runs by. */
function narrowest(workspaceId: string, appId: string | undefined, createdBy: string | undefined) {
  if (createdBy !== undefined) return only('created_by', createdBy);
  return appId === undefined ? only('workspace_id', workspaceId) : only('app_id', appId);
}
