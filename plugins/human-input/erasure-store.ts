import { sql } from 'kysely';
import type { Database } from '../database/contract.ts';
import type { ErasedPlace, ErasedRun, PersonalDataOwner } from '../erasure/contract.ts';

/** Removes the forms of runs that go; workspace role. */
export class ErasureStore implements PersonalDataOwner {
  readonly id = 'human-input';
  readonly stage = 'data';
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async removeRuns({ workspaceId, appId }: ErasedPlace, runs: readonly ErasedRun[]): Promise<void> {
    const ids = runs.map(({ runId }) => runId);
    await sql`
      delete from human_input_forms where run_id = any(${ids}::uuid[]) and app_id = ${appId}::uuid`.execute(
      this.#database.workspace<never>(workspaceId),
    );
  }
}
