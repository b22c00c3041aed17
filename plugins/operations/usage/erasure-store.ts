import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { Erased, PersonalDataOwner } from '#plugins/erasure/contract.ts';
import type { RunEnds } from '#plugins/runs/contract.ts';

/** Forgets that an end user was counted; workspace role. The counts stay: they name nobody. */
export class ErasureStore implements PersonalDataOwner {
  readonly id = 'usage';
  readonly stage = 'data';
  readonly #database: Database;
  readonly #ends: RunEnds;

  constructor(database: Database, ends: RunEnds) {
    this.#database = database;
    this.#ends = ends;
  }

  /** Their runs have ended by now; those that are counted later would name them again. */
  async removeRest({ workspaceId, appId, of, id }: Erased): Promise<void> {
    if (of !== 'end-user') return;
    await this.#ends.aggregated(workspaceId);
    await sql`
      delete from usage_users
      where workspace_id = ${workspaceId}::uuid and app_id = ${appId}::uuid and end_user_id = ${id}::uuid`.execute(
      this.#database.workspace<never>(workspaceId),
    );
  }
}
