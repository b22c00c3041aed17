import { type RawBuilder, sql } from 'kysely';
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
    const found = query.keyword === undefined ? fitting : searched(fitting, query.keyword);
    const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total ${found}`.execute(db);
    const { rows } = await sql<RunRow>`
      select ${summaryColumns} ${found}
      order by id desc limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
    return { total: counted[0]?.total ?? 0, items: rows.map(summaryOf) };
  }
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
  return sql`from (select * ${fitting} order by id desc limit ${SEARCHED}) as newest
    where strpos(lower(inputs::text), ${text}) > 0 or strpos(lower(outputs::text), ${text}) > 0
      or id::text = ${text}`;
}
