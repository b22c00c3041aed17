import { sql } from 'kysely';
import type { Blobs } from '../blobs/contract.ts';
import type { Database } from '../database/contract.ts';
import type { Erased, PersonalDataOwner } from '../erasure/contract.ts';

const BATCH = 200;

/**
 * Removes the files that an end user sent; workspace role. What a conversation used of them stays his: another may use
 * it as well.
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

  /** Rows first: content that no row names is swept, should this end in between. */
  async removeRest({ workspaceId, appId, of, id }: Erased): Promise<void> {
    if (of === 'conversation') return;
    for (;;) {
      const { rows } = await sql<{ store: string; key: string }>`
        delete from uploaded_files where id in (
          select id from uploaded_files where app_id = ${appId}::uuid and end_user_id = ${id}::uuid limit ${BATCH}
        ) returning blob_store as store, blob_key as key`.execute(this.#database.workspace<never>(workspaceId));
      await this.#blobs.remove(rows);
      if (rows.length < BATCH) return;
    }
  }
}
