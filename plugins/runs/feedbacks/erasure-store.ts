import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import { type Erased, type PersonalDataOwner, rowsOfRuns } from '#plugins/erasure/contract.ts';

/** Removes opinions on messages that go, and those an end user gave; workspace role. */
export class ErasureStore implements PersonalDataOwner {
  readonly id = 'feedbacks';
  readonly stage = 'data';
  readonly removeRuns: NonNullable<PersonalDataOwner['removeRuns']>;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    const tables = ['message_feedbacks'];
    this.removeRuns = rowsOfRuns(database, { id: this.id, by: 'message_id', tables }).removeRuns;
  }

  async removeRest({ workspaceId, appId, of, id }: Erased): Promise<void> {
    const column = sql.ref(of === 'conversation' ? 'conversation_id' : 'end_user_id');
    await sql`
      delete from message_feedbacks where ${column} = ${id}::uuid and app_id = ${appId}::uuid`.execute(
      this.#database.workspace<never>(workspaceId),
    );
  }
}
