import { sql } from 'kysely';
import type { Database } from '../database/contract.ts';
import type { UsedRow } from './budget-store.ts';

/** Seconds after which what a process has reported counts no more: it is silent, and its runs go on elsewhere or end. */
export const SILENT_SECONDS = 20;

/** What runs under way in one process have used, of one workspace. */
export interface OpenRow extends UsedRow {
  readonly workspaceId: string;
}

/** Writes what runs under way have used so far: as the system, for a report is of all workspaces that are watched. */
export class OpenRunsStore {
  readonly #database: Database;
  readonly #processId: string;

  constructor(database: Database, processId: string) {
    this.#database = database;
    this.#processId = processId;
  }

  /** All of this process, in place of what it reported before; what others left behind goes as well. */
  async report(rows: readonly OpenRow[]): Promise<void> {
    const values = rows.map(({ workspaceId, ...row }) => ({ workspace_id: workspaceId, ...row }));
    await sql`
      with open as (
        select * from json_to_recordset(${JSON.stringify(values)}::json)
          as r(workspace_id uuid, of text, id uuid, currency text, tokens numeric, price numeric)
      ), gone as (
        delete from usage_open_runs u
        where process_id = ${this.#processId}::uuid and not exists (
            select from open o where o.workspace_id = u.workspace_id and o.of = u.of and o.id = u.id
              and o.currency = u.currency)
          or process_id <> ${this.#processId}::uuid and reported_at < now() - make_interval(secs => ${SILENT_SECONDS * 3})
      )
      insert into usage_open_runs (workspace_id, process_id, of, id, currency, tokens, price, reported_at)
      select workspace_id, ${this.#processId}::uuid, of, id, currency, tokens, price, now() from open
      on conflict (workspace_id, process_id, of, id, currency)
      do update set tokens = excluded.tokens, price = excluded.price, reported_at = excluded.reported_at`.execute(
      this.#database.system(),
    );
  }
}
