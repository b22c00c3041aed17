import { type Kysely, type Selectable, sql } from 'kysely';
import { type Database, inIndexOrder, type OpenTransaction } from '#plugins/database/contract.ts';
import { clean, cleanJson } from './clean-text.ts';
import type { Batch, BatchOwner, BatchRow, NewRow, RowStatus } from './contract.ts';
import { type EndedRow, endedSink } from './row-store.ts';
import type { BatchTables } from './tables.ts';

export type NewBatch = Pick<
  Batch,
  | 'id'
  | 'workspaceId'
  | 'appId'
  | 'endUserId'
  | 'userType'
  | 'sessionId'
  | 'visitorAddress'
  | 'keyId'
  | 'workflowId'
  | 'name'
  | 'columns'
>;

/** Rows that are written with one statement. */
const CHUNK = 1_000;
/** Rows that are read at a time, and characters after which a page is full. */
const READ = 50;
const PAGE_CHARACTERS = 16_000_000;

const rowColumns = [
  'number',
  'status',
  'inputs',
  'outputs',
  'outputs_elsewhere',
  'error',
  'elapsed',
  'total_tokens',
  'run_id',
] as const;

/** Batches of one workspace at a time, in its role. */
export class BatchStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** `besides` writes into the same transaction. */
  async create(
    batch: NewBatch,
    rows: readonly NewRow[],
    besides: (transaction: OpenTransaction) => Promise<unknown>,
  ): Promise<void> {
    const wrong = rows.filter(({ status }) => status === 'wrong').length;
    await this.#db(batch.workspaceId)
      .transaction()
      .execute(async (transaction) => {
        await transaction
          .insertInto('batches')
          .values({
            id: batch.id,
            workspace_id: batch.workspaceId,
            app_id: batch.appId,
            end_user_id: batch.endUserId,
            user_type: batch.userType,
            session_id: batch.sessionId,
            visitor_address: batch.visitorAddress,
            key_id: batch.keyId,
            workflow_id: batch.workflowId,
            name: batch.name,
            columns: JSON.stringify(batch.columns),
            status: 'running',
            total: rows.length,
            wrong,
            waiting: rows.length - wrong,
          } as never)
          .execute();
        for (let start = 0; start < rows.length; start += CHUNK) {
          const chunk = rows.slice(start, start + CHUNK);
          const records = chunk.map(({ status, inputs, error }, index) => ({
            number: start + index + 1,
            status,
            inputs: cleanJson(inputs),
            error: error === null ? null : clean(error),
          }));
          await sql`
            insert into batch_rows (workspace_id, app_id, batch_id, number, status, inputs, error)
            select ${batch.workspaceId}::uuid, ${batch.appId}::uuid, ${batch.id}::uuid, number, status, inputs::json, error
            from json_to_recordset(${JSON.stringify(records)}::json)
              as r(number integer, status text, inputs text, error text)`.execute(transaction);
        }
        await besides(transaction);
      });
  }

  /** Ends a row that has no run. System: as rows end with their runs. */
  end(row: EndedRow): Promise<void> {
    return endedSink.write(this.#database.system<never>(), [row]);
  }

  async find(owner: BatchOwner, id: string): Promise<Batch | null> {
    const row = await this.#own(owner).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toBatch(row);
  }

  /** Also one that its user has deleted. */
  async get(workspaceId: string, id: string): Promise<Batch | null> {
    const row = await this.#db(workspaceId).selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toBatch(row);
  }

  /** Newest first; one more than asked for where there are more. */
  async list(owner: BatchOwner, page: { readonly limit: number; readonly before: string | undefined }) {
    const query = this.#own(owner)
      .orderBy('id', 'desc')
      .limit(page.limit + 1);
    const rows = await (page.before === undefined ? query : query.where('id', '<', page.before)).execute();
    return { items: rows.slice(0, page.limit).map(toBatch), hasMore: rows.length > page.limit };
  }

  /** How much one user has: batches that go on, and rows of all. */
  async use(owner: BatchOwner): Promise<{ readonly open: number; readonly rows: number }> {
    const { rows } = await sql<{ open: number; rows: number }>`
      select count(*) filter (where status in ('running', 'paused'))::integer as open,
        coalesce(sum(total), 0)::integer as rows
      from batches
      where workspace_id = ${owner.workspaceId}::uuid and app_id = ${owner.appId}::uuid
        and end_user_id = ${owner.endUserId}::uuid`.execute(this.#db(owner.workspaceId));
    return rows[0] ?? { open: 0, rows: 0 };
  }

  /** Rows by number; a page ends where it becomes large. */
  async rows(
    batch: Batch,
    page: { readonly after: number; readonly limit: number; readonly status?: readonly RowStatus[] | undefined },
  ): Promise<{ readonly items: readonly BatchRow[]; readonly hasMore: boolean }> {
    const items: BatchRow[] = [];
    let after = page.after;
    for (let characters = 0; items.length < page.limit && characters < PAGE_CHARACTERS; ) {
      const limit = Math.min(READ, page.limit - items.length) + 1;
      const found = await this.#rowsAfter(batch, { ...page, after, limit });
      const taken = found.slice(0, limit - 1);
      for (const row of taken) characters += row.inputs.length + (row.outputs?.length ?? 0);
      items.push(...taken);
      if (found.length < limit) return { items, hasMore: false };
      after = taken.at(-1)?.number ?? after;
    }
    return { items, hasMore: true };
  }

  async #rowsAfter(
    { workspaceId, appId, id }: Batch,
    page: { readonly after: number; readonly limit: number; readonly status?: readonly RowStatus[] | undefined },
  ): Promise<readonly BatchRow[]> {
    return inIndexOrder(this.#db(workspaceId), async (db) => {
      const of = (status: readonly RowStatus[] | undefined) => {
        const query = db
          .selectFrom('batch_rows')
          .select(rowColumns)
          .select([sql<string>`inputs::text`.as('inputs'), sql<string | null>`outputs::text`.as('outputs')])
          .where('workspace_id', '=', workspaceId)
          .where('app_id', '=', appId)
          .where('batch_id', '=', id)
          .where('number', '>', page.after)
          .orderBy('number')
          .limit(page.limit);
        return (status === undefined ? query : query.where('status', 'in', status)).execute();
      };
      // Each status is an order of its own in the index.
      const parts = page.status === undefined ? [undefined] : page.status.map((status) => [status]);
      const found: Awaited<ReturnType<typeof of>> = [];
      for (const status of parts) found.push(...(await of(status)));
      return found
        .sort((a, b) => a.number - b.number)
        .slice(0, page.limit)
        .map(toRow);
    });
  }

  /** Numbers of rows that changed after this revision. */
  async changed({ workspaceId, id }: Batch, revision: number): Promise<readonly number[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('batch_rows')
      .select('number')
      .where('batch_id', '=', id)
      .where('revision', '>', String(revision))
      .execute();
    return rows.map(({ number }) => number).sort((a, b) => a - b);
  }

  async describe(owner: BatchOwner, id: string, changes: { readonly name?: string; readonly kept?: boolean }) {
    await this.#change(owner, id).set(changes).execute();
  }

  /** Batches that this workspace has under way: how many rows run, all together. */
  async load(workspaceId: string): Promise<number> {
    const { rows } = await sql<{ running: number }>`
      select coalesce(sum(running), 0)::integer as running from batches
      where workspace_id = ${workspaceId}::uuid and (status = 'running' or running > 0)`.execute(this.#db(workspaceId));
    return rows[0]?.running ?? 0;
  }

  /** The first rows that wait, but those of these numbers. */
  async waiting({ workspaceId, id }: Batch, without: readonly number[], limit: number): Promise<readonly BatchRow[]> {
    return inIndexOrder(this.#db(workspaceId), async (db) => {
      const query = db
        .selectFrom('batch_rows')
        .select(rowColumns)
        .select([sql<string>`inputs::text`.as('inputs'), sql<string | null>`null`.as('outputs')])
        .where('batch_id', '=', id)
        .where('status', '=', 'waiting')
        .orderBy('number')
        .limit(limit);
      const rows = await (without.length === 0 ? query : query.where('number', 'not in', without)).execute();
      return rows.map(toRow);
    });
  }

  /** Why no row begins, and until when. */
  async hold({ workspaceId, id }: Batch, error: string, seconds: number): Promise<void> {
    await sql`
      update batches set error = ${error}, retry_at = now() + make_interval(secs => ${seconds}), revision = revision + 1
      where id = ${id}::uuid and status = 'running'`.execute(this.#db(workspaceId));
  }

  /** Runs of rows that have not ended. */
  async runs({ workspaceId, id }: Pick<Batch, 'workspaceId' | 'id'>, limit: number): Promise<readonly string[]> {
    const { rows } = await sql<{ run_id: string }>`
      select run_id from batch_rows
      where batch_id = ${id}::uuid and status in ('running', 'paused') and run_id is not null
      order by number limit ${limit}`.execute(this.#db(workspaceId));
    return rows.map(({ run_id }) => run_id);
  }

  async among(workspaceId: string, runIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ run_id: string }>`
      select run_id from batch_rows where run_id = any(${[...runIds]}::uuid[])`.execute(this.#db(workspaceId));
    return new Set(rows.map(({ run_id }) => run_id));
  }

  /** System: batches of all workspaces that have rows to run, when a process starts. */
  async open(limit: number): Promise<readonly { readonly workspaceId: string; readonly batchId: string }[]> {
    const { rows } = await sql<{ workspaceId: string; batchId: string }>`
      select workspace_id as "workspaceId", id as "batchId" from batches
      where status = 'running' order by id limit ${limit}`.execute(this.#database.system<BatchTables>());
    return rows;
  }

  #own({ workspaceId, appId, endUserId }: BatchOwner) {
    return this.#db(workspaceId)
      .selectFrom('batches')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('app_id', '=', appId)
      .where('end_user_id', '=', endUserId)
      .where('deleted_at', 'is', null);
  }

  #change({ workspaceId, appId, endUserId }: BatchOwner, id: string) {
    return this.#db(workspaceId)
      .updateTable('batches')
      .where('id', '=', id)
      .where('app_id', '=', appId)
      .where('end_user_id', '=', endUserId)
      .where('deleted_at', 'is', null);
  }

  #db(workspaceId: string): Kysely<BatchTables> {
    return this.#database.workspace<BatchTables>(workspaceId);
  }
}

export function toBatch(row: Selectable<BatchTables['batches']>): Batch {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    appId: row.app_id,
    endUserId: row.end_user_id,
    userType: row.user_type,
    sessionId: row.session_id,
    visitorAddress: row.visitor_address,
    keyId: row.key_id,
    workflowId: row.workflow_id,
    name: row.name,
    kept: row.kept,
    status: row.status,
    total: row.total,
    wrong: row.wrong,
    waiting: row.waiting,
    running: row.running,
    paused: row.paused,
    succeeded: row.succeeded,
    failed: row.failed,
    stopped: row.stopped,
    columns: row.columns as readonly string[],
    outputColumns: row.output_columns as readonly string[],
    error: row.error,
    retryAt: row.retry_at?.getTime() ?? null,
    revision: Number(row.revision),
    createdAt: row.created_at.getTime(),
    finishedAt: row.finished_at?.getTime() ?? null,
  };
}

function toRow(row: Pick<Selectable<BatchTables['batch_rows']>, (typeof rowColumns)[number]>): BatchRow {
  return {
    number: row.number,
    status: row.status,
    inputs: row.inputs,
    outputs: row.outputs,
    isElsewhere: row.outputs_elsewhere,
    error: row.error,
    elapsed: row.elapsed,
    totalTokens: row.total_tokens,
    runId: row.run_id,
  };
}
