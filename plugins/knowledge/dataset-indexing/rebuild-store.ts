import { type Kysely, sql } from 'kysely';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { IndexingTables } from './tables.ts';
import { type ClaimedWork, lock } from './work-store.ts';

/** A segment that changed while its base's index is built anew. */
export interface ChangedSegment {
  readonly id: string;
  readonly version: number;
}

/** How far a rebuild is. */
export interface RebuildRow {
  readonly generationId: string;
  readonly done: number;
  readonly total: number;
}

/** Indexes that are built anew beside those that answer, and what changes meanwhile. */
export class RebuildStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Called in a transaction that writes entries, before anything is read: whoever begins or ends a rebuild waits for it, so
   * that none misses what it writes.
   */
  async hold(datasetId: string, within: OpenTransaction): Promise<void> {
    await lock(within, `index of ${datasetId}`, true);
  }

  /** Waits for all those, and keeps others from beginning. */
  async holdAlone(datasetId: string, within: OpenTransaction): Promise<void> {
    await lock(within, `index of ${datasetId}`, false);
  }

  /** Notes segments for the rebuild of their base, when there is one. */
  async changed(
    workspaceId: string,
    datasetId: string,
    segmentIds: readonly string[],
    within: OpenTransaction,
  ): Promise<void> {
    await sql`
      insert into rebuild_changes as c (workspace_id, generation_id, segment_id)
      select w.workspace_id, w.id, s.id from indexing_work w
      cross join unnest(${[...segmentIds]}::uuid[]) as s(id)
      where w.workspace_id = ${workspaceId} and w.dataset_id = ${datasetId} and w.kind = 'rebuild'
      order by 2, 3
      on conflict (workspace_id, generation_id, segment_id) do update set version = c.version + 1`.execute(within);
  }

  async of(workspaceId: string, datasetId: string): Promise<RebuildRow | null> {
    const { rows } = await sql<RebuildRow>`
      select id as "generationId", done, total from indexing_work
      where workspace_id = ${workspaceId} and dataset_id = ${datasetId} and kind = 'rebuild'
      order by created_at desc limit 1`.execute(this.#db(workspaceId));
    return rows[0] ?? null;
  }

  /** False: it was taken by another, or is gone; the transaction must be undone. */
  async advance(
    { workspaceId, id, claim }: ClaimedWork,
    { afterId, done }: { readonly afterId: string; readonly done: number },
    within: OpenTransaction,
  ): Promise<boolean> {
    const { rows } = await sql`
      update indexing_work set after_id = ${afterId}, done = ${done}, total = greatest(total, ${done}), failures = 0
      where workspace_id = ${workspaceId} and id = ${id} and claim = ${claim} returning id`.execute(within);
    return rows.length > 0;
  }

  async changes({ workspaceId, id }: ClaimedWork, limit: number): Promise<readonly ChangedSegment[]> {
    const { rows } = await sql<ChangedSegment>`
      select segment_id as id, version from rebuild_changes
      where workspace_id = ${workspaceId} and generation_id = ${id} order by segment_id limit ${limit}`.execute(
      this.#db(workspaceId),
    );
    return rows;
  }

  /** Those that did not change again. */
  async settle(
    { workspaceId, id }: ClaimedWork,
    changes: readonly ChangedSegment[],
    within: OpenTransaction,
  ): Promise<void> {
    await sql`
      delete from rebuild_changes c using json_to_recordset(${JSON.stringify(changes)}::json) as s(id uuid, version integer)
      where c.workspace_id = ${workspaceId} and c.generation_id = ${id} and c.segment_id = s.id
        and c.version = s.version`.execute(within);
  }

  async hasChanges({ workspaceId, id }: ClaimedWork, within: OpenTransaction): Promise<boolean> {
    const { rows } = await sql`
      select 1 from rebuild_changes where workspace_id = ${workspaceId} and generation_id = ${id} limit 1`.execute(
      within,
    );
    return rows.length > 0;
  }

  #db(workspaceId: string): Kysely<IndexingTables> {
    return this.#database.workspace<IndexingTables>(workspaceId);
  }
}
