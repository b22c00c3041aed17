import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { Erased, ErasedPlace, ErasedRun, PersonalDataOwner } from '#plugins/erasure/contract.ts';
import type { BatchTables } from './tables.ts';

/** Rows that one statement removes: no lock is held for long, and a process that ends loses little. */
const CHUNK = 1_000;

/** Removes batches with their rows; in the role of the workspace. */
export class RemovalStore implements PersonalDataOwner {
  readonly id = 'batches';
  readonly stage = 'data';
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async remove(workspaceId: string, batchId: string, signal?: AbortSignal): Promise<void> {
    for (let removed = CHUNK; removed >= CHUNK; ) {
      signal?.throwIfAborted();
      removed = await this.#removeRows(workspaceId, sql`batch_id = ${batchId}::uuid`);
    }
    await sql`delete from batches where id = ${batchId}::uuid`.execute(this.#db(workspaceId));
  }

  /** Batches of before a time, by the id of its first run: all that are over and not kept. */
  async removeBefore(id: string): Promise<void> {
    for (;;) {
      const { rows } = await sql<{ workspace_id: string; id: string }>`
        select workspace_id, id from batches
        where id < ${id}::uuid and not kept and status in ('finished', 'stopped') and running = 0 and paused = 0
        limit 100`.execute(this.#database.system<BatchTables>());
      if (rows.length === 0) return;
      for (const batch of rows) await this.remove(batch.workspace_id, batch.id);
    }
  }

  async exists(erased: Erased): Promise<boolean> {
    if (erased.of === 'conversation') return false;
    const { rows } = await sql`select from batches where ${ofUser(erased)} limit 1`.execute(
      this.#db(erased.workspaceId),
    );
    return rows.length > 0;
  }

  /** Asked before anything is removed: no row begins any more. Its runs are found by those who keep them. */
  async find(erased: Erased): Promise<readonly ErasedRun[]> {
    if (erased.of === 'conversation') return [];
    const db = this.#db(erased.workspaceId);
    await sql`
      update batches set status = 'stopped', revision = revision + 1
      where ${ofUser(erased)} and status in ('running', 'paused')`.execute(db);
    return [];
  }

  async removeRuns({ workspaceId, appId }: ErasedPlace, runs: readonly ErasedRun[]): Promise<void> {
    const ids = runs.map(({ runId }) => runId);
    await sql`
      delete from batch_rows where run_id = any(${ids}::uuid[]) and app_id = ${appId}::uuid`.execute(
      this.#db(workspaceId),
    );
  }

  async removeRest(erased: Erased): Promise<void> {
    if (erased.of === 'conversation') return;
    const { workspaceId } = erased;
    const { rows } = await sql<{ id: string }>`select id from batches where ${ofUser(erased)}`.execute(
      this.#db(workspaceId),
    );
    for (const { id } of rows) await this.remove(workspaceId, id);
  }

  async #removeRows(workspaceId: string, which: RawBuilder<unknown>): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from batch_rows where ctid in (select ctid from batch_rows where ${which} limit ${CHUNK})`.execute(
      this.#db(workspaceId),
    );
    return Number(numAffectedRows);
  }

  #db(workspaceId: string) {
    return this.#database.workspace<BatchTables>(workspaceId);
  }
}

function ofUser({ workspaceId, appId, id }: Erased): RawBuilder<unknown> {
  return sql`workspace_id = ${workspaceId}::uuid and app_id = ${appId}::uuid and end_user_id = ${id}::uuid`;
}
