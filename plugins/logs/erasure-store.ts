import { sql } from 'kysely';
import type { Database } from '../database/contract.ts';
import type { ErasedPlace, ErasedRun, PersonalDataOwner } from '../erasure/contract.ts';

/** Removes the words of runs that go; workspace role. */
export class ErasureStore implements PersonalDataOwner {
  readonly id = 'logs';
  readonly stage = 'data';
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The queue first: it waits for who takes a run from it, and then the words are there. */
  async removeRuns({ workspaceId, appId }: ErasedPlace, runs: readonly ErasedRun[]): Promise<void> {
    const db = this.#database.workspace<never>(workspaceId);
    const ids = runs.map(({ runId }) => runId);
    for (const table of ['log_queue', 'log_texts']) {
      await sql`
        delete from ${sql.table(table)} where run_id = any(${ids}::uuid[]) and app_id = ${appId}::uuid`.execute(db);
    }
  }
}
