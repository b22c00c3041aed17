import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import { MAX_LISTED, storageFull, storedBytes } from './storage-rules.ts';
import type { PluginStorageTables } from './tables.ts';

/** Whose rows they are, and how many bytes they may have. */
export interface StorageOf {
  readonly workspaceId: string;
  readonly installationId: string;
  readonly bytes: number;
}

/** What packages keep. */
export class StorageStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get({ workspaceId, installationId }: StorageOf, key: string): Promise<unknown> {
    const row = await this.#db(workspaceId)
      .selectFrom('plugin_storage')
      .select('value')
      .where('installation_id', '=', installationId)
      .where('workspace_id', '=', workspaceId)
      .where('key', '=', key)
      .executeTakeFirst();
    return row === undefined ? null : JSON.parse(row.value);
  }

  /** Whoever writes waits for who writes: the bytes of all are counted before the new ones are kept. */
  async set({ workspaceId, installationId, bytes: most }: StorageOf, key: string, json: string): Promise<void> {
    const bytes = storedBytes(key, json);
    await this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`storage of ${installationId}`}, 0))`.execute(db);
        const { used } = await db
          .selectFrom('plugin_storage')
          .select(sql<number>`coalesce(sum(bytes), 0)::integer`.as('used'))
          .where('installation_id', '=', installationId)
          .where('workspace_id', '=', workspaceId)
          .where('key', '!=', key)
          .executeTakeFirstOrThrow();
        if (used + bytes > most) throw storageFull(most);
        const row = { workspace_id: workspaceId, installation_id: installationId, key, value: json, bytes };
        await db
          .insertInto('plugin_storage')
          .values(row)
          .onConflict((same) =>
            same.columns(['installation_id', 'key']).doUpdateSet({ value: json, bytes, updated_at: sql`now()` }),
          )
          .execute();
      });
  }

  async delete({ workspaceId, installationId }: StorageOf, key: string): Promise<void> {
    await this.#db(workspaceId)
      .deleteFrom('plugin_storage')
      .where('installation_id', '=', installationId)
      .where('workspace_id', '=', workspaceId)
      .where('key', '=', key)
      .execute();
  }

  /** The first keys that begin so, in their order. */
  async list({ workspaceId, installationId }: StorageOf, prefix: string): Promise<readonly string[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('plugin_storage')
      .select('key')
      .where('installation_id', '=', installationId)
      .where('workspace_id', '=', workspaceId)
      .where((where) => where(where.fn<boolean>('starts_with', ['key', where.val(prefix)]), '=', true))
      .orderBy('key')
      .limit(MAX_LISTED)
      .execute();
    return rows.map(({ key }) => key);
  }

  async clear(workspaceId: string, installationId: string): Promise<void> {
    await this.#db(workspaceId)
      .deleteFrom('plugin_storage')
      .where('installation_id', '=', installationId)
      .where('workspace_id', '=', workspaceId)
      .execute();
  }

  #db(workspaceId: string) {
    return this.#database.workspace<PluginStorageTables>(workspaceId);
  }
}
