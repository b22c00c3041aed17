import { type Kysely, sql } from 'kysely';
import { currentTime } from '#kernel';
import { type Database, few, inIndexOrder, only } from '#plugins/database/contract.ts';
import { all, between, type Condition, holds, oneByOne, prices, ratingIs, userType } from './conditions-store.ts';
import { type LogFilters, searchedTime } from './filters.ts';
import type { LogPage } from './run-store.ts';
import type { SearchStore } from './search-store.ts';

/** Conversations that one request walks over at most; sums of their messages may be needed of each. */
const WALKED = 1_000;

/** A conversation as the log shows it. */
export interface ConversationLog {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly end_user_id: string;
  readonly user: string | null;
  readonly user_type: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly messages: number;
  readonly errors: number;
  readonly tokens: number;
  readonly prices: readonly { readonly currency: string; readonly amount: string }[];
  readonly likes: number;
  readonly dislikes: number;
  readonly annotated: number;
}

/** One with its inputs (JSON text). */
export interface ConversationDetail extends ConversationLog {
  readonly inputs: string;
  readonly introduction: string;
}

/** Where to go on, and in which order. */
export interface ConversationPlace {
  /** As `next` gave it. */
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly isOldestFirst: boolean;
}

/** A place in the order of activity: time in milliseconds, and id; of a search, the id of a run. */
export const conversationCursor = /^(?:([0-9]{1,15})_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

interface WalkedRow {
  readonly id: string;
  readonly at: number;
  readonly isFound: boolean;
}

/** Conversations of an app with what belongs to them, from tables of several plugins; workspace role, reading only. */
export class ConversationLogStore {
  readonly #database: Database;
  readonly #search: SearchStore;

  constructor(database: Database, search: SearchStore) {
    this.#database = database;
    this.#search = search;
  }

  /** By last activity; of a search, by the last message that was found. Null: there is no word in `search`. */
  async page(filters: LogFilters, place: ConversationPlace): Promise<LogPage<ConversationLog> | null> {
    const found = filters.search === undefined ? await this.#walk(filters, place) : await this.#found(filters, place);
    if (found === null) return null;
    const rows = await this.#details(filters, found.ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return { items: found.ids.flatMap((id) => byId.get(id) ?? []), next: found.next };
  }

  async get(place: Pick<LogFilters, 'workspaceId' | 'appId'>, id: string): Promise<ConversationDetail | null> {
    const [row] = await this.#details(place, [id], sql`, c.inputs::text as inputs, c.introduction`);
    return (row as ConversationDetail | undefined) ?? null;
  }

  async #walk(filters: LogFilters, { cursor, limit, isOldestFirst }: ConversationPlace) {
    const isOfAll = filters.users === undefined;
    const where: Condition[] = [isOfAll ? only('app_id', filters.appId) : sql`app_id = ${filters.appId}::uuid`];
    if (filters.users !== undefined) where.push(sql`end_user_id = any(${[...filters.users]}::uuid[])`);
    if (filters.from !== undefined) where.push(sql`updated_at >= ${new Date(filters.from)}`);
    if (filters.to !== undefined) where.push(sql`updated_at < ${new Date(filters.to)}`);
    const [, at, id] = conversationCursor.exec(cursor ?? '') ?? [];
    const sign = sql.raw(isOldestFirst ? '>' : '<');
    if (at !== undefined && id !== undefined) {
      where.push(sql`(updated_at, id) ${sign} (${new Date(Number(at))}::timestamptz, ${id}::uuid)`);
    }
    const conditions = conversationConditions(filters);
    const most = conditions.length === 0 ? limit + 1 : WALKED;
    const walk = (db: Kysely<never>) => checked(db, filters, all(where), { conditions, most, isOldestFirst });
    const db = this.#database.workspace<never>(filters.workspaceId);
    const rows = await (isOfAll ? inIndexOrder(db, walk) : walk(db));
    const found = rows.filter((row) => row.isFound);
    const last = found.length > limit ? found[limit - 1] : rows.length >= most ? rows.at(-1) : undefined;
    return {
      ids: found.slice(0, limit).map((row) => row.id),
      next: last === undefined ? null : `${last.at}_${last.id}`,
    };
  }

  async #found(filters: LogFilters, { cursor, limit }: ConversationPlace) {
    const { workspaceId, appId } = filters;
    const range = searchedTime(filters, currentTime());
    const [, , before] = conversationCursor.exec(cursor ?? '') ?? [];
    const most = Math.max(200, limit + 1);
    const words = filters.search ?? '';
    const runs = await this.#search.find({ workspaceId, appId, words, ...range, before, limit: most });
    if (runs === null) return null;
    // Of each conversation its newest message that fits.
    const lastRun = new Map<string, string>();
    for (const { conversationId, runId } of runs) {
      if (conversationId !== null && !lastRun.has(conversationId)) lastRun.set(conversationId, runId);
    }
    const where: Condition[] = [
      sql`id = any(${[...lastRun.keys()]}::uuid[])`,
      sql`app_id is not distinct from ${appId}`,
    ];
    if (filters.users !== undefined) where.push(sql`end_user_id = any(${[...filters.users]}::uuid[])`);
    const conditions = conversationConditions(filters);
    const db = this.#database.workspace<never>(workspaceId);
    const rows = await checked(db, filters, all(where), { conditions, most, isOldestFirst: false });
    const fits = new Set(rows.filter((row) => row.isFound).map((row) => row.id));
    const ids = [...lastRun.keys()].filter((id) => fits.has(id));
    const end =
      ids.length > limit ? lastRun.get(ids[limit - 1] ?? '') : runs.length >= most ? runs.at(-1)?.runId : null;
    return { ids: ids.slice(0, limit), next: end ?? null };
  }

  async #details(
    { workspaceId, appId }: Pick<LogFilters, 'workspaceId' | 'appId'>,
    ids: readonly string[],
    more: Condition = sql``,
  ): Promise<readonly ConversationLog[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<ConversationLog>`
      select c.id, c.name, c.mode, c.end_user_id, u.session_id as "user", u.type as user_type, c.created_at, c.updated_at,
        coalesce(m.messages, 0) as messages, coalesce(m.errors, 0) as errors, coalesce(m.tokens, 0) as tokens,
        coalesce(m.prices, '[]') as prices, coalesce(m.annotated, 0) as annotated, coalesce(f.likes, 0) as likes,
        coalesce(f.dislikes, 0) as dislikes ${more}
      from conversations c
      left join end_users u on u.id = c.end_user_id
      left join lateral (
        select sum(messages)::integer as messages, sum(errors)::integer as errors, sum(tokens)::bigint as tokens,
          sum(annotated)::integer as annotated,
          json_agg(json_build_object('currency', currency, 'amount', trim_scale(price)::text) order by currency)
            filter (where price > 0) as prices
        from (
          select m.currency, count(*) as messages, count(*) filter (where m.status = 'error') as errors,
            sum(m.message_tokens + m.answer_tokens) as tokens, sum(m.total_price) as price, count(h.message_id) as annotated
          from messages m left join annotation_hits h on h.message_id = m.id
          where ${few('m.conversation_id', sql`c.id`)} group by m.currency
        ) by_currency
      ) m on true
      left join lateral (
        select count(*) filter (where rating = 'like')::integer as likes,
          count(*) filter (where rating = 'dislike')::integer as dislikes
        from message_feedbacks where ${few('conversation_id', sql`c.id`)}
      ) f on true
      where c.id = any(${[...ids]}::uuid[]) and c.app_id is not distinct from ${appId} and c.workspace_id = ${workspaceId}::uuid
        and c.deleted_at is null`.execute(this.#database.workspace<never>(workspaceId));
    return rows;
  }
}

/** Conversations in the order of activity, each with whether it fits. */
async function checked(
  db: Kysely<never>,
  { workspaceId }: LogFilters,
  where: Condition,
  {
    conditions,
    most,
    isOldestFirst,
  }: { readonly conditions: readonly Condition[]; readonly most: number; readonly isOldestFirst: boolean },
): Promise<readonly WalkedRow[]> {
  const order = sql.raw(isOldestFirst ? 'asc' : 'desc');
  const { rows } = await sql<WalkedRow>`
    with c as materialized (
      select id, end_user_id, updated_at from conversations
      where workspace_id = ${workspaceId}::uuid and deleted_at is null and ${where}
      order by updated_at ${order}, id ${order} limit ${most}
    )
    select c.id, (extract(epoch from c.updated_at) * 1000)::bigint as at, ${all(conditions)} as "isFound"
    from c order by c.updated_at ${order}, c.id ${order}`.execute(db);
  return rows;
}

/** What a conversation (`c`) must be like, beside its time and its user. */
function conversationConditions(filters: LogFilters): Condition[] {
  const { source, version_id: version, feedback, annotated, status, error } = filters;
  const conditions: Condition[] = [];
  const someMessage = (condition: Condition, join: Condition = sql``) =>
    sql`exists (select from messages m ${join} where ${few('m.conversation_id', sql`c.id`)} and ${condition} ${oneByOne})`;
  if (source !== undefined) conditions.push(userType('c.end_user_id', source));
  if (status !== undefined) conditions.push(someMessage(sql`m.status = ${status}`));
  if (error !== undefined) conditions.push(someMessage(holds('m.error', error)));
  if (version !== undefined) {
    conditions.push(someMessage(sql`r.workflow_id = ${version}::uuid`, sql`join workflow_runs r on r.id = m.run_id`));
  }
  if (annotated !== undefined) {
    const hit = someMessage(sql`true`, sql`join annotation_hits h on h.message_id = m.id`);
    conditions.push(annotated ? hit : sql`not ${hit}`);
  }
  if (feedback !== undefined) {
    const given = sql`exists (select from message_feedbacks f
      where ${few('f.conversation_id', sql`c.id`)} and f.source = 'user' ${ratingIs(feedback)} ${oneByOne})`;
    conditions.push(feedback === 'none' ? sql`not ${given}` : given);
  }
  const sums = [
    ...between('s.tokens', filters.min_tokens, filters.max_tokens),
    ...prices(sql`s.price`, sql`s.currency`, filters),
    ...between('s.seconds', filters.min_seconds, filters.max_seconds),
  ];
  if (sums.length > 0) conditions.push(sumsFit(sums, filters));
  return conditions;
}

/** Sums of all messages; where a currency or a price is asked for, of those of one currency. */
function sumsFit(sums: readonly Condition[], filters: LogFilters): Condition {
  const isByCurrency = [filters.currency, filters.min_price, filters.max_price].some((value) => value !== undefined);
  const currency = isByCurrency ? sql`currency` : sql`''`;
  return sql`exists (
    select from (
      select ${currency} as currency, sum(message_tokens + answer_tokens) as tokens, sum(total_price) as price,
        max(latency) as seconds
      from messages where ${few('conversation_id', sql`c.id`)} group by 1
    ) s where ${all(sums)} ${oneByOne})`;
}
