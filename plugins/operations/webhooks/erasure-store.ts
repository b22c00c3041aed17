import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { ErasedPlace, ErasedRun, PersonalDataOwner } from '#plugins/erasure/contract.ts';

/** Removes what was told of runs that go, and is not told then; workspace role. */
export class ErasureStore implements PersonalDataOwner {
  readonly id = 'webhooks';
  readonly stage = 'data';
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** By the index that begins with the endpoint. */
  async removeRuns({ workspaceId, appId }: ErasedPlace, runs: readonly ErasedRun[]): Promise<void> {
    const ids = runs.map(({ runId }) => runId);
    await sql`
      delete from webhook_deliveries
      where endpoint_id in (select id from webhook_endpoints where app_id = ${appId}::uuid)
        and run_id = any(${ids}::uuid[])`.execute(this.#database.workspace<never>(workspaceId));
  }
}
