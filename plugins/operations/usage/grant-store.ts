import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import { type UsedRow, usedSince } from './budget-store.ts';
import { type OpenReport, reportOpenRuns } from './open-store.ts';

/** Seconds for which others count what a process was granted; it believes so for less (`GRANT_MS`). */
const GRANT_SECONDS = 3;
/** Seconds after which what is left of it is removed. */
const FORGOTTEN_SECONDS = 60;

/** What a process may use of a budget before it asks again: a decimal string. */
export interface GrantRow {
  readonly budgetId: string;
  readonly amount: string;
}

/** A look at what is used of a period, by a process that tells what its own runs under way have used. */
export interface GrantQuestion {
  readonly workspaceId: string;
  /** The period's first day. */
  readonly from: string;
  readonly report: OpenReport;
}

/** Shares budgets out among the processes on one database; of one workspace at a time. */
export class GrantStore {
  readonly #database: Database;
  readonly #processId: string;

  constructor(database: Database, processId: string) {
    this.#database = database;
    this.#processId = processId;
  }

  /** The embedded database has one process: what that knows is exact. */
  get isAlone(): boolean {
    return this.#database.kind === 'pglite';
  }

  /**
   * Tells what runs under way here have used, reads what is used, and writes what `grant` makes of that and of what other
   * processes hold (by budget): nobody else asks about this workspace and period meanwhile.
   */
  async ask(
    { workspaceId, from, report }: GrantQuestion,
    grant: (used: readonly UsedRow[], held: ReadonlyMap<string, string>) => readonly GrantRow[],
  ): Promise<readonly UsedRow[]> {
    const processId = this.#processId;
    // There is nobody to share with.
    if (this.isAlone) return await usedSince(this.#database.workspace(workspaceId), { workspaceId, from, processId });
    return await this.#database
      .workspace<never>(workspaceId)
      .transaction()
      .execute(async (db) => {
        const lock = `usage budgets ${workspaceId} ${from}`;
        await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db);
        await reportOpenRuns(db, { ...report, processId, workspaceId });
        const used = await usedSince(db, { workspaceId, from, processId });
        await this.#write(db, workspaceId, grant(used, await this.#held(db, workspaceId)));
        return used;
      });
  }

  async #held(db: Kysely<never>, workspaceId: string): Promise<ReadonlyMap<string, string>> {
    const { rows } = await sql<{ readonly id: string; readonly amount: string }>`
      select budget_id as id, sum(amount)::text as amount from usage_budget_grants
      where workspace_id = ${workspaceId} and process_id <> ${this.#processId}::uuid and amount > 0
        and expires_at > clock_timestamp()
      group by budget_id`.execute(db);
    return new Map(rows.map(({ id, amount }) => [id, amount]));
  }

  async #write(db: Kysely<never>, workspaceId: string, grants: readonly GrantRow[]): Promise<void> {
    if (grants.length === 0) return;
    const rows = grants.map(({ budgetId, amount }) => ({ budget_id: budgetId, amount }));
    await sql`
      with gone as (
        delete from usage_budget_grants where ctid = any(array(
          select ctid from usage_budget_grants
          where workspace_id = ${workspaceId}
            and expires_at < clock_timestamp() - make_interval(secs => ${FORGOTTEN_SECONDS})
            and (process_id <> ${this.#processId}::uuid or budget_id <> all(${rows.map((row) => row.budget_id)}::uuid[]))
          for update skip locked
        ))
      )
      insert into usage_budget_grants (workspace_id, budget_id, process_id, amount, expires_at)
      select ${workspaceId}::uuid, budget_id, ${this.#processId}::uuid, amount,
        clock_timestamp() + make_interval(secs => ${GRANT_SECONDS})
      from json_to_recordset(${JSON.stringify(rows)}::json) as g(budget_id uuid, amount numeric)
      order by budget_id
      on conflict (workspace_id, budget_id, process_id)
      do update set amount = excluded.amount, expires_at = excluded.expires_at`.execute(db);
  }
}
