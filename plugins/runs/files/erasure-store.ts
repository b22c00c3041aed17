import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Blobs, StoredBlob } from '#plugins/blobs/contract.ts';
import type { Database } from '#plugins/database/contract.ts';
import type { Erased, ErasedPlace, ErasedRun, PersonalDataOwner } from '#plugins/erasure/contract.ts';

const BATCH = 200;

type RemovedBlob = Pick<StoredBlob, 'store' | 'key'>;

/**
 * Removes the files that an end user sent, and those that runs received or made, with the runs. What a conversation used
 * of uploads stays its user's: another may use it as well.
 */
export class ErasureStore implements PersonalDataOwner {
  readonly id = 'files';
  readonly stage = 'data';
  readonly #database: Database;
  readonly #blobs: Pick<Blobs, 'remove'>;

  constructor(database: Database, blobs: Pick<Blobs, 'remove'>) {
    this.#database = database;
    this.#blobs = blobs;
  }

  async removeRuns({ workspaceId, appId }: ErasedPlace, runs: readonly ErasedRun[]): Promise<void> {
    const ids = runs.map(({ runId }) => runId);
    const db = this.#database.workspace<never>(workspaceId);
    // The app in a way that no index answers: that of all its files is not to be read for those of some runs.
    await this.#remove(db, sql`app_id is not distinct from ${appId} and run_id = any(${ids}::uuid[])`);
  }

  async removeRest({ workspaceId, appId, of, id }: Erased): Promise<void> {
    if (of === 'conversation') return;
    const db = this.#database.workspace<never>(workspaceId);
    await this.#remove(db, sql`app_id = ${appId}::uuid and end_user_id = ${id}::uuid`);
  }

  /** The files of runs with smaller ids, which are not kept any longer. System role: of all workspaces. */
  async forget(before: string): Promise<void> {
    await this.#remove(this.#database.system<never>(), sql`run_id < ${before}::uuid`);
  }

  /** Contents first: what a stop in between leaves is found by its row again, and does not wait for the sweep of many days. */
  async #remove(db: Kysely<never>, which: RawBuilder<unknown>): Promise<void> {
    for (;;) {
      const { rows } = await sql<RemovedBlob & { readonly id: string }>`
        select id, blob_store as store, blob_key as key from uploaded_files where ${which} limit ${BATCH}`.execute(db);
      await this.#blobs.remove(rows.map(({ store, key }) => ({ store, key })));
      await sql`delete from uploaded_files where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db);
      if (rows.length < BATCH) return;
    }
  }
}
