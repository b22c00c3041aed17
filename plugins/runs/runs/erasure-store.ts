import { sql } from 'kysely';
import type { Blobs } from '#plugins/blobs/contract.ts';
import { type Database, only } from '#plugins/database/contract.ts';
import type { Erased, ErasedPlace, ErasedRun, PersonalDataOwner } from '#plugins/erasure/contract.ts';

/** Removes runs with all that is kept of them; workspace role. */
export class ErasureStore implements PersonalDataOwner {
  readonly id = 'runs';
  readonly stage = 'runs';
  readonly #database: Database;
  readonly #blobs: Pick<Blobs, 'remove'>;

  constructor(database: Database, blobs: Pick<Blobs, 'remove'>) {
    this.#database = database;
    this.#blobs = blobs;
  }

  /** Those of a conversation are found by its messages. */
  async find(erased: Erased, limit: number): Promise<readonly ErasedRun[]> {
    if (erased.of === 'conversation') return [];
    const { rows } = await sql<ErasedRun>`
      select id as "runId", null as "messageId", status not in ('running', 'paused') as "isOver" from workflow_runs
      where app_id = ${erased.appId}::uuid and ${only('created_by', erased.id)} and created_by_role = 'end_user'
      limit ${limit}`.execute(this.#db(erased));
    return rows;
  }

  /** The run itself goes last: it may be what all this is found by. */
  async removeRuns(place: ErasedPlace, runs: readonly ErasedRun[]): Promise<void> {
    const db = this.#db(place);
    const found = await sql<{ id: string }>`
      select id from workflow_runs
      where id = any(${runs.map(({ runId }) => runId)}::uuid[]) and app_id = ${place.appId}::uuid`.execute(db);
    const ids = found.rows.map(({ id }) => id);
    if (ids.length === 0) return;
    await sql`delete from run_events where run_id = any(${ids}::uuid[])`.execute(db);
    await sql`delete from node_executions where run_id = any(${ids}::uuid[])`.execute(db);
    const { rows: blobs } = await sql<{ store: string; key: string }>`
      select store, key from run_blobs where run_id = any(${ids}::uuid[])`.execute(db);
    await this.#blobs.remove(blobs);
    await sql`delete from run_blobs where run_id = any(${ids}::uuid[])`.execute(db);
    await sql`delete from workflow_runs where id = any(${ids}::uuid[])`.execute(db);
  }

  #db({ workspaceId }: ErasedPlace) {
    return this.#database.workspace<never>(workspaceId);
  }
}
