import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/contract.ts';
import type { RunLogQuery, RunSummary } from './contract.ts';
import { type RunRow, summaryColumns, summaryOf } from './history-store.ts';
import type { RunTables } from './tables.ts';

/** Runs whose values are read for a keyword, newest first: a search holds the database only so long. */
const SEARCHED = 20_000;

/** The log of an app's runs, page by page. Workspace role. */
export class LogStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async page(workspaceId: string, query: RunLogQuery): Promise<{ total: number; items: RunSummary[] }> {
    if (query.createdBy?.length === 0) return { total: 0, items: [] };
    const db = this.#database.workspace<RunTables>(workspaceId);
    const fitting = sql`from workflow_runs where ${sql.join(conditions(workspaceId, query), sql` and `)}`;
    const start = (query.page - 1) * query.limit;
    if (query.keyword !== undefined) {
      // Values are read once: the search is what takes the time, not the look-up of what it found.
      const { rows } = await searched(fitting, query.keyword).execute(db);
      const ids = rows.slice(start, start + query.limit).map(({ id }) => id);
      const items = ids.length === 0 ? [] : await summaries(db, sql`from workflow_runs where id in (${sql.join(ids)})`);
      return { total: rows.length, items };
    }
    const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total ${fitting}`.execute(db);
    const items = await summaries(db, fitting, sql`limit ${query.limit} offset ${start}`);
    return { total: counted[0]?.total ?? 0, items };
  }
}

async function summaries(
  db: Kysely<RunTables>,
  from: RawBuilder<unknown>,
  part: RawBuilder<unknown> = sql``,
): Promise<RunSummary[]> {
  const { rows } = await sql<RunRow>`select ${summaryColumns} ${from} order by id desc ${part}`.execute(db);
  return rows.map(summaryOf);
}

function conditions(workspaceId: string, query: RunLogQuery) {
  const { appId, status, from, to, createdBy } = query;
  return [
    sql`workspace_id = ${workspaceId}`,
    sql`app_id = ${appId}`,
    sql`triggered_from <> 'debugging'`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(from === undefined ? [] : [sql`created_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`created_at <= ${new Date(to)}`]),
    ...(createdBy === undefined ? [] : [sql`created_by in (${sql.join(createdBy)})`]),
  ];
}

/** Values are kept as JSON texts, so a keyword is looked for as JSON writes it. */
function searched(fitting: RawBuilder<unknown>, keyword: string) {
  const text = JSON.stringify(keyword).slice(1, -1).toLowerCase();
  return sql<{ id: string }>`
    select id from (select id, inputs, outputs ${fitting} order by id desc limit ${SEARCHED}) as newest
    where strpos(lower(inputs::text), ${text}) > 0 or strpos(lower(outputs::text), ${text}) > 0 or id::text = ${text}
    order by id desc`;
}
