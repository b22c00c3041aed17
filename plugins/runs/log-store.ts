import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database, inIndexOrder, only } from '../database/contract.ts';
import type { RunLogPage, RunLogQuery, RunSummary } from './contract.ts';
import { type RunRow, summaryColumns, summaryOf } from './history-store.ts';
import { lowestIdAt } from './store.ts';
import type { RunTables } from './tables.ts';

/** Runs whose values are read for a keyword, newest first: a search holds the database only so long. */
const SEARCHED = 20_000;
/** Runs that are counted, and that pages reach: what lies behind them costs nothing. */
const COUNTED = 10_000;
/** Of a log that is known to be long no more are read than its page needs: one of these, in which it ends. */
const WALKS = [128, 1_024];
/** A log that had more than that keeps them for a while: it is not counted again in these milliseconds. */
const KNOWN_MS = 60_000;
/** Logs of which that is known. */
const MOST_KNOWN = 1_000;
/** Milliseconds between the id of a run and its start, at most. */
const START_SLACK = 10_000;

/** The log of an app's runs, page by page. Workspace role. */
export class LogStore {
  readonly #database: Database;
  /** Logs with more runs than are counted, until when that is taken for granted. */
  readonly #long = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  async page(workspaceId: string, query: RunLogQuery): Promise<RunLogPage> {
    const { createdBy, keyword, page, limit } = query;
    if (createdBy?.length === 0) return { total: 0, hasMore: false, isBeyond: false, items: [] };
    const db = this.#database.workspace<RunTables>(workspaceId);
    const start = (page - 1) * limit;
    if (keyword !== undefined) {
      // Values are read once: the search is what takes the time, not the look-up of what it found.
      const read = newest(workspaceId, query, SEARCHED, sql`id, inputs, outputs`);
      const { rows } = await inIndexOrder(db, (ordered) => searched(read, keyword).execute(ordered));
      const ids = rows.slice(start, start + limit).map(({ id }) => id);
      return {
        total: rows.length,
        hasMore: start + limit < rows.length,
        isBeyond: false,
        items: await summaries(db, ids),
      };
    }
    const log = JSON.stringify([workspaceId, { ...query, page: 0, limit: 0 }]);
    const isLong = this.#isLong(log);
    if (isLong && start >= COUNTED) return { total: COUNTED, hasMore: false, isBeyond: true, items: [] };
    // Written out, for the planner has to know that they are few; so there are few of these numbers.
    const read = (isLong && WALKS.find((rows) => start + limit < rows)) || COUNTED + 1;
    const { rows } = await inIndexOrder(db, (ordered) =>
      sql<{ counted: number; ids: string[] }>`
      with newest as materialized (${newest(workspaceId, query, read, sql`id`)})
      select (select count(*)::integer from newest) as counted,
        array(select id::text from newest order by id desc limit ${limit} offset ${start}) as ids`.execute(ordered),
    );
    const { counted = 0, ids = [] } = rows[0] ?? {};
    if (counted > COUNTED) this.#remember(log);
    const total = isLong && counted === read ? COUNTED : Math.min(counted, COUNTED);
    const isBeyond = start >= COUNTED && counted > COUNTED;
    return { total, hasMore: start + limit < counted, isBeyond, items: isBeyond ? [] : await summaries(db, ids) };
  }

  #isLong(log: string): boolean {
    if ((this.#long.get(log) ?? 0) > performance.now()) return true;
    this.#long.delete(log);
    return false;
  }

  #remember(log: string): void {
    const [oldest] = this.#long.keys();
    if (oldest !== undefined && this.#long.size >= MOST_KNOWN) this.#long.delete(oldest);
    this.#long.set(log, performance.now() + KNOWN_MS);
  }
}

async function summaries(db: Kysely<RunTables>, ids: readonly string[]): Promise<RunSummary[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RunRow>`
    select ${summaryColumns} from workflow_runs where id = any(${[...ids]}::uuid[]) order by id desc`.execute(db);
  return rows.map(summaryOf);
}

/** The newest runs that fit. How many is written out: the planner must not take them for a part of all. */
function newest(
  workspaceId: string,
  query: RunLogQuery,
  limit: number,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const where = sql.join(conditions(workspaceId, query), sql` and `);
  const most = sql.lit(limit);
  const { appId, createdBy } = query;
  if (createdBy === undefined) {
    return sql`
      select ${columns} from workflow_runs where ${only('app_id', appId)} and ${where} order by id desc limit ${most}`;
  }
  return sql`
    select r.* from unnest(${[...createdBy]}::uuid[]) as creator, lateral (
      select ${columns} from workflow_runs
      where ${only('created_by', sql`creator`)} and app_id = ${appId}::uuid and ${where} order by id desc limit ${most}
    ) r order by id desc limit ${most}`;
}

/** The status is written out, for only then the planner knows that there is an index of rare ones; times are ids first. */
function conditions(workspaceId: string, { status, from, to }: RunLogQuery) {
  return [
    sql`workspace_id = ${workspaceId}::uuid`,
    sql`triggered_from <> 'debugging'`,
    ...(status === undefined ? [] : [sql`status = ${sql.lit(status)}`]),
    ...(from === undefined ? [] : [sql`id >= ${idAt(from - START_SLACK)}::uuid`, sql`created_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`id < ${idAt(to + START_SLACK)}::uuid`, sql`created_at <= ${new Date(to)}`]),
  ];
}

/** Of any time that can be typed. */
function idAt(milliseconds: number): string {
  return lowestIdAt(Math.min(Math.max(0, Math.floor(milliseconds)), 2 ** 48 - 1));
}

/** Values are kept as JSON texts, so a keyword is looked for as JSON writes it. */
function searched(newestRuns: RawBuilder<unknown>, keyword: string) {
  const text = JSON.stringify(keyword).slice(1, -1).toLowerCase();
  return sql<{ id: string }>`
    select id from (${newestRuns}) as newest
    where strpos(lower(inputs::text), ${text}) > 0 or strpos(lower(outputs::text), ${text}) > 0 or id::text = ${text}
    order by id desc`;
}
