import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import { currentTime, newId } from '#kernel';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { RunCounts } from './contract.ts';
import { noCounts, type SourceRow, type StoredSource, toSource } from './row-store.ts';
import type { SourceTables } from './tables.ts';

/** Of a base. */
export interface Place {
  readonly workspaceId: string;
  readonly datasetId: string;
}

/** A source of which this run and this step is meant. */
export interface RunStep {
  readonly workspaceId: string;
  readonly sourceId: string;
  readonly run: number;
  readonly step: number;
}

export type SourceValues = Updateable<SourceTables['dataset_sources']>;
type NewRow = Omit<
  SourceRow,
  'id' | 'workspace_id' | 'dataset_id' | 'created_at' | 'updated_at' | 'seen_at' | 'cursor'
>;
type Within = (within: OpenTransaction) => Promise<void>;

/** Sources of one workspace at a time. */
export class SourceStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list({ workspaceId, datasetId }: Place): Promise<readonly StoredSource[]> {
    const rows = await this.#of(workspaceId).where('dataset_id', '=', datasetId).orderBy('id', 'desc').execute();
    const counts = await this.#counts(workspaceId, rows);
    return rows.map((row) => toSource(row, counts.get(row.id)));
  }

  async find(workspaceId: string, id: string, datasetId?: string): Promise<StoredSource | null> {
    let query = this.#of(workspaceId).where('id', '=', id);
    if (datasetId !== undefined) query = query.where('dataset_id', '=', datasetId);
    const row = await query.executeTakeFirst();
    if (row === undefined) return null;
    return toSource(row, (await this.#counts(workspaceId, [row])).get(row.id));
  }

  /** null: the base has as many as it may. Two who add at the same time are counted one after the other. */
  add(place: Place, values: NewRow, most: number): Promise<StoredSource | null> {
    return this.#transaction(place.workspaceId, async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`dataset_sources ${place.datasetId}`}))`.execute(transaction);
      const { count } = await transaction
        .selectFrom('dataset_sources')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('workspace_id', '=', place.workspaceId)
        .where('dataset_id', '=', place.datasetId)
        .executeTakeFirstOrThrow();
      if (count >= most) return null;
      const row = await transaction
        .insertInto('dataset_sources')
        .values({
          ...values,
          id: newId(),
          workspace_id: place.workspaceId,
          dataset_id: place.datasetId,
          settings: JSON.stringify(values.settings) as never,
          indexing: JSON.stringify(values.indexing) as never,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toSource(row);
    });
  }

  /** `also`: in the same transaction. */
  change(source: StoredSource, values: SourceValues, also?: Within): Promise<boolean> {
    const { settings, ...others } = values;
    const written = { ...others, ...(settings !== undefined && { settings: JSON.stringify(settings) as never }) };
    return this.#transaction(source.workspaceId, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('dataset_sources')
        .set({ ...written, updated_at: new Date(currentTime()) })
        .where('workspace_id', '=', source.workspaceId)
        .where('id', '=', source.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await also?.(transaction);
      return true;
    });
  }

  /** Begins a run, with its first job; null: one is running. `isDue`: only where it is time for it. */
  begin(
    { workspaceId, id }: Pick<StoredSource, 'workspaceId' | 'id'>,
    { isDue }: { readonly isDue: boolean },
    enqueue: (step: RunStep, within: OpenTransaction) => Promise<void>,
  ): Promise<StoredSource | null> {
    return this.#transaction(workspaceId, async (transaction) => {
      let query = transaction
        .updateTable('dataset_sources')
        .set(({ eb }) => ({
          status: 'running',
          error: null,
          held: false,
          incomplete: false,
          run: eb('run', '+', 1),
          step: 1,
          started_at: sql<Date>`now()`,
          finished_at: null,
          seen_at: sql<Date>`now()`,
          next_refresh_at: null,
        }))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('status', '<>', 'running');
      if (isDue)
        query = query
          .where('paused', '=', false)
          .where('held', '=', false)
          .where('next_refresh_at', '<=', sql<Date>`now()`);
      const row = await query.returningAll().executeTakeFirst();
      if (row === undefined) return null;
      await enqueue({ workspaceId, sourceId: id, run: row.run, step: row.step }, transaction);
      return toSource(row);
    });
  }

  /** The source while this step of this run is the one to go on; says that somebody is at it. */
  async take({ workspaceId, sourceId, run, step }: RunStep): Promise<StoredSource | null> {
    const row = await this.#db(workspaceId)
      .updateTable('dataset_sources')
      .set({ seen_at: sql<Date>`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', sourceId)
      .where('run', '=', run)
      .where('step', '=', step)
      .where('status', '=', 'running')
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toSource(row);
  }

  /** The next step of a run takes the place of this one, with its job. */
  next(at: RunStep, enqueue: (step: RunStep, within: OpenTransaction) => Promise<void>): Promise<void> {
    return this.#transaction(at.workspaceId, async (transaction) => {
      const next = { ...at, step: at.step + 1 };
      const isThere = await this.#end(transaction, at, { step: next.step, seen_at: new Date(currentTime()) });
      if (isThere) await enqueue(next, transaction);
    });
  }

  markIncomplete(at: RunStep): Promise<boolean> {
    return this.#end(this.#db(at.workspaceId), at, { incomplete: true });
  }

  /** Ends a run; false: it is over already. */
  finish(at: RunStep, values: SourceValues, also: Within): Promise<boolean> {
    return this.#transaction(at.workspaceId, async (transaction) => {
      const isThere = await this.#end(transaction, at, { ...values, finished_at: new Date(currentTime()) });
      if (isThere) await also(transaction);
      return isThere;
    });
  }

  /** Ends a run whatever its step is. */
  cancel(of: Omit<RunStep, 'step'>, next: Date | null, also: Within): Promise<void> {
    return this.#transaction(of.workspaceId, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('dataset_sources')
        .set({ status: 'cancelled', incomplete: true, finished_at: new Date(currentTime()), next_refresh_at: next })
        .where('workspace_id', '=', of.workspaceId)
        .where('id', '=', of.sourceId)
        .where('run', '=', of.run)
        .where('status', '=', 'running')
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await also(transaction);
    });
  }

  async remove({ workspaceId, id }: StoredSource): Promise<boolean> {
    const row = await this.#db(workspaceId)
      .deleteFrom('dataset_sources')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Those that are read with an account. */
  async ofAccount(workspaceId: string, accountId: string): Promise<readonly StoredSource[]> {
    return (await this.#of(workspaceId).where('account_id', '=', accountId).execute()).map((row) => toSource(row));
  }

  /** All of a base; their pages go with them. */
  async removeAll({ workspaceId, datasetId }: Place): Promise<void> {
    await this.#db(workspaceId)
      .deleteFrom('dataset_sources')
      .where('workspace_id', '=', workspaceId)
      .where('dataset_id', '=', datasetId)
      .execute();
  }

  /** System: a sweep is for all workspaces. Runs that nobody was at for so long, and refreshes that nobody began. */
  async forgotten(seconds: number): Promise<{
    readonly runs: readonly RunStep[];
    readonly due: readonly Pick<StoredSource, 'workspaceId' | 'id'>[];
  }> {
    const db = this.#database.system<SourceTables>();
    const before = new Date(currentTime() - seconds * 1_000);
    const runs = await db
      .selectFrom('dataset_sources')
      .select(['workspace_id as workspaceId', 'id as sourceId', 'run', 'step'])
      .where('status', '=', 'running')
      .where('seen_at', '<', before)
      .limit(100)
      .execute();
    const due = await db
      .selectFrom('dataset_sources')
      .select(['workspace_id as workspaceId', 'id'])
      .where('next_refresh_at', '<', before)
      .where('paused', '=', false)
      .where('status', '<>', 'running')
      .limit(100)
      .execute();
    return { runs, due };
  }

  async #end(db: Kysely<SourceTables>, at: RunStep, values: SourceValues): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('dataset_sources')
      .set(values)
      .where('workspace_id', '=', at.workspaceId)
      .where('id', '=', at.sourceId)
      .where('run', '=', at.run)
      .where('step', '=', at.step)
      .where('status', '=', 'running')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async #counts(workspaceId: string, rows: readonly SourceRow[]): Promise<ReadonlyMap<string, RunCounts>> {
    const counts = new Map<string, RunCounts>();
    if (rows.length === 0) return counts;
    const ids = rows.map(({ id }) => id);
    const { rows: found } = await sql<{ source_id: string; status: string; count: number }>`
      select p.source_id, p.status, count(*) as count
      from dataset_source_pages p join dataset_sources s on s.id = p.source_id and s.run = p.run
      where p.workspace_id = ${workspaceId}::uuid and p.source_id = any(${ids}::uuid[]) and p.role = 'page'
      group by 1, 2`.execute(this.#db(workspaceId));
    for (const { source_id: id, status, count } of found) {
      const before = counts.get(id) ?? noCounts;
      const name = status === 'duplicate' || status === 'excluded' ? 'skipped' : (status as keyof RunCounts);
      counts.set(id, { ...before, [name]: before[name] + count });
    }
    return counts;
  }

  #db(workspaceId: string): Kysely<SourceTables> {
    return this.#database.workspace<SourceTables>(workspaceId);
  }

  #of(workspaceId: string) {
    return this.#db(workspaceId).selectFrom('dataset_sources').selectAll().where('workspace_id', '=', workspaceId);
  }

  #transaction<T>(workspaceId: string, work: (transaction: Transaction<SourceTables>) => Promise<T>): Promise<T> {
    return this.#db(workspaceId).transaction().execute(work);
  }
}
