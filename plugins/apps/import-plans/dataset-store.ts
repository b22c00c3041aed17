import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { ImportPlanTables } from './tables.ts';

/** A knowledge base that took the place of one that a document names. */
export interface DatasetSwap {
  /** As it stands in the document. */
  readonly named: string;
  /** Id of a base of the workspace. */
  readonly to: string;
}

/** Swaps that a workspace remembers; those made last. */
const MAX_KEPT = 500;

/** Longer names are not remembered: they would not fit an index. */
const MAX_NAME = 1_000;

/** Remembers which knowledge bases took the place of others. */
export class DatasetSwapStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string): Promise<readonly DatasetSwap[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('dataset_swaps')
      .select(['named', 'to_id'])
      .where('workspace_id', '=', workspaceId)
      .execute();
    return rows.map(({ named, to_id: to }) => ({ named, to }));
  }

  async remember(workspaceId: string, swaps: readonly DatasetSwap[]): Promise<void> {
    const kept = swaps.filter(({ named }) => named.length <= MAX_NAME);
    if (kept.length === 0) return;
    const db = this.#db(workspaceId);
    await db
      .insertInto('dataset_swaps')
      .values(kept.map(({ named, to }) => ({ workspace_id: workspaceId, named, to_id: to })))
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'named']).doUpdateSet((row) => ({
          to_id: row.ref('excluded.to_id'),
          updated_at: sql<Date>`now()`,
        })),
      )
      .execute();
    await sql`
      delete from dataset_swaps where workspace_id = ${workspaceId}::uuid and named in (
        select named from dataset_swaps where workspace_id = ${workspaceId}::uuid
        order by updated_at desc offset ${MAX_KEPT}
      )`.execute(db);
  }

  #db(workspaceId: string): Kysely<ImportPlanTables> {
    return this.#database.workspace<ImportPlanTables>(workspaceId);
  }
}
