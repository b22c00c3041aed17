import { type Kysely, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { currentTime, lowestIdAt, PlatformError } from '#kernel';
import { type Database, inIndexOrder, only } from '#plugins/database/contract.ts';
import type { RunLogPage, RunLogQuery, RunSummary } from './contract.ts';
import { type RunRow, summaryColumns, summaryOf } from './history-store.ts';
import type { RunTables } from './tables.ts';

/** Runs whose values one statement reads for a keyword, newest first: it holds the database only so long. */
const STEP = 5_000;
/** Runs that are counted each time; what is older is counted once in a while where there are more. */
const COUNTED = 10_000;
/** Runs that a page may lie behind, in steps, for each step is a statement the database prepares; the last is as many as it takes. */
const WALKS = [128, 1_024, 16_384, 262_144, 16_777_216];
/** Milliseconds for which a count of older runs is kept. */
const KNOWN_MS = 60_000;
/** Milliseconds after which a run is older: it is in its row by then. */
const SETTLED_MS = 60_000;
/** The same for a log of one status: nearly all have ended by then. */
const ENDED_MS = 3_600_000;
/** Logs whose count is kept. */
const MAX_KNOWN = 1_000;
/** Milliseconds between the id of a run and its start, at most. */
const START_SLACK = 10_000;

/** Milliseconds a page may take: the first of a filter counts all runs there are, a keyword looks into all of them. */
const MAX_MS = 10_000;
/** SQLSTATE of a statement that took too long (PostgreSQL's manual, appendix A). */
const QUERY_CANCELED = '57014';

/** A log, or what of it lies below an id. */
type LogPart = RunLogQuery & { readonly below?: string | undefined };

/** How many runs of a log have lower ids than `before`. */
interface Settled {
  readonly before: string;
  readonly runs: number;
}

/** The log of an app's runs, page by page. Workspace role. */
export class LogStore {
  readonly #database: Database;
  readonly #most: number;
  readonly #step: number;
  /** The last search of each workspace. */
  readonly #searches = new Map<string, Promise<unknown>>();
  /** Of logs with many runs. */
  readonly #settled = new LRUCache<string, Settled>({ max: MAX_KNOWN, ttl: KNOWN_MS });

  /** `most`: milliseconds a page may take; `step`: runs that are searched at once. */
  constructor(database: Database, { most = MAX_MS, step = STEP } = {}) {
    this.#database = database;
    this.#most = most;
    this.#step = step;
  }

  /**
   * Throws `runs.log_too_slow` (kind unavailable) after ten seconds. The total is exact. In a log of more than 10,000
   * runs, older ones are counted once a minute: it tells that late of those that are removed, and in a log of one status
   * of those that end after more than an hour.
   */
  async page(workspaceId: string, query: RunLogQuery): Promise<RunLogPage> {
    const { createdBy, keyword, page, limit } = query;
    if (createdBy?.length === 0) return { total: 0, hasMore: false, items: [] };
    const db = this.#database.workspace<RunTables>(workspaceId);
    const start = (page - 1) * limit;
    if (keyword !== undefined) {
      const until = performance.now() + this.#most;
      const found = await this.#alone(workspaceId, () => this.#search(db, workspaceId, { ...query, keyword }, until));
      const ids = found.slice(start, start + limit);
      return { total: found.length, hasMore: start + limit < found.length, items: await summaries(db, ids) };
    }
    const log = JSON.stringify([workspaceId, { ...query, page: 0, limit: 0 }]);
    const settled = this.#settled.get(log);
    const border = settled?.before ?? lowestIdAt(currentTime() - (query.status === undefined ? SETTLED_MS : ENDED_MS));
    // One more than is shown says whether there are more.
    const end = start + limit + 1;
    const walk = newest(workspaceId, query, WALKS.find((rows) => end <= rows) ?? end, sql`id`);
    const { rows } = await this.#inTime(db, (ordered) =>
      sql<{ older: number; newer: number; ids: string[] }>`
      select counted.older, counted.newer, array(
        select id::text from (${walk}) as newest order by id desc limit ${limit + 1} offset ${start}) as ids
      from (${counts(workspaceId, query, border, settled === undefined)}) as counted`.execute(ordered),
    );
    const { older = 0, newer = 0, ids = [] } = rows[0] ?? {};
    if (settled === undefined && older + newer > COUNTED) this.#settled.set(log, { before: border, runs: older });
    const known = newer + (settled?.runs ?? older);
    const hasMore = ids.length > limit;
    return {
      total: ids.length === 0 ? known : Math.max(known, start + ids.length),
      hasMore,
      items: await summaries(db, ids.slice(0, limit)),
    };
  }

  /** All runs with the keyword, newest first. What it takes is bounded by its time. */
  async #search(
    db: Kysely<RunTables>,
    workspaceId: string,
    query: RunLogQuery & { readonly keyword: string },
    until: number,
  ): Promise<string[]> {
    const found: string[] = [];
    for (let below: string | undefined; ; ) {
      const left = Math.ceil(until - performance.now());
      // The embedded database ends no statement by itself.
      if (left <= 0) throw tooSlow();
      const part = newest(workspaceId, { ...query, below }, this.#step, sql`id, inputs, outputs`);
      const look = (ordered: Kysely<RunTables>) => searched(part, query.keyword).execute(ordered);
      const { rows } = await this.#inTime(db, look, left);
      const { ids, lowest = null, looked = 0 } = rows[0] ?? {};
      for (const id of ids ?? []) found.push(id);
      if (lowest === null || looked < this.#step) return found;
      below = lowest;
    }
  }

  /** One search of a workspace after the other: together they hold one connection. */
  async #alone<Value>(workspaceId: string, work: () => Promise<Value>): Promise<Value> {
    const search = (this.#searches.get(workspaceId) ?? Promise.resolve()).then(work);
    const over = search.catch(() => {});
    this.#searches.set(workspaceId, over);
    try {
      return await search;
    } finally {
      if (this.#searches.get(workspaceId) === over) this.#searches.delete(workspaceId);
    }
  }

  async #inTime<Value>(
    db: Kysely<RunTables>,
    work: (db: Kysely<RunTables>) => Promise<Value>,
    most = this.#most,
  ): Promise<Value> {
    try {
      return await inIndexOrder(db, async (ordered) => {
        await sql`select set_config('statement_timeout', ${String(most)}, true)`.execute(ordered);
        return work(ordered);
      });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)) throw error;
      throw tooSlow(error);
    }
  }
}

function tooSlow(cause?: Error): PlatformError {
  const message =
    'The log has so many runs that they could not be read in time: ask for a shorter time or another filter.';
  return new PlatformError('unavailable', 'runs.log_too_slow', message, { cause });
}

async function summaries(db: Kysely<RunTables>, ids: readonly string[]): Promise<RunSummary[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RunRow>`
    select ${summaryColumns} from workflow_runs where id = any(${[...ids]}::uuid[]) order by id desc`.execute(db);
  return rows.map(summaryOf);
}

/** The newest runs that fit. How many is written out: the planner must not take them for a part of all. */
function newest(workspaceId: string, query: LogPart, limit: number, columns: RawBuilder<unknown>): RawBuilder<unknown> {
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

/** How many runs fit, on either side of an id; those below it are passed by unless they are asked for. */
function counts(workspaceId: string, query: RunLogQuery, border: string, withOlder: boolean): RawBuilder<unknown> {
  const id = sql`${border}::uuid`;
  const where = sql.join([...conditions(workspaceId, query), ...(withOlder ? [] : [sql`id >= ${id}`])], sql` and `);
  const figures = sql`count(*) filter (where id < ${id})::integer as older, count(*) filter (where id >= ${id})::integer as newer`;
  const { appId, createdBy } = query;
  if (createdBy === undefined)
    return sql`select ${figures} from workflow_runs where ${only('app_id', appId)} and ${where}`;
  return sql`
    select sum(r.older)::integer as older, sum(r.newer)::integer as newer
    from unnest(${[...createdBy]}::uuid[]) as creator, lateral (
      select ${figures} from workflow_runs
      where ${only('created_by', sql`creator`)} and app_id = ${appId}::uuid and ${where}
    ) r`;
}

/** The status is written out, for only then the planner knows that there is an index of rare ones; times are ids first. */
function conditions(workspaceId: string, { status, from, to, below }: LogPart) {
  return [
    sql`workspace_id = ${workspaceId}::uuid`,
    sql`triggered_from <> 'debugging'`,
    ...(status === undefined ? [] : [sql`status = ${sql.lit(status)}`]),
    ...(from === undefined ? [] : [sql`id >= ${idAt(from - START_SLACK)}::uuid`, sql`created_at >= ${new Date(from)}`]),
    ...(below === undefined ? [] : [sql`id < ${below}::uuid`]),
    ...(to === undefined ? [] : [sql`id < ${idAt(to + START_SLACK)}::uuid`, sql`created_at <= ${new Date(to)}`]),
  ];
}

/** Of any time that can be typed. */
function idAt(milliseconds: number): string {
  return lowestIdAt(Math.min(Math.max(0, Math.floor(milliseconds)), 2 ** 48 - 1));
}

/** Values are kept as JSON texts, so a keyword is looked for as JSON writes it. */
function searched(runs: RawBuilder<unknown>, keyword: string) {
  const text = JSON.stringify(keyword).slice(1, -1).toLowerCase();
  // Values are read once, and none of them are kept: only whether the keyword is in them.
  return sql<{ ids: string[] | null; lowest: string | null; looked: number }>`
    select array_agg(id::text order by id desc) filter (where is_found) as ids, min(id::text collate "C") as lowest,
      count(*)::integer as looked
    from (
      select id, strpos(lower(inputs::text), ${text}) > 0 or strpos(lower(outputs::text), ${text}) > 0
        or id::text = ${text} as is_found
      from (${runs}) as part
    ) as looked_into`;
}
