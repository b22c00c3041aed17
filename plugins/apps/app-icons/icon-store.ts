import { currentTime } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { IconTables } from './tables.ts';

/** All SQL of icons. */
export class IconStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What is there stays as it is, and is new again: the same hash is the same picture. */
  async put(workspaceId: string, hash: string, picture: Uint8Array): Promise<void> {
    const at = new Date(currentTime());
    await this.#db(workspaceId)
      .insertInto('app_icons')
      .values({ workspace_id: workspaceId, hash, picture: Buffer.from(picture), created_at: at })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'hash']).doUpdateSet({ created_at: at }))
      .execute();
  }

  /** null: there is none. */
  async find(workspaceId: string, hash: string): Promise<Uint8Array | null> {
    const row = await this.#db(workspaceId)
      .selectFrom('app_icons')
      .select('picture')
      .where('workspace_id', '=', workspaceId)
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row?.picture ?? null;
  }

  async hashes(workspaceId: string): Promise<readonly string[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('app_icons')
      .select('hash')
      .where('workspace_id', '=', workspaceId)
      .execute();
    return rows.map(({ hash }) => hash);
  }

  /** Those that were put before a time. */
  async remove(workspaceId: string, hashes: readonly string[], before: Date): Promise<void> {
    if (hashes.length === 0) return;
    await this.#db(workspaceId)
      .deleteFrom('app_icons')
      .where('workspace_id', '=', workspaceId)
      .where('hash', 'in', hashes)
      .where('created_at', '<', before)
      .execute();
  }

  #db(workspaceId: string) {
    return this.#database.workspace<IconTables>(workspaceId);
  }
}
