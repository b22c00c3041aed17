import { sql } from 'kysely';
import { currentTime, newId } from '#kernel';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { NewNotice, NoticeKind } from './contract.ts';
import type { ConsoleNoticeTables } from './tables.ts';

/** Of one person in one workspace; older ones go. */
export const MAX_KEPT = 200;
/** Days. */
const KEPT_DAYS = 90;

/** Among what a notice is about: it is over. */
const SETTLED = 'settled';

/** Somebody in a workspace. */
export interface NoticeReader {
  readonly workspaceId: string;
  readonly accountId: string;
}

/** Rows of notices. Every question names whose they are. */
export class NoticeStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** False: all of them were told it before. */
  async add({ workspaceId, to, kind, name, about }: NewNotice, within?: OpenTransaction): Promise<boolean> {
    if (to.length === 0) return false;
    const executor = within ?? this.#db(workspaceId);
    const ids = to.map(() => newId());
    const { rows } = await sql`
      insert into console_notices (id, workspace_id, account_id, kind, name, about)
      select id, ${workspaceId}, account_id, ${kind}, ${name}, ${JSON.stringify(about)}::jsonb
      from unnest(${ids}::uuid[], ${[...to]}::uuid[]) as added (id, account_id)
      on conflict (workspace_id, account_id, name) do update
        set read_at = null, about = excluded.about, created_at = excluded.created_at
        where console_notices.about ->> ${SETTLED} is not null
      returning id`.execute(executor);
    if (rows.length === 0) return false;
    await sql`
      delete from console_notices where workspace_id = ${workspaceId} and (
        created_at < now() - make_interval(days => ${KEPT_DAYS})
        or id in (
          select id from (
            select id, row_number() over (partition by account_id order by id desc) as place
            from console_notices where workspace_id = ${workspaceId} and account_id = any(${[...to]}::uuid[])
          ) as counted where place > ${MAX_KEPT}
        ))`.execute(executor);
    return true;
  }

  /** False: nobody has one. */
  async settle(workspaceId: string, kind: NoticeKind, beginning: string): Promise<boolean> {
    const now = new Date(currentTime());
    const { rows } = await sql`
      update console_notices
      set read_at = coalesce(read_at, ${now}), about = about || jsonb_build_object(${SETTLED}::text, 'yes')
      where workspace_id = ${workspaceId} and kind = ${kind} and starts_with(name, ${beginning})
        and about ->> ${SETTLED} is null
      returning id`.execute(this.#db(workspaceId));
    return rows.length > 0;
  }

  /** Unread ones first, then newest first. */
  async page(
    { workspaceId, accountId }: NoticeReader,
    { page, limit }: { readonly page: number; readonly limit: number },
  ) {
    return this.#db(workspaceId)
      .selectFrom('console_notices')
      .select(['id', 'kind', 'about', 'created_at', 'read_at'])
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .orderBy(sql`read_at is not null`)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute();
  }

  async count({ workspaceId, accountId }: NoticeReader): Promise<{ readonly total: number; readonly unread: number }> {
    const { total, unread } = await this.#db(workspaceId)
      .selectFrom('console_notices')
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        fn.countAll<number>().filterWhere('read_at', 'is', null).as('unread'),
      ])
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return { total: Number(total), unread: Number(unread) };
  }

  /** Those of the reader only; null: all of theirs. */
  async read({ workspaceId, accountId }: NoticeReader, ids: readonly string[] | null): Promise<void> {
    let rows = this.#db(workspaceId)
      .updateTable('console_notices')
      .set({ read_at: new Date(currentTime()) })
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .where('read_at', 'is', null);
    if (ids !== null) rows = rows.where('id', 'in', [...ids]);
    await rows.execute();
  }

  #db(workspaceId: string) {
    return this.#database.workspace<ConsoleNoticeTables>(workspaceId);
  }
}
