import { sql } from 'kysely';
import type { Database } from '../database/contract.ts';
import type { Erased, PersonalDataOwner } from '../erasure/contract.ts';
import type { RunEnds } from '../runs/contract.ts';

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

  /** His runs have ended by now; those that are counted later would name him again. */
  async removeRest({ workspaceId, appId, of, id }: Erased): Promise<void> {
    if (of !== 'end-user') return;
    await this.#ends.settled(workspaceId);
    await sql`
      delete from usage_users
      where workspace_id = ${workspaceId}::uuid and app_id = ${appId}::uuid and end_user_id = ${id}::uuid`.execute(
      this.#database.workspace<never>(workspaceId),
    );
  }
}
