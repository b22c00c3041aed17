import { type Kysely, type Selectable, sql } from 'kysely';
import type { AppMode } from '#engine';
import { currentTime, PlatformError } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { PlanRoom } from '#plugins/workspaces/contract.ts';
import { clean } from './clean-text.ts';
import type { App, AppKey, AppPage, AppQuery } from './contract.ts';
import { foundApps, idsOfPage, orderOf } from './list-store.ts';
import {
  countApps,
  insertApp,
  insertVersion,
  type NewApp,
  type NewVersion,
  prepareWitnesses,
  type StoredDocument,
  type StoredVersion,
  type Witnesses,
  withinPlan,
} from './row-store.ts';
import type { AppTables } from './tables.ts';

/** What lists show of an app. */
export const appColumns = [
  'apps.id',
  'apps.workspace_id',
  'apps.name',
  'apps.description',
  'apps.mode',
  'apps.icon',
  'apps.icon_type',
  'apps.icon_background',
  'apps.status',
  'apps.author_name',
  'apps.created_at',
  'apps.updated_at',
] as const;

/** Tags as JSON text. */
export const tagsText = sql<string>`apps.tags::text`.as('tags');

export interface KeyLookup {
  readonly app: App;
  readonly keyId: string;
  readonly versionId: string | null;
  readonly isDeleted: boolean;
}

/** All SQL of apps, versions and keys. */
export class AppStore {
  readonly #database: Database;
  readonly #witnesses: Witnesses;

  constructor(database: Database, witnesses: Witnesses) {
    this.#database = database;
    this.#witnesses = witnesses;
  }

  async list(workspaceId: string): Promise<App[]> {
    const rows = await this.#apps(workspaceId).orderBy('apps.updated_at', 'desc').orderBy('apps.id').execute();
    return rows.map(toApp);
  }

  async page(workspaceId: string, query: AppQuery): Promise<AppPage> {
    const found = foundApps(this.#db(workspaceId), workspaceId, query);
    const [rows, { total }] = await Promise.all([
      orderOf(query.sort)
        .reduce((rows, by) => rows.orderBy(by), this.#apps(workspaceId).where('apps.id', 'in', idsOfPage(found, query)))
        .execute(),
      found.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return { apps: rows.map(toApp), total };
  }

  /** Of these, those there are; `isPublished`: only those that are. */
  async names(workspaceId: string, { ids, isPublished }: Required<Pick<AppQuery, 'ids' | 'isPublished'>>) {
    const found = foundApps(this.#db(workspaceId), workspaceId, { ids, isPublished, page: 1, limit: ids.length });
    return found.select(['apps.id', 'apps.name']).execute();
  }

  async get(workspaceId: string, appId: string): Promise<App> {
    const row = await this.#apps(workspaceId).where('apps.id', '=', appId).executeTakeFirst();
    if (row === undefined) throw noApp(appId);
    return toApp(row);
  }

  /** `room`: what the workspace's plan leaves; null: any number of apps. */
  async insert(app: NewApp, draft: StoredDocument, room: PlanRoom | null): Promise<App> {
    await withinPlan(this.#db(app.workspaceId), app.workspaceId, room, (db) => insertApp(db, app, draft));
    return this.get(app.workspaceId, app.id);
  }

  /** How many apps there are. */
  count(workspaceId: string): Promise<number> {
    return countApps(this.#db(workspaceId), workspaceId);
  }

  async draft(workspaceId: string, appId: string): Promise<StoredDocument> {
    const row = await this.#db(workspaceId)
      .selectFrom('apps')
      .select([sql<string>`draft::text`.as('tree'), 'draft_secrets as secrets'])
      .where('id', '=', appId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) throw noApp(appId);
    return row;
  }

  /** Adds a version and points the app at it, in one transaction; concurrent publishers queue on the app's row. */
  async addVersion(workspaceId: string, appId: string, version: NewVersion): Promise<StoredVersion> {
    const witnesses = this.#witnesses;
    await prepareWitnesses(witnesses, workspaceId);
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const app = await transaction
          .selectFrom('apps')
          .select('id')
          .where('id', '=', appId)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (app === undefined) throw noApp(appId);
        return insertVersion(transaction, { workspaceId, appId, version, witnesses });
      });
  }

  async version(workspaceId: string, appId: string, versionId: string): Promise<StoredVersion | null> {
    const row = await this.#db(workspaceId)
      .selectFrom('app_versions')
      .select(['id', 'number', 'created_at', 'secrets', sql<string>`document::text`.as('tree')])
      .where('id', '=', versionId)
      .where('app_id', '=', appId)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      id: row.id,
      number: row.number,
      publishedAt: row.created_at.getTime(),
      tree: row.tree,
      secrets: row.secrets,
    };
  }

  async insertKey(
    key: { workspaceId: string; appId: string; id: string; name: string; hash: string; lastFour: string },
    limit: number,
  ): Promise<AppKey> {
    return this.#db(key.workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const app = await transaction
          .selectFrom('apps')
          .select('id')
          .where('id', '=', key.appId)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (app === undefined) throw noApp(key.appId);
        const { count } = await transaction
          .selectFrom('app_keys')
          .select(sql<number>`count(*)::integer`.as('count'))
          .where('app_id', '=', key.appId)
          .where('revoked_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (count >= limit) {
          throw new PlatformError(
            'conflict',
            'apps.too_many_keys',
            `An app may have ${limit} keys; revoke one that is no longer used.`,
          );
        }
        const row = await transaction
          .insertInto('app_keys')
          .values({
            id: key.id,
            app_id: key.appId,
            workspace_id: key.workspaceId,
            name: clean(key.name),
            hash: key.hash,
            last_four: key.lastFour,
            last_used_at: null,
            revoked_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toKey(row);
      });
  }

  async keys(workspaceId: string, appId: string): Promise<AppKey[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('app_keys')
      .selectAll()
      .where('app_id', '=', appId)
      .where('revoked_at', 'is', null)
      .orderBy('created_at')
      .execute();
    return rows.map(toKey);
  }

  async appOfKey(workspaceId: string, keyId: string): Promise<string> {
    const row = await this.#db(workspaceId)
      .selectFrom('app_keys')
      .select('app_id')
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (row !== undefined) return row.app_id;
    throw new PlatformError('not-found', 'apps.not_found', `No app has a key ${keyId}.`);
  }

  async revokeKey(workspaceId: string, appId: string, keyId: string): Promise<void> {
    const result = await this.#db(workspaceId)
      .updateTable('app_keys')
      .set({ revoked_at: new Date(currentTime()) })
      .where('id', '=', keyId)
      .where('app_id', '=', appId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) {
      throw new PlatformError('not-found', 'apps.not_found', `The app has no key ${keyId}.`);
    }
  }

  async current(workspaceId: string, appId: string): Promise<{ app: App; versionId: string | null }> {
    const row = await this.#apps(workspaceId)
      .select('apps.published_version_id as version_id')
      .where('apps.id', '=', appId)
      .executeTakeFirst();
    if (row === undefined) throw noApp(appId);
    return { app: toApp(row), versionId: row.version_id };
  }

  /** What keys lead to, by hash. System: a key leads to its workspace, so the workspace can't be known before. */
  async lookup(hashes: readonly string[]): Promise<Map<string, KeyLookup>> {
    const rows = await this.#database
      .system<AppTables>()
      .selectFrom('app_keys')
      .innerJoin('apps', 'apps.id', 'app_keys.app_id')
      .select(appColumns)
      .select([tagsText, 'app_keys.id as key_id', 'app_keys.hash', 'apps.published_version_id as version_id'])
      .select('apps.deleted_at')
      .where(sql<boolean>`app_keys.hash = any(${[...hashes]}::text[])`)
      .where('app_keys.revoked_at', 'is', null)
      .execute();
    return new Map(
      rows.map((row) => {
        const isDeleted = row.deleted_at !== null;
        return [row.hash, { app: toApp(row), keyId: row.key_id, versionId: row.version_id, isDeleted }];
      }),
    );
  }

  /** System: it is asked by the app's id alone. */
  async workspaceOf(appId: string): Promise<string | null> {
    const row = await this.#database
      .system<AppTables>()
      .selectFrom('apps')
      .select('workspace_id')
      .where('id', '=', appId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row?.workspace_id ?? null;
  }

  /** System: last uses are written for all workspaces at once. */
  async markUsed(keyIds: readonly string[], at: Date): Promise<void> {
    await this.#database
      .system<AppTables>()
      .updateTable('app_keys')
      .set({ last_used_at: at })
      .where('id', 'in', [...keyIds])
      .execute();
  }

  #apps(workspaceId: string) {
    return this.#db(workspaceId)
      .selectFrom('apps')
      .select(appColumns)
      .select(tagsText)
      .where('apps.workspace_id', '=', workspaceId)
      .where('apps.deleted_at', 'is', null);
  }

  #db(workspaceId: string): Kysely<AppTables> {
    return this.#database.workspace<AppTables>(workspaceId);
  }
}

export function noApp(id: string): PlatformError {
  return new PlatformError('not-found', 'apps.not_found', `There is no app ${id} in this workspace.`);
}

type AppRow = Omit<
  Selectable<AppTables['apps']>,
  'draft' | 'draft_secrets' | 'is_sealed' | 'published_version_id' | 'deleted_at' | 'code_key'
>;

export function toApp(row: AppRow): App {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    description: row.description,
    mode: row.mode as AppMode,
    icon: row.icon,
    iconType: row.icon_type,
    iconBackground: row.icon_background,
    status: row.status as App['status'],
    tags: JSON.parse(row.tags),
    authorName: row.author_name,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

function toKey(row: Selectable<AppTables['app_keys']>): AppKey {
  return {
    id: row.id,
    name: row.name,
    masked: `app-${'*'.repeat(20)}${row.last_four}`,
    createdAt: row.created_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
  };
}
