import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import { type ClaimedRun, dropSilent, NO_PROCESS, type ProcessIdentity } from './store.ts';
import type { RunTables } from './tables.ts';

/** Losses after which a run may be what brings processes down. */
export const QUARANTINE_CRASHES = 2;
/** Runs on trial at a time. */
const MAX_ON_TRIAL = 500;

/** A run on trial. */
export interface QuarantinedRun extends ClaimedRun {
  /** It was lost alone, twice. */
  readonly isGuilty: boolean;
}

/** Runs that lost several processes, in groups that get smaller each time they are lost. System: of all workspaces. */
export class QuarantineStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Takes over the largest group that is nobody's: of those that were never on trial half (`isFirst`) or all, of others at
   * most half of the group they were lost with, and at last one alone.
   */
  async claim(
    own: ProcessIdentity,
    { silentSeconds, isFirst }: { readonly silentSeconds: number; readonly isFirst: boolean },
  ): Promise<QuarantinedRun[]> {
    return this.#db()
      .transaction()
      .execute(async (transaction) => {
        await dropSilent(transaction, own, silentSeconds);
        const { rows } = await sql<QuarantinedRun>`
          with nobodys as materialized (
            select id, crashes, case
              when trial = 0 or process_id = ${NO_PROCESS} then trial
              when trial > 1 then (trial + 1) / 2
              when trial = 1 then -1
              else trial - 1 end as room
            from workflow_runs
            where status = 'running' and process_id not in (select boot_id from processes) and crashes >= ${QUARANTINE_CRASHES}
          ), next as (
            select room, case when room > 0 then room when room < 0 then 1
              when ${isFirst}::boolean then (count(*) + 1) / 2 else count(*) end as size
            from nobodys group by room order by room = 0 desc, room desc limit 1
          ), chosen as materialized (
            select id, nobodys.room from workflow_runs join nobodys using (id) join next on next.room = nobodys.room
            order by nobodys.crashes, id
            limit (select least(size, ${MAX_ON_TRIAL}::integer) from next)
            for update of workflow_runs skip locked
          )
          update workflow_runs set process_id = ${own.bootId},
            crashes = workflow_runs.crashes + case when process_id = ${NO_PROCESS} then 0 else 1 end,
            trial = case when chosen.room < 0 then chosen.room else (select count(*) from chosen) end
          from chosen where workflow_runs.id = chosen.id
          returning workflow_runs.id as "runId", workspace_id as "workspaceId", app_id as "appId", key_id as "keyId",
            workflow_runs.crashes, trial < -1 as "isGuilty"`.execute(transaction);
        return rows;
      });
  }

  /** Those of this process that are on trial have lived. */
  async clear(bootId: string): Promise<void> {
    await sql`
      update workflow_runs set trial = 0 where process_id = ${bootId} and status = 'running' and trial <> 0`.execute(
      this.#db(),
    );
  }

  #db(): Kysely<RunTables> {
    return this.#database.system<RunTables>();
  }
}
