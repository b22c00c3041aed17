import { type Kysely, type Selectable, sql } from 'kysely';
import { newId } from '#kernel';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { IndexingTables } from './tables.ts';

/** Seconds without a sign of life after which work is another process's. */
const LEASE = 15;

export type WorkKind = 'document' | 'rebuild' | 'drop';

/** Something that is to be done. */
export interface NewWork {
  /** The document, or the generation. */
  readonly id: string;
  readonly workspaceId: string;
  readonly datasetId: string;
  readonly kind: WorkKind;
  readonly revision?: number;
  /** Segments of a rebuild, as far as they are known beforehand. */
  readonly total?: number;
}

/** Something that this process is at. */
export interface ClaimedWork {
  readonly id: string;
  readonly workspaceId: string;
  readonly datasetId: string;
  readonly kind: WorkKind;
  readonly revision: number;
  readonly version: number;
  readonly claim: string;
  /** In a row, without anything done. */
  readonly failures: number;
  /** From 1; more: processes ended while they were at it. */
  readonly starts: number;
  readonly afterId: string | null;
  readonly done: number;
  readonly note: string | null;
}

/** How work is left. */
export interface Leaving {
  readonly failures: number;
  /** Until it is due again. 0: at once; null: never, unless it is asked for. */
  readonly seconds: number | null;
  /** True: work of the workspace that waits comes first. */
  readonly isLast?: boolean;
}

type Row = Selectable<IndexingTables['indexing_work']>;

/**
 * What is to be done, as a list that every process takes from. Whoever takes something has it until it is left or ended, or
 * until its process has been silent for a while.
 */
export class WorkStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** At the start, before anything is taken. The embedded database has one process: whatever was claimed belongs to a dead one. */
  async begin(): Promise<void> {
    if (this.#database.kind !== 'pglite') return;
    // System: of all workspaces.
    await sql`update indexing_work set claimed_until = now() where claim is not null`.execute(this.#database.system());
  }

  /** What is there already is due at once, anew. */
  async add(work: readonly NewWork[], within: OpenTransaction): Promise<void> {
    const rows = work.map(({ id, workspaceId, datasetId, kind, revision = 0, total = 0 }) => ({
      id,
      workspace_id: workspaceId,
      dataset_id: datasetId,
      kind,
      revision,
      total,
    }));
    await sql`
      insert into indexing_work as w (id, workspace_id, dataset_id, kind, revision, total)
      select id, workspace_id, dataset_id, kind, revision, total
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(id uuid, workspace_id uuid, dataset_id uuid, kind text, revision integer, total integer)
      order by id
      on conflict (id) do update set revision = excluded.revision, version = w.version + 1, due_at = now(),
        failures = 0, starts = 0, note = null`.execute(within);
  }

  /**
   * The next of a workspace that is due, when fewer than `limit` are being done. `full`: as many are; `none`: there is none.
   */
  claim(workspaceId: string, limit: number): Promise<ClaimedWork | 'full' | 'none'> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        await lock(db, `work of ${workspaceId}`, false);
        const { rows: counted } = await sql<{ n: number }>`
          select count(*)::int as n from indexing_work
          where workspace_id = ${workspaceId} and claim is not null and claimed_until > now()`.execute(db);
        if ((counted[0]?.n ?? 0) >= limit) return 'full';
        const { rows } = await sql<Row>`
          update indexing_work set claim = ${newId()}, claimed_until = now() + make_interval(secs => ${LEASE}),
            starts = starts + 1
          where id = (
            select id from indexing_work
            where workspace_id = ${workspaceId} and due_at <= now() and (claim is null or claimed_until <= now())
            order by due_at, id limit 1 for update skip locked
          )
          returning *`.execute(db);
        return rows[0] === undefined ? 'none' : toClaimed(rows[0]);
      });
  }

  /** False: it is not this process's any more, or is gone. */
  async renew({ workspaceId, id, claim }: ClaimedWork): Promise<boolean> {
    const { rows } = await sql`
      update indexing_work set claimed_until = now() + make_interval(secs => ${LEASE})
      where workspace_id = ${workspaceId} and id = ${id} and claim = ${claim} returning id`.execute(
      this.#db(workspaceId),
    );
    return rows.length > 0;
  }

  /** Something was done: what failed before counts no more. */
  async progressed({ workspaceId, id, claim }: ClaimedWork, within?: OpenTransaction): Promise<void> {
    await sql`
      update indexing_work set failures = 0 where workspace_id = ${workspaceId} and id = ${id} and claim = ${claim}
        and failures > 0`.execute(within ?? this.#db(workspaceId));
  }

  /** What was asked for again meanwhile is due at once. */
  async leave({ workspaceId, id, claim, version }: ClaimedWork, { failures, seconds, isLast }: Leaving): Promise<void> {
    const place = isLast === true ? sql`now()` : sql`due_at`;
    const due =
      seconds === null
        ? sql`'infinity'::timestamptz`
        : seconds <= 0
          ? place
          : sql`now() + make_interval(secs => ${seconds})`;
    await sql`
      update indexing_work set claim = null, claimed_until = null, starts = 0,
        due_at = case when version = ${version} then ${due} else now() end,
        failures = case when version = ${version} then ${failures} else 0 end
      where workspace_id = ${workspaceId} and id = ${id} and claim = ${claim}`.execute(this.#db(workspaceId));
  }

  async note({ workspaceId, id, claim }: ClaimedWork, note: string): Promise<void> {
    await sql`
      update indexing_work set note = ${note}
      where workspace_id = ${workspaceId} and id = ${id} and claim = ${claim}`.execute(this.#db(workspaceId));
  }

  /** It is done. What was asked for again meanwhile stays, and is due at once. */
  async end(work: ClaimedWork, within?: OpenTransaction): Promise<void> {
    const { workspaceId, id, claim, version } = work;
    await sql`
      delete from indexing_work
      where workspace_id = ${workspaceId} and id = ${id} and claim = ${claim} and version = ${version}`.execute(
      within ?? this.#db(workspaceId),
    );
    if (within === undefined) await this.leave(work, { failures: 0, seconds: 0 });
  }

  /** When a turn of the workspace has something to do again; null: nothing is left. `isFull`: others are at it. */
  async nextDue(workspaceId: string, isFull: boolean): Promise<Date | null> {
    const open = isFull ? sql`claimed_until > now()` : sql`due_at < 'infinity'::timestamptz`;
    const { rows } = await sql<{ due: Date | null }>`
      select min(greatest(due_at, coalesce(claimed_until, due_at))) as due from indexing_work
      where workspace_id = ${workspaceId} and due_at < 'infinity'::timestamptz and ${open}`.execute(
      this.#db(workspaceId),
    );
    return rows[0]?.due ?? null;
  }

  async remove(workspaceId: string, ids: readonly string[], within: OpenTransaction): Promise<void> {
    await sql`
      delete from indexing_work where workspace_id = ${workspaceId} and id = any(${[...ids]}::uuid[])`.execute(within);
  }

  /** What builds a generation removes its index instead; who is at it has lost it. */
  async replaceByDrop(
    workspaceId: string,
    datasetId: string,
    generationId: string,
    within: OpenTransaction,
  ): Promise<void> {
    await this.remove(workspaceId, [generationId], within);
    await this.add([{ id: generationId, workspaceId, datasetId, kind: 'drop' }], within);
  }

  /** Of a base that is over; indexes that were to be removed still are. */
  async removeOf(workspaceId: string, datasetId: string, within: OpenTransaction): Promise<void> {
    await sql`
      delete from indexing_work
      where workspace_id = ${workspaceId} and dataset_id = ${datasetId} and kind <> 'drop'`.execute(within);
  }

  /** System: workspaces whose work has been due for `seconds` and is done by nobody: the job that looks after them is gone. */
  async forgotten(seconds: number): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select distinct workspace_id as id from indexing_work
      where greatest(due_at, coalesce(claimed_until, due_at)) < now() - make_interval(secs => ${seconds})`.execute(
      this.#database.system(),
    );
    return rows.map(({ id }) => id);
  }

  #db(workspaceId: string): Kysely<IndexingTables> {
    return this.#database.workspace<IndexingTables>(workspaceId);
  }
}

/** Holds a name until the transaction ends: alone, or together with others who share it. */
export async function lock(within: OpenTransaction, name: string, isShared: boolean): Promise<void> {
  const taken = isShared ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`select ${taken}(hashtextextended(${name}, 0))`.execute(within);
}

function toClaimed(row: Row): ClaimedWork {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    datasetId: row.dataset_id,
    kind: row.kind as WorkKind,
    revision: row.revision,
    version: row.version,
    claim: row.claim ?? '',
    failures: row.failures,
    starts: row.starts,
    afterId: row.after_id,
    done: row.done,
    note: row.note,
  };
}
