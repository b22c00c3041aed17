import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import { type PersonalDataOwner, rowsOfRuns } from '#plugins/erasure/contract.ts';
import type { ResultTables } from './tables.ts';

/** Rows that one statement removes. */
const CHUNK = 5_000;

/** Results go with their runs, and with their user. */
export function erasedResults(database: Database): PersonalDataOwner {
  return {
    ...rowsOfRuns(database, { id: 'results', by: 'run_id', tables: ['results'] }),
    async removeRest({ workspaceId, appId, of, id }) {
      if (of === 'conversation') return;
      for (const table of ['results', 'result_places']) {
        await sql`
          delete from ${sql.table(table)} where workspace_id = ${workspaceId}::uuid and app_id = ${appId}::uuid
            and end_user_id = ${id}::uuid`.execute(database.workspace<ResultTables>(workspaceId));
      }
    },
  };
}

/** System: results of runs that the history has no more, of all workspaces. */
export async function forgetResults(database: Database, before: string): Promise<void> {
  for (let removed = CHUNK; removed >= CHUNK; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from results where ctid in (
        select ctid from results where run_id < ${before}::uuid order by run_id limit ${CHUNK}
      )`.execute(database.system<ResultTables>());
    removed = Number(numAffectedRows);
  }
}
