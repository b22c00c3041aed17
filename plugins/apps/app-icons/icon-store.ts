import type { Database } from '#plugins/database/contract.ts';
import type { IconTables } from './tables.ts';

/** All SQL of icons. */
export class IconStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What is there stays as it is: the same hash is the same picture. */
  async put(workspaceId: string, hash: string, picture: Uint8Array): Promise<void> {
    await this.#db(workspaceId)
      .insertInto('app_icons')
      .values({ workspace_id: workspaceId, hash, picture: Buffer.from(picture) })
      .onConflict((conflict) => conflict.doNothing())
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

  async remove(workspaceId: string, hash: string): Promise<void> {
    await this.#db(workspaceId)
      .deleteFrom('app_icons')
      .where('workspace_id', '=', workspaceId)
      .where('hash', '=', hash)
      .execute();
  }

  #db(workspaceId: string) {
    return this.#database.workspace<IconTables>(workspaceId);
  }
}
