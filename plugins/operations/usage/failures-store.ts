import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { DayRange, FailureCount } from './contract.ts';

/** Failed runs of one workspace at a time. */
export class FailuresStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Most first. */
  async byCode(workspaceId: string, { from, to }: DayRange, limit: number): Promise<readonly FailureCount[]> {
    const { rows } = await sql<{ readonly code: string; readonly runs: number }>`
      select code, sum(runs)::bigint as runs from usage_failures
      where workspace_id = ${workspaceId}::uuid and day between ${from}::date and ${to}::date
      group by code order by 2 desc, code limit ${limit}`.execute(this.#database.workspace<never>(workspaceId));
    return rows.map(({ code, runs }) => ({ code: code === '' ? null : code, runs }));
  }
}
