import { sql } from 'kysely';
import { currentTime, lowestIdAt } from '#kernel';
import { type Database, inIndexOrder, only } from '#plugins/database/contract.ts';
import { all, type Condition, messageOfRun, runConditions, WALKED } from './conditions-store.ts';
import { type LogFilters, searchedTime } from './filters.ts';
import type { SearchStore } from './search-store.ts';

/** A run as the log shows it. */
export interface RunLog {
  readonly id: string;
  readonly kind: string;
  readonly version_id: string;
  readonly triggered_from: string;
  readonly status: string;
  readonly error: string | null;
  readonly error_code: string | null;
  readonly total_steps: number;
  readonly total_tokens: number;
  readonly total_price: string | null;
  readonly currency: string | null;
  readonly elapsed: number | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly created_by: string;
  readonly created_by_role: string;
  /** Of the end user; null: somebody else, or unknown. */
  readonly user: string | null;
  readonly user_type: string | null;
  readonly message_id: string | null;
  readonly conversation_id: string | null;
  readonly likes: number;
  readonly dislikes: number;
  readonly is_annotated: boolean;
}

/** A piece of a list; `next` is where the rest begins, null at its end. */
export interface LogPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Where to go on, and in which order. */
export interface RunPlace {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly isOldestFirst: boolean;
}

/** Walked over where each one fits. */
const FEW = 128;

interface WalkedRow {
  readonly ids: string[] | null;
  readonly walked: number;
  readonly last: string | null;
}

const filterColumns = sql`, created_by, triggered_from, workflow_id, error, total_tokens, total_price, currency, elapsed`;

interface Walk {
  readonly columns: Condition;
  readonly isAscending: boolean;
  readonly most: number;
}

/** Runs of the app, or of these users of it. How many is written out: the planner must not take them for a part of all. */
function walk({ appId, users }: LogFilters, where: readonly Condition[], { columns, isAscending, most }: Walk) {
  const end = sql`order by id ${sql.raw(isAscending ? 'asc' : 'desc')} limit ${sql.lit(most)}`;
  if (users === undefined) {
    return sql`select ${columns} from workflow_runs where ${only('app_id', appId)} and ${all(where)} ${end}`;
  }
  return sql`
    select w.* from unnest(${[...users]}::uuid[]) as creator, lateral (
      select ${columns} from workflow_runs
      where ${only('created_by', sql`creator`)} and app_id = ${appId}::uuid and ${all(where)} ${end}
    ) w ${end}`;
}

/** Statuses are written out, for the planner chooses an index of rare ones by them. */
const statuses = ['running', 'paused', 'succeeded', 'partial-succeeded', 'failed', 'stopped'];

/** Runs of an app with what belongs to them, which lies in tables of several plugins; workspace role, reading only. */
export class RunLogStore {
  readonly #database: Database;
  readonly #search: SearchStore;

  constructor(database: Database, search: SearchStore) {
    this.#database = database;
    this.#search = search;
  }

  /** Null: there is no word in `search`. */
  async page(filters: LogFilters, place: RunPlace): Promise<LogPage<RunLog> | null> {
    const found = await this.#walk(filters, place);
    if (found === null) return null;
    const { ids, next } = found;
    if (ids.length === 0) return { items: [], next };
    const rows = await this.#details(filters.workspaceId, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return { items: ids.flatMap((id) => byId.get(id) ?? []), next };
  }

  /** Ids of a page, and where the next one begins: after the last run that was looked at. */
  async #walk(filters: LogFilters, place: RunPlace): Promise<{ ids: string[]; next: string | null } | null> {
    const { workspaceId, appId, status } = filters;
    const { limit, cursor } = place;
    const conditions = runConditions(filters);
    const isPlain = conditions.length === 0;
    let candidates: readonly string[] | undefined;
    if (filters.search !== undefined) {
      const range = searchedTime(filters, currentTime());
      const found = await this.#search.find({
        workspaceId,
        appId,
        words: filters.search,
        ...range,
        before: cursor,
        limit: Math.max(200, limit + 1),
      });
      if (found === null) return null;
      candidates = found.map(({ runId }) => runId);
      if (candidates.length === 0) return { ids: [], next: null };
    }
    const isAscending = place.isOldestFirst && candidates === undefined;
    const order = sql.raw(isAscending ? 'asc' : 'desc');
    // One of few numbers, for each is a statement of its own.
    const most = !isPlain || candidates !== undefined || limit >= FEW ? WALKED : FEW;
    const where: Condition[] = [sql`workspace_id = ${workspaceId}::uuid`];
    if (status !== undefined && statuses.includes(status)) where.push(sql`status = ${sql.lit(status)}`);
    if (cursor !== undefined) where.push(sql`id ${sql.raw(isAscending ? '>' : '<')} ${cursor}::uuid`);
    if (filters.from !== undefined) where.push(sql`id >= ${lowestIdAt(filters.from)}::uuid`);
    if (filters.to !== undefined) where.push(sql`id < ${lowestIdAt(filters.to)}::uuid`);
    if (candidates !== undefined) where.push(sql`id = any(${[...candidates]}::uuid[])`);
    const hasMessages = filters.feedback !== undefined || filters.annotated !== undefined;
    const columns = isPlain
      ? sql``
      : sql`${filterColumns}, ${hasMessages ? messageOfRun : sql`null::uuid`} as message_id`;
    const { rows } = await inIndexOrder(this.#database.workspace<never>(workspaceId), (db) =>
      sql<WalkedRow>`
      with walked as materialized (
        ${walk(filters, where, { columns: sql`id${columns}`, isAscending, most })}
      ), found as materialized (
        select r.id from walked r where ${all(conditions)} order by r.id ${order} limit ${limit + 1}
      )
      select (select array_agg(id::text order by id ${order}) from found) as ids,
        (select count(*)::integer from walked) as walked,
        (select id::text from walked order by id ${sql.raw(isAscending ? 'desc' : 'asc')} limit 1) as last`.execute(db),
    );
    const row = rows[0];
    const ids = row?.ids ?? [];
    if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit - 1] ?? null };
    const isCut = candidates === undefined ? (row?.walked ?? 0) >= most : candidates.length >= Math.max(200, limit + 1);
    return { ids, next: isCut ? (candidates?.at(-1) ?? row?.last ?? null) : null };
  }

  async #details(workspaceId: string, ids: readonly string[]): Promise<readonly RunLog[]> {
    const { rows } = await sql<RunLog>`
      with r as materialized (
        select id, kind, workflow_id as version_id, triggered_from, status, error, error_code, total_steps, total_tokens,
          total_price, currency, elapsed, created_at, finished_at, created_by, created_by_role,
          ${messageOfRun} as message_id
        from workflow_runs where id = any(${[...ids]}::uuid[]) and workspace_id = ${workspaceId}::uuid
      )
      select r.*, u.session_id as "user", u.type as user_type, m.conversation_id,
        coalesce(f.likes, 0) as likes, coalesce(f.dislikes, 0) as dislikes, h.message_id is not null as is_annotated
      from r
      left join end_users u on u.id = r.created_by
      left join messages m on m.id = r.message_id
      left join lateral (
        select count(*) filter (where rating = 'like')::integer as likes,
          count(*) filter (where rating = 'dislike')::integer as dislikes
        from message_feedbacks where message_id = r.message_id
      ) f on true
      left join annotation_hits h on h.message_id = r.message_id`.execute(this.#database.workspace<never>(workspaceId));
    return rows;
  }
}
