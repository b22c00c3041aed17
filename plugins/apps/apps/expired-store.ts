import type { Database } from '#plugins/database/contract.ts';
import type { ExpiredApps } from './contract.ts';
import { restorable } from './lifecycle-store.ts';
import type { AppTables } from './tables.ts';

/** Deleted apps whose time is over. */
export class ExpiredAppStore implements ExpiredApps {
  readonly #database: Database;
  readonly #changed: (workspaceId: string, appId: string) => void;

  constructor(database: Database, changed: (workspaceId: string, appId: string) => void) {
    this.#database = database;
    this.#changed = changed;
  }

  /** System: whoever removes them looks after all workspaces. */
  async list(limit: number, after?: string) {
    const query = this.#database
      .system<AppTables>()
      .selectFrom('apps')
      .select(['workspace_id as workspaceId', 'id as appId'])
      .where('deleted_at', '<=', restorable)
      .orderBy('id')
      .limit(limit);
    return (after === undefined ? query : query.where('id', '>', after)).execute();
  }

  async has(workspaceId: string, appId: string): Promise<boolean> {
    const row = await this.#database
      .workspace<AppTables>(workspaceId)
      .selectFrom('apps')
      .select('id')
      .where('id', '=', appId)
      .where('deleted_at', '<=', restorable)
      .executeTakeFirst();
    return row !== undefined;
  }

  async remove(workspaceId: string, appId: string): Promise<void> {
    await this.#database
      .workspace<AppTables>(workspaceId)
      .deleteFrom('apps')
      .where('id', '=', appId)
      .where('deleted_at', '<=', restorable)
      .execute();
    this.#changed(workspaceId, appId);
  }
}
