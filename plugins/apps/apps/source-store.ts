import { type Kysely, sql, type Transaction } from 'kysely';
import { currentTime, PlatformError } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { PlanRoom } from '#plugins/workspaces/contract.ts';
import type { App } from './contract.ts';
import { type AppLook, columnsOf } from './draft-store.ts';
import {
  claimRoom,
  insertApp,
  insertVersion,
  type NewApp,
  type NewVersion,
  prepareWitnesses,
  type StoredDocument,
  type Witnesses,
} from './row-store.ts';
import { noApp } from './store.ts';
import type { AppTables } from './tables.ts';

/** A draft with what is called in its place, and the key by which files know the app. */
export interface StoredSource {
  readonly key: string | null;
  readonly mode: App['mode'];
  readonly draft: StoredDocument;
  readonly published: StoredDocument | null;
  readonly state: string;
}

const state = sql<string>`encode(sha256(convert_to(
  draft::text || draft_secrets || coalesce(published_version_id::text, '') || coalesce(code_key, ''), 'UTF8')), 'hex')`;

/** Apps that are kept in files elsewhere. */
export class SourceStore {
  readonly #database: Database;
  readonly #witnesses: Witnesses;

  constructor(database: Database, witnesses: Witnesses) {
    this.#database = database;
    this.#witnesses = witnesses;
  }

  async list(workspaceId: string): Promise<{ id: string; name: string; key: string | null }[]> {
    return this.#db(workspaceId)
      .selectFrom('apps')
      .select(['id', 'name', 'code_key as key'])
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
  }

  async get(workspaceId: string, appId: string): Promise<StoredSource> {
    const row = await this.#db(workspaceId)
      .selectFrom('apps')
      .leftJoin('app_versions', 'app_versions.id', 'apps.published_version_id')
      .select([
        ...(['code_key', 'mode', 'draft_secrets', 'app_versions.secrets'] as const),
        sql<string>`draft::text`.as('tree'),
        sql<string | null>`app_versions.document::text`.as('document'),
        state.as('state'),
      ])
      .where('apps.id', '=', appId)
      .where('apps.deleted_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) throw noApp(appId);
    const { document, secrets } = row;
    return {
      key: row.code_key,
      mode: row.mode as App['mode'],
      draft: { tree: row.tree, secrets: row.draft_secrets },
      published: document === null || secrets === null ? null : { tree: document, secrets },
      state: row.state,
    };
  }

  async name(workspaceId: string, appId: string, key: string): Promise<void> {
    await this.#inTransaction(workspaceId, async (transaction) => {
      const done = await transaction
        .updateTable('apps')
        .set({ code_key: key })
        .where('id', '=', appId)
        .where('deleted_at', 'is', null)
        .where((is) => is.or([is('code_key', 'is', null), is('code_key', '=', key)]))
        .executeTakeFirst();
      if (done.numUpdatedRows === 0n) throw changedMeanwhile();
    });
  }

  /** A new app, published at once where a version is given. */
  async create(
    app: NewApp,
    content: {
      readonly key: string;
      readonly draft: StoredDocument;
      readonly version: NewVersion | null;
      /** What the workspace's plan leaves; null: any number of apps. */
      readonly room: PlanRoom | null;
    },
  ): Promise<number | null> {
    const { workspaceId, id: appId } = app;
    const { key, draft, version, room } = content;
    return this.#inTransaction(workspaceId, async (transaction) => {
      if (room !== null) await claimRoom(transaction, workspaceId, room);
      await insertApp(transaction, app, draft, key);
      return version === null ? null : this.#publish(transaction, { workspaceId, appId, version });
    });
  }

  /** Over the state `base`. */
  async replace(
    workspaceId: string,
    appId: string,
    change: {
      readonly key: string;
      readonly base: string;
      readonly draft: StoredDocument;
      readonly look: AppLook;
      readonly version: NewVersion | null;
    },
  ): Promise<number | null> {
    const { key, base, draft, look, version } = change;
    return this.#inTransaction(workspaceId, async (transaction) => {
      const row = await transaction
        .updateTable('apps')
        .set({
          draft: draft.tree,
          draft_secrets: draft.secrets,
          is_sealed: true,
          ...columnsOf(look),
          code_key: key,
          updated_at: new Date(currentTime()),
        })
        .where('id', '=', appId)
        .where('deleted_at', 'is', null)
        .where(state, '=', base)
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) throw changedMeanwhile();
      return version === null ? null : this.#publish(transaction, { workspaceId, appId, version });
    });
  }

  async #publish(
    transaction: Transaction<AppTables>,
    published: { readonly workspaceId: string; readonly appId: string; readonly version: NewVersion },
  ): Promise<number> {
    return (await insertVersion(transaction, { ...published, witnesses: this.#witnesses })).number;
  }

  async #inTransaction<T>(workspaceId: string, work: (db: Transaction<AppTables>) => Promise<T>): Promise<T> {
    await prepareWitnesses(this.#witnesses, workspaceId);
    try {
      return await this.#db(workspaceId).transaction().execute(work);
    } catch (error) {
      // Two that make the same app, or publish the same one: the one that came second.
      const { code, constraint = '' } = error as { readonly code?: string; readonly constraint?: string };
      if (code === '23505' && /code_key|number/.test(constraint)) throw changedMeanwhile();
      throw error;
    }
  }

  #db(workspaceId: string): Kysely<AppTables> {
    return this.#database.workspace<AppTables>(workspaceId);
  }
}

function changedMeanwhile(): PlatformError {
  const message = 'The app was changed meanwhile: make the plan again, look at it, and apply that.';
  return new PlatformError('conflict', 'apps.source_changed', message);
}
