import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { UsedRow } from './budget-store.ts';

/** Seconds after which what a process has reported counts no more: it is silent, and its runs go on elsewhere or end. */
export const SILENT_SECONDS = 20;

/** What runs under way in one process have used, of one workspace. */
export interface OpenRow extends UsedRow {
  readonly workspaceId: string;
}

/** What runs under way in a process have used at one moment. */
export interface OpenReport {
  /** Grows from report to report of a process: a later one counts, in whatever order they arrive. */
  readonly told: number;
  readonly rows: readonly OpenRow[];
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
  async report(report: OpenReport): Promise<void> {
    await reportOpenRuns(this.#database.system(), { ...report, processId: this.#processId, workspaceId: null });
  }
}

/**
 * All of a process, or all of its rows of one workspace. Rows are taken in one order, and what is removed waits for nobody: two
 * that write at a time don't block each other for good.
 */
export async function reportOpenRuns(
  db: Kysely<never>,
  {
    told,
    rows,
    processId,
    workspaceId,
  }: OpenReport & { readonly processId: string; readonly workspaceId: string | null },
): Promise<void> {
  const values = rows.map(({ workspaceId: workspace_id, ...row }) => ({ workspace_id, ...row }));
  await sql`
    with open as (
      select * from json_to_recordset(${JSON.stringify(values)}::json)
        as r(workspace_id uuid, of text, id uuid, currency text, tokens numeric, price numeric)
    ), gone as (
      delete from usage_open_runs where ctid = any(array(
        select ctid from usage_open_runs u
        where (${workspaceId}::uuid is null or workspace_id = ${workspaceId}::uuid) and (
          process_id = ${processId}::uuid and told < ${told}::bigint and not exists (
            select from open o where o.workspace_id = u.workspace_id and o.of = u.of and o.id = u.id
              and o.currency = u.currency)
          or process_id <> ${processId}::uuid and reported_at < now() - make_interval(secs => ${SILENT_SECONDS * 3}))
        for update skip locked
      ))
    )
    insert into usage_open_runs as u (workspace_id, process_id, of, id, currency, tokens, price, reported_at, told)
    select workspace_id, ${processId}::uuid, of, id, currency, tokens, price, now(), ${told}::bigint from open
    order by workspace_id, of, id, currency
    on conflict (workspace_id, process_id, of, id, currency)
    do update set tokens = excluded.tokens, price = excluded.price, reported_at = excluded.reported_at,
      told = excluded.told
    where u.told < excluded.told`.execute(db);
}
