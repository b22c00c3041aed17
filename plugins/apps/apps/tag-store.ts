import { type Kysely, sql, type Transaction } from 'kysely';
import { newId, PlatformError } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import { clean } from './clean-text.ts';
import type { AppTag, AppTags } from './contract.ts';
import type { AppTables } from './tables.ts';

type Changed = (workspaceId: string, appId: string) => void;

/** Tags, and apps that name them; those that may come back follow as well. */
export class TagStore implements AppTags {
  readonly #database: Database;
  readonly #changed: Changed;

  constructor(database: Database, changed: Changed) {
    this.#database = database;
    this.#changed = changed;
  }

  async page(workspaceId: string, { page, limit, name = '' }: Parameters<AppTags['page']>[1]) {
    const db = this.#db(workspaceId);
    const matches = sql<boolean>`position(lower(${clean(name)}) in lower(name)) > 0`;
    const { rows } = await sql<AppTag>`
      with shown as (
        select id, name from app_tags where workspace_id = ${workspaceId}::uuid and ${matches}
        order by lower(name), name limit ${limit} offset ${(page - 1) * limit}
      ), used as (
        select tag, count(*)::integer as apps from apps, json_array_elements_text(tags) tag
        where workspace_id = ${workspaceId}::uuid and deleted_at is null and tags::text <> '[]' group by tag
      )
      select id, name, coalesce(used.apps, 0) as apps from shown left join used on used.tag = shown.name
      order by lower(name), name`.execute(db);
    const { total } = await db
      .selectFrom('app_tags')
      .select(sql<number>`count(*)::integer`.as('total'))
      .where('workspace_id', '=', workspaceId)
      .where(matches)
      .executeTakeFirstOrThrow();
    return { tags: rows, total };
  }

  async create(workspaceId: string, name: string): Promise<AppTag> {
    const row = await this.#db(workspaceId)
      .insertInto('app_tags')
      .values({ id: newId(), workspace_id: workspaceId, name: clean(name) })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (row === undefined) throw taken(name);
    return { ...row, apps: 0 };
  }

  async rename(workspaceId: string, tagId: string, name: string): Promise<AppTag> {
    const to = clean(name);
    const apps = await this.#change(workspaceId, tagId, async (db, from) => {
      const other = await db
        .selectFrom('app_tags')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('name', '=', to)
        .where('id', '!=', tagId)
        .executeTakeFirst();
      if (other !== undefined) throw taken(name);
      await db.updateTable('app_tags').set({ name: to }).where('id', '=', tagId).execute();
      return retag(db, workspaceId, {
        from,
        tags: sql`json_agg(case when tag = ${from} then ${to}::text else tag end order by n)`,
      });
    });
    return { id: tagId, name: to, apps: apps.filter(({ isThere }) => isThere).length };
  }

  async delete(workspaceId: string, tagId: string): Promise<void> {
    await this.#change(workspaceId, tagId, async (db, from) => {
      await db.deleteFrom('app_tags').where('id', '=', tagId).execute();
      return retag(db, workspaceId, { from, tags: sql`json_agg(tag order by n) filter (where tag <> ${from})` });
    });
  }

  /** Changes a tag and the apps that have it; nobody gives it to an app meanwhile. */
  async #change(
    workspaceId: string,
    tagId: string,
    change: (db: Transaction<AppTables>, name: string) => Promise<readonly Retagged[]>,
  ): Promise<readonly Retagged[]> {
    const apps = await this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(workspaceId)}, 0))`.execute(db);
        const query = db.selectFrom('app_tags').select('name').where('id', '=', tagId);
        const row = await query.where('workspace_id', '=', workspaceId).executeTakeFirst();
        if (row === undefined) throw noTag(tagId);
        return change(db, row.name);
      });
    for (const { id } of apps) this.#changed(workspaceId, id);
    return apps;
  }

  #db(workspaceId: string): Kysely<AppTables> {
    return this.#database.workspace<AppTables>(workspaceId);
  }
}

interface Retagged {
  readonly id: string;
  readonly isThere: boolean;
}

/** Apps that have a tag get others; that is no change of theirs in the order of lists. */
async function retag(
  db: Transaction<AppTables>,
  workspaceId: string,
  { from, tags }: { readonly from: string; readonly tags: ReturnType<typeof sql> },
): Promise<readonly Retagged[]> {
  const { rows } = await sql<Retagged>`
    update apps set tags = coalesce(
      (select ${tags} from json_array_elements_text(tags) with ordinality each (tag, n)), '[]'::json)
    where workspace_id = ${workspaceId}::uuid and position(${JSON.stringify(from)} in tags::text) > 0
      and tags::jsonb @> ${JSON.stringify([from])}::jsonb
    returning id, deleted_at is null as "isThere"`.execute(db);
  return rows;
}

/** Has tags of these names, until the transaction ends: nobody renames or removes them meanwhile. Before an app is locked. */
export async function claimTags(
  db: Transaction<AppTables>,
  workspaceId: string,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(workspaceId)}, 0))`.execute(db);
  await db
    .insertInto('app_tags')
    // Two that add the same names in another order would wait for each other.
    .values([...new Set(names)].sort().map((name) => ({ id: newId(), workspace_id: workspaceId, name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function lockName(workspaceId: string): string {
  return `tags of ${workspaceId}`;
}

function taken(name: string): PlatformError {
  return new PlatformError('conflict', 'apps.tag_exists', `There is a tag "${name}" already.`, { field: 'name' });
}

function noTag(id: string): PlatformError {
  return new PlatformError('not-found', 'apps.no_tag', `There is no tag ${id} in this workspace.`);
}
