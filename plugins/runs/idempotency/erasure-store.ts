import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { Erased, ErasedPlace, ErasedRun, PersonalDataOwner } from '#plugins/erasure/contract.ts';

/** Removes what keys have led to; workspace role. */
export class ErasureStore implements PersonalDataOwner {
  readonly id = 'idempotency';
  readonly stage = 'data';
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async removeRuns({ workspaceId, appId }: ErasedPlace, runs: readonly ErasedRun[]): Promise<void> {
    const ids = runs.map(({ runId }) => runId);
    await sql`
      delete from idempotency_keys
      where workspace_id = ${workspaceId}::uuid and app_id = ${appId}::uuid and run_id = any(${ids}::uuid[])`.execute(
      this.#database.workspace<never>(workspaceId),
    );
  }

  /** Replies to uploads say who sent the file. */
  async removeRest({ workspaceId, appId, of, id }: Erased): Promise<void> {
    if (of === 'conversation') return;
    await sql`
      delete from idempotency_keys
      where workspace_id = ${workspaceId}::uuid and app_id = ${appId}::uuid and position(${id} in reply) > 0`.execute(
      this.#database.workspace<never>(workspaceId),
    );
  }
}
