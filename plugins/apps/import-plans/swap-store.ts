import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { NeededModel } from './document-needs.ts';
import type { ImportPlanTables } from './tables.ts';

/** A model that took the place of another one. */
export interface ModelSwap {
  readonly from: NeededModel;
  readonly to: { readonly provider: string; readonly model: string };
}

/** Swaps that a workspace remembers; those made last. */
const MAX_KEPT = 500;

/** Remembers which models took the place of others. */
export class SwapStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string): Promise<readonly ModelSwap[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('model_swaps')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .execute();
    return rows.map(({ type, provider, model, to_provider, to_model }) => ({
      from: { type: type as NeededModel['type'], provider, model },
      to: { provider: to_provider, model: to_model },
    }));
  }

  async remember(workspaceId: string, swaps: readonly ModelSwap[]): Promise<void> {
    if (swaps.length === 0) return;
    const db = this.#db(workspaceId);
    await db
      .insertInto('model_swaps')
      .values(
        swaps.map(({ from, to }) => ({
          ...{ workspace_id: workspaceId, type: from.type, provider: from.provider, model: from.model },
          ...{ to_provider: to.provider, to_model: to.model },
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'type', 'provider', 'model']).doUpdateSet((row) => ({
          to_provider: row.ref('excluded.to_provider'),
          to_model: row.ref('excluded.to_model'),
          updated_at: sql<Date>`now()`,
        })),
      )
      .execute();
    await sql`
      delete from model_swaps where workspace_id = ${workspaceId}::uuid and (type, provider, model) in (
        select type, provider, model from model_swaps where workspace_id = ${workspaceId}::uuid
        order by updated_at desc offset ${MAX_KEPT}
      )`.execute(db);
  }

  #db(workspaceId: string): Kysely<ImportPlanTables> {
    return this.#database.workspace<ImportPlanTables>(workspaceId);
  }
}
