import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { AppLists } from './contract.ts';
import { noApp } from './store.ts';
import type { AppTables } from './tables.ts';

/** Of each app; who worked on it before stands in its versions. */
const MAX_PEOPLE = 5;

/** What lists show of apps besides the apps themselves. */
export class FavouriteStore implements AppLists {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async setFavourite(
    { workspaceId, accountId, appId }: Parameters<AppLists['setFavourite']>[0],
    isFavourite: boolean,
  ): Promise<void> {
    const db = this.#db(workspaceId);
    const app = await db
      .selectFrom('apps')
      .select('id')
      .where('id', '=', appId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (app === undefined) throw noApp(appId);
    const row = { workspace_id: workspaceId, account_id: accountId, app_id: app.id };
    if (isFavourite) {
      await db
        .insertInto('app_favourites')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else {
      await db.deleteFrom('app_favourites').where('account_id', '=', accountId).where('app_id', '=', app.id).execute();
    }
  }

  async favourites(workspaceId: string, accountId: string, appIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (appIds.length === 0) return new Set();
    const rows = await this.#db(workspaceId)
      .selectFrom('app_favourites')
      .select('app_id')
      .where('account_id', '=', accountId)
      .where('app_id', 'in', appIds)
      .execute();
    return new Set(rows.map(({ app_id: id }) => id));
  }

  async people(workspaceId: string, appIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const people = new Map<string, string[]>();
    if (appIds.length === 0) return people;
    const ids = sql`any(${`{${appIds.join(',')}}`}::uuid[])`;
    const { rows } = await sql<{ app_id: string; name: string }>`
      select app_id, name from (
        select app_id, published_by as name, max(created_at) as at from app_versions where app_id = ${ids} group by 1, 2
        union all
        select app_id, author_name, max(created_at) from app_draft_changes where app_id = ${ids} group by 1, 2
      ) work where name <> '' group by app_id, name order by max(at) desc`.execute(this.#db(workspaceId));
    for (const { app_id: id, name } of rows) {
      const known = people.get(id) ?? [];
      if (known.length < MAX_PEOPLE) people.set(id, [...known, name]);
    }
    return people;
  }

  #db(workspaceId: string): Kysely<AppTables> {
    return this.#database.workspace<AppTables>(workspaceId);
  }
}
