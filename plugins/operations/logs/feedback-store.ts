import { sql } from 'kysely';
import { type Database, inIndexOrder, only } from '#plugins/database/contract.ts';
import type { Feedback } from '#plugins/feedbacks/contract.ts';
import { all, type Condition, WALKED } from './conditions-store.ts';
import type { LogFilters } from './filters.ts';
import type { LogPage } from './run-store.ts';

/** Which opinions of an app. */
export interface FeedbackFilters extends Pick<LogFilters, 'workspaceId' | 'appId' | 'from' | 'to' | 'users'> {
  readonly rating: string | undefined;
  /** With words of its author, or without any. */
  readonly hasText: boolean | undefined;
}

/** An opinion with what it is about. */
export interface FeedbackLog extends Feedback {
  readonly user: string | null;
  readonly runId: string | null;
  readonly query: string | null;
  readonly answer: string | null;
}

/** Walked over where each one fits. */
const FEW = 128;

interface WalkedRow {
  readonly ids: string[] | null;
  readonly walked: number;
  readonly last: string | null;
}

type FeedbackRow = Omit<FeedbackLog, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Opinions on answers of an app, with the messages they are about; workspace role, reading only. */
export class FeedbackLogStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first, from before `cursor` on. */
  async page(
    filters: FeedbackFilters,
    { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<LogPage<FeedbackLog>> {
    const { workspaceId, appId } = filters;
    const where = [sql`workspace_id = ${workspaceId}::uuid`, only('app_id', appId)];
    if (cursor !== undefined) where.push(sql`id < ${cursor}::uuid`);
    const conditions = conditionsOf(filters);
    const most = conditions.length === 0 && limit < FEW ? FEW : WALKED;
    const { rows } = await inIndexOrder(this.#database.workspace<never>(workspaceId), (db) =>
      sql<WalkedRow>`
      with walked as materialized (
        select id, rating, content, end_user_id, created_at from message_feedbacks where ${all(where)}
        order by id desc limit ${sql.lit(most)}
      ), found as materialized (select id from walked where ${all(conditions)} order by id desc limit ${limit + 1})
      select (select array_agg(id::text order by id desc) from found) as ids,
        (select count(*)::integer from walked) as walked,
        (select id::text from walked order by id limit 1) as last`.execute(db),
    );
    const ids = rows[0]?.ids ?? [];
    const items = await this.#details(workspaceId, ids.slice(0, limit));
    if (ids.length > limit) return { items, next: ids[limit - 1] ?? null };
    return { items, next: (rows[0]?.walked ?? 0) < most ? null : (rows[0]?.last ?? null) };
  }

  async #details(workspaceId: string, ids: readonly string[]): Promise<readonly FeedbackLog[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<FeedbackRow>`
      with f as materialized (select * from message_feedbacks where id = any(${[...ids]}::uuid[]))
      select f.id, f.workspace_id as "workspaceId", f.app_id as "appId", f.conversation_id as "conversationId",
        f.message_id as "messageId", f.source, f.end_user_id as "endUserId", f.account_id as "accountId", f.rating,
        f.content, f.created_at as "createdAt", f.updated_at as "updatedAt", u.session_id as "user",
        m.run_id as "runId", m.query, m.answer
      from f
      left join end_users u on u.id = f.end_user_id
      left join messages m on m.id = f.message_id
      order by f.id desc`.execute(this.#database.workspace<never>(workspaceId));
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() }));
  }
}

function conditionsOf({ rating, hasText, users, from, to }: FeedbackFilters): Condition[] {
  return [
    ...(rating === undefined ? [] : [sql`rating = ${rating}`]),
    ...(hasText === undefined ? [] : [sql`(btrim(coalesce(content, '')) <> '') = ${hasText}`]),
    ...(users === undefined ? [] : [sql`end_user_id = any(${[...users]}::uuid[])`]),
    ...(from === undefined ? [] : [sql`created_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`created_at < ${new Date(to)}`]),
  ];
}
