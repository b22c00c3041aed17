import { type Kysely, type Selectable, sql } from 'kysely';
import type { PinnedOutput } from '#engine';
import { currentTime, PlatformError } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import { type AppPins, type PinnedNode, pinLimits } from './contract.ts';
import type { AppTables } from './tables.ts';

const columns = ['node_id', 'outputs', 'handle', 'pinned_by', 'created_at'] as const;

/** All SQL of pins. */
export class PinStore implements AppPins {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string, appId: string): Promise<readonly PinnedNode[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('app_draft_pins')
      .select(columns)
      .where('app_id', '=', appId)
      .orderBy('created_at')
      .orderBy('node_id')
      .execute();
    return rows.map(pinOf);
  }

  async pin(
    workspaceId: string,
    appId: string,
    { nodeId, outputs, handle, pinnedBy }: PinnedOutput & Pick<PinnedNode, 'nodeId' | 'pinnedBy'>,
  ): Promise<PinnedNode> {
    const size = Buffer.byteLength(outputs);
    if (size > pinLimits.bytes) {
      const message = `What is pinned has ${size} bytes as JSON; a node may have ${pinLimits.bytes}. Pin a shorter example.`;
      throw new PlatformError('invalid', 'apps.pin_too_large', message, { field: 'outputs' });
    }
    const row = await this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        // Those who pin in the same draft do it one after the other, so that together they stay within the limits.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`app_draft_pins ${appId}`}, 0))`.execute(db);
        const others = await db
          .selectFrom('app_draft_pins')
          .select(({ fn }) => [
            fn.countAll<string>().as('count'),
            sql<string>`coalesce(sum(octet_length(outputs)), 0)`.as('bytes'),
          ])
          .where('app_id', '=', appId)
          .where('node_id', '!=', nodeId)
          .executeTakeFirstOrThrow();
        if (Number(others.count) >= pinLimits.count || Number(others.bytes) + size > pinLimits.allBytes) {
          const message = `A draft may have ${pinLimits.count} pinned nodes, with ${pinLimits.allBytes} bytes in all. Unpin some first.`;
          throw new PlatformError('conflict', 'apps.too_many_pins', message);
        }
        const value = { outputs, handle, pinned_by: pinnedBy, created_at: new Date(currentTime()) };
        return db
          .insertInto('app_draft_pins')
          .values({ workspace_id: workspaceId, app_id: appId, node_id: nodeId, ...value })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'app_id', 'node_id']).doUpdateSet(value))
          .returning(columns)
          .executeTakeFirstOrThrow();
      });
    return pinOf(row);
  }

  async unpin(workspaceId: string, appId: string, nodeId?: string): Promise<number> {
    let query = this.#db(workspaceId).deleteFrom('app_draft_pins').where('app_id', '=', appId);
    if (nodeId !== undefined) query = query.where('node_id', '=', nodeId);
    const { numDeletedRows } = await query.executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  #db(workspaceId: string): Kysely<AppTables> {
    return this.#database.workspace<AppTables>(workspaceId);
  }
}

function pinOf(row: Pick<Selectable<AppTables['app_draft_pins']>, (typeof columns)[number]>): PinnedNode {
  const { node_id: nodeId, outputs, handle, pinned_by: pinnedBy, created_at: at } = row;
  return { nodeId, outputs, handle, pinnedBy, pinnedAt: at.getTime() };
}
