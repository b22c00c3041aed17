import { sql } from 'kysely';
import { type Database, few } from '#plugins/database/contract.ts';
import type { PersonalDataOwner } from './contract.ts';

/** Tables whose rows are of runs, or of the messages of runs. */
export interface RowsOfRuns {
  /** Of the owner. */
  readonly id: string;
  /** What their rows are found by; they have `app_id` as well. */
  readonly by: 'run_id' | 'message_id';
  /** In the order in which they are emptied. */
  readonly tables: readonly string[];
}

/** Removes the rows of runs that go, of one app, in the role of the workspace. */
export function rowsOfRuns(
  database: Database,
  { id, by, tables }: RowsOfRuns,
): PersonalDataOwner & Required<Pick<PersonalDataOwner, 'removeRuns'>> {
  return {
    id,
    stage: 'data',
    async removeRuns({ workspaceId, appId }, runs) {
      const ids = runs.flatMap(({ runId, messageId }) => (by === 'run_id' ? runId : (messageId ?? [])));
      const db = database.workspace<never>(workspaceId);
      for (const table of tables) {
        await sql`
          delete from ${sql.table(table)} using unnest(${ids}::uuid[]) wanted (wanted_id)
          where ${few(by, sql`wanted_id`)} and app_id = ${appId}::uuid`.execute(db);
      }
    },
  };
}
