import { sql } from 'kysely';
import type { Database } from '../database/contract.ts';
import type { ErasedPlace, ErasedRun, PersonalDataOwner } from '../erasure/contract.ts';

/** Removes which annotation answered messages that go, with what was asked; workspace role. */
export class ErasureStore implements PersonalDataOwner {
  readonly id = 'annotations';
  readonly stage = 'data';
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async removeRuns({ workspaceId, appId }: ErasedPlace, runs: readonly ErasedRun[]): Promise<void> {
    const ids = runs.flatMap(({ messageId }) => messageId ?? []);
    await sql`
      delete from annotation_hits where message_id = any(${ids}::uuid[]) and app_id = ${appId}::uuid`.execute(
      this.#database.workspace<never>(workspaceId),
    );
  }
}
