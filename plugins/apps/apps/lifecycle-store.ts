import { type Kysely, sql } from 'kysely';
import { currentTime, PlatformError } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { DatasetUse } from '#plugins/datasets/contract.ts';
import type { PlanRoom } from '#plugins/workspaces/contract.ts';
import { clean, cleanIcon } from './clean-text.ts';
import type { App, AppChanges, AppModelUse, AppToolUse, DeletedApp, VersionItem } from './contract.ts';
import { withinPlan } from './row-store.ts';
import { appColumns, noApp, tagsText, toApp } from './store.ts';
import type { AppTables } from './tables.ts';
import { claimTags } from './tag-store.ts';

/** A deleted app can be brought back this long. */
export const restorable = sql<Date>`now() - interval '30 days'`;

/** Where documents name the provider of a model: nodes, features and apps without a graph; agents, in their two ways. */
const modelPaths = ['$.**.model.provider', '$.**.model.value.provider', '$.**.model.model_provider'];

/** Where documents name a provider of tools: tool nodes say the kind as `provider_type`, tools of agents as `type` too. */
const toolPath =
  '$.** ? ((@.provider_type == $kind || @.type == $kind) && (@.provider_id == $provider || @.provider_name == $provider))';

/** What happens to an app besides being built and called. */
export class AppLifecycleStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async update(workspaceId: string, appId: string, changes: AppChanges): Promise<App> {
    if (changes.tags === undefined) return this.#update(this.#db(workspaceId), { appId, changes });
    const tags = changes.tags.map(clean);
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        await claimTags(db, workspaceId, tags);
        return this.#update(db, { appId, changes: { ...changes, tags } });
      });
  }

  async #update(db: Kysely<AppTables>, { appId, changes }: { appId: string; changes: AppChanges }): Promise<App> {
    const { name, description, icon, iconType, iconBackground, tags, status } = changes;
    let query = db
      .updateTable('apps')
      .set({
        ...(name !== undefined && { name: clean(name) }),
        ...(description !== undefined && { description: clean(description) }),
        ...(icon !== undefined && { icon: cleanIcon(icon) }),
        ...(iconType !== undefined && { icon_type: clean(iconType) }),
        ...(iconBackground !== undefined && { icon_background: clean(iconBackground) }),
        ...(tags !== undefined && { tags: JSON.stringify(tags) }),
        ...(status !== undefined && { status }),
        updated_at: new Date(currentTime()),
      })
      .where('id', '=', appId)
      .where('deleted_at', 'is', null);
    if (status !== undefined) query = query.where('status', '!=', 'draft');
    const row = await query.returning(appColumns).returning(tagsText).executeTakeFirst();
    if (row !== undefined) return toApp(row);
    if (status === undefined || !(await isThere(db, appId))) throw noApp(appId);
    throw new PlatformError('conflict', 'apps.not_published', 'The app was never published; publish it first.');
  }

  async delete(workspaceId: string, appId: string): Promise<void> {
    const result = await this.#db(workspaceId)
      .updateTable('apps')
      // Files find an app that comes back by its name: its key may be another's by then.
      .set({ deleted_at: new Date(currentTime()), updated_at: new Date(currentTime()), code_key: null })
      .where('id', '=', appId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) throw noApp(appId);
  }

  async modelUse(workspaceId: string): Promise<AppModelUse[]> {
    // U+0000 may stand in JSON text, and not in jsonb.
    const named = (document: string) => sql`
      select jsonb_path_query(replace(${sql.ref(document)}::text, '\\u0000', '\\u0001')::jsonb, path) as provider
      from unnest(${modelPaths}::jsonpath[]) path`;
    const { rows } = await sql<AppModelUse>`
      select apps.id, apps.name, json_agg(distinct used.provider #>> '{}') as providers
      from apps left join app_versions version on version.id = apps.published_version_id,
        lateral (${named('apps.draft')} union ${named('version.document')}) used
      where apps.deleted_at is null and jsonb_typeof(used.provider) = 'string'
      group by apps.id, apps.name order by apps.name, apps.id`.execute(this.#db(workspaceId));
    return rows;
  }

  async toolUse(workspaceId: string, kind: string, provider: string): Promise<AppToolUse[]> {
    const names = JSON.stringify({ kind, provider });
    const uses = (document: string) => sql`
      jsonb_path_exists(replace(${sql.ref(document)}::text, '\\u0000', '\\u0001')::jsonb, ${toolPath}::jsonpath, ${names}::jsonb)`;
    const { rows } = await sql<AppToolUse>`
      select apps.id, apps.name from apps left join app_versions version on version.id = apps.published_version_id
      where apps.deleted_at is null and (${uses('apps.draft')} or ${uses('version.document')})
      order by apps.name, apps.id`.execute(this.#db(workspaceId));
    return rows;
  }

  /** Apps whose draft or current version has one of the ids: ids of knowledge bases stand in documents as they are. */
  async datasetUse(workspaceId: string, datasetIds: readonly string[]): Promise<DatasetUse[]> {
    const { rows } = await sql<DatasetUse>`
      select asked.id as "datasetId", apps.id as "appId", apps.name as "appName"
      from apps left join app_versions version on version.id = apps.published_version_id,
        unnest(${datasetIds}::text[]) asked (id)
      where apps.workspace_id = ${workspaceId}::uuid and apps.deleted_at is null
        and (strpos(apps.draft::text, asked.id) > 0 or strpos(version.document::text, asked.id) > 0)
      order by apps.name, apps.id`.execute(this.#db(workspaceId));
    return rows;
  }

  async names(workspaceId: string, appIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (appIds.length === 0) return new Map();
    const query = this.#db(workspaceId)
      .selectFrom('apps')
      .select(['id', 'name'])
      .where('workspace_id', '=', workspaceId);
    const rows = await query.where('id', 'in', appIds).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async keyNames(workspaceId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (keyIds.length === 0) return new Map();
    const query = this.#db(workspaceId)
      .selectFrom('app_keys')
      .select(['id', 'name'])
      .where('workspace_id', '=', workspaceId);
    const rows = await query.where('id', 'in', keyIds).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async deleted(workspaceId: string): Promise<DeletedApp[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('apps')
      .select(appColumns)
      .select(tagsText)
      .select('deleted_at')
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', '>', restorable)
      .orderBy('deleted_at', 'desc')
      .limit(500)
      .execute();
    return rows.map((row) => ({ ...toApp(row), deletedAt: row.deleted_at?.getTime() ?? 0 }));
  }

  async restore(workspaceId: string, appId: string, room: PlanRoom | null): Promise<App> {
    const row = await withinPlan(this.#db(workspaceId), workspaceId, room, (db) =>
      db
        .updateTable('apps')
        .set({ deleted_at: null, updated_at: new Date(currentTime()) })
        .where('id', '=', appId)
        .where('deleted_at', '>', restorable)
        .returning(appColumns)
        .returning(tagsText)
        .executeTakeFirst(),
    );
    if (row === undefined) throw noApp(appId);
    return toApp(row);
  }

  async versions(
    workspaceId: string,
    appId: string,
    { limit, before }: { readonly limit: number; readonly before?: number },
  ): Promise<VersionItem[]> {
    let query = this.#db(workspaceId)
      .selectFrom('app_versions')
      .innerJoin('apps', 'apps.id', 'app_versions.app_id')
      .select(['app_versions.id', 'number', 'app_versions.name', 'note', 'published_by', 'published_version_id'])
      .select('app_versions.created_at')
      .where('app_id', '=', appId);
    if (before !== undefined) query = query.where('number', '<', before);
    const rows = await query.orderBy('number', 'desc').limit(limit).execute();
    return rows.map((row) => ({
      id: row.id,
      number: row.number,
      name: row.name,
      note: row.note,
      publishedBy: row.published_by,
      publishedAt: row.created_at.getTime(),
      isCurrent: row.id === row.published_version_id,
    }));
  }

  #db(workspaceId: string): Kysely<AppTables> {
    return this.#database.workspace<AppTables>(workspaceId);
  }
}

/** On the connection of who asks: another one might wait for it. */
async function isThere(db: Kysely<AppTables>, appId: string): Promise<boolean> {
  const query = db.selectFrom('apps').select('id').where('id', '=', appId);
  return (await query.where('deleted_at', 'is', null).executeTakeFirst()) !== undefined;
}
