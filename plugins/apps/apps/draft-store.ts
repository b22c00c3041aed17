import { type Kysely, sql } from 'kysely';
import { currentTime } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import { clean } from './clean-text.ts';
import type { App } from './contract.ts';
import type { StoredDocument } from './row-store.ts';
import { noApp } from './store.ts';
import type { AppTables } from './tables.ts';

/** A draft with what tells its states apart. */
export interface StoredDraft extends StoredDocument {
  readonly hash: string;
  readonly mode: App['mode'];
  readonly updatedAt: number;
}

/** What the document says of its app. */
export type AppLook = Pick<App, 'name' | 'description' | 'icon' | 'iconType' | 'iconBackground'>;

/** Of what is kept, secrets in their sealed form included: a state that was saved again is another. */
const hash = sql<string>`encode(sha256(convert_to(draft::text || draft_secrets, 'UTF8')), 'hex')`;

/** Drafts, saved by several people. */
export class DraftStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(workspaceId: string, appId: string): Promise<StoredDraft> {
    const row = await this.#db(workspaceId)
      .selectFrom('apps')
      .select([sql<string>`draft::text`.as('tree'), 'draft_secrets as secrets', 'mode', 'updated_at', hash.as('hash')])
      .where('id', '=', appId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) throw noApp(appId);
    const { tree, secrets, mode, updated_at: updatedAt } = row;
    return { tree, secrets, mode: mode as App['mode'], hash: row.hash, updatedAt: updatedAt.getTime() };
  }

  /** Saves over the state `base`, and `within` the same transaction what belongs to it; null: the draft is another by now, and nothing changed. */
  async save(
    workspaceId: string,
    appId: string,
    { document, look, base }: { document: StoredDocument; look: AppLook | null; base: string },
    within?: (db: Kysely<AppTables>, hash: string) => Promise<void>,
  ): Promise<string | null> {
    if (within === undefined) return this.#save(this.#db(workspaceId), appId, { document, look, base });
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        const saved = await this.#save(db, appId, { document, look, base });
        if (saved !== null) await within(db, saved);
        return saved;
      });
  }

  async #save(
    db: Kysely<AppTables>,
    appId: string,
    { document, look, base }: { document: StoredDocument; look: AppLook | null; base: string },
  ): Promise<string | null> {
    const row = await db
      .updateTable('apps')
      .set({
        draft: document.tree,
        draft_secrets: document.secrets,
        is_sealed: true,
        ...(look !== null && columnsOf(look)),
        updated_at: new Date(currentTime()),
      })
      .where('id', '=', appId)
      .where('deleted_at', 'is', null)
      .where(hash, '=', base)
      .returning(hash.as('hash'))
      .executeTakeFirst();
    return row?.hash ?? null;
  }

  /** Names a version; false: there is none. */
  async describe(
    workspaceId: string,
    appId: string,
    versionId: string,
    { name, note }: { readonly name?: string; readonly note?: string },
  ): Promise<boolean> {
    const row = await this.#db(workspaceId)
      .updateTable('app_versions')
      .set({ ...(name !== undefined && { name: clean(name) }), ...(note !== undefined && { note: clean(note) }) })
      .where('id', '=', versionId)
      .where('app_id', '=', appId)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  #db(workspaceId: string): Kysely<AppTables> {
    return this.#database.workspace<AppTables>(workspaceId);
  }
}

/** A document without a name leaves the app the one it has. */
export function columnsOf({ name, description, icon, iconType, iconBackground }: AppLook) {
  return {
    ...(name !== '' && { name: clean(name) }),
    description: clean(description),
    icon: clean(icon),
    icon_type: clean(iconType),
    icon_background: clean(iconBackground),
  };
}
