import { type ColumnType, type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { ModelName, ModelType, SetMode, TypedModelName } from './contract.ts';

interface ModelTables {
  workspace_models: {
    workspace_id: string;
    provider: string;
    type: ModelType;
    model: string;
    is_enabled: boolean;
    is_custom: boolean;
    context_size: number | null;
    sealed: string | null;
    set_ids: ColumnType<string[], string[] | undefined, string[]>;
    set_mode: ColumnType<SetMode, SetMode | undefined, SetMode>;
  };
  default_models: { workspace_id: string; type: ModelType; provider: string; model: string; updated_at: Date };
}

/** What a workspace says of a model. */
export interface ModelState extends TypedModelName {
  readonly isEnabled: boolean;
  readonly isCustom: boolean;
  readonly contextSize: number | null;
  /** Its own fields, sealed; null: it has none. */
  readonly sealed: string | null;
  /** Sets of credentials it is called with, in this order; none: the provider's default. */
  readonly setIds: readonly string[];
  readonly setMode: SetMode;
}

/** What a workspace says of models. */
export interface ModelSettings {
  readonly states: readonly ModelState[];
  readonly defaults: ReadonlyMap<ModelType, ModelName>;
}

/** Settings of models, of one workspace at a time. */
export class ModelSettingsStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(workspaceId: string): Promise<ModelSettings> {
    const [states, defaults] = await Promise.all([
      this.#db(workspaceId).selectFrom('workspace_models').selectAll().orderBy('model').execute(),
      this.#db(workspaceId).selectFrom('default_models').select(['type', 'provider', 'model']).execute(),
    ]);
    return {
      states: states.map((row) => ({
        provider: row.provider,
        type: row.type,
        model: row.model,
        isEnabled: row.is_enabled,
        isCustom: row.is_custom,
        contextSize: row.context_size,
        sealed: row.sealed,
        setIds: row.set_ids,
        setMode: row.set_mode,
      })),
      defaults: new Map(defaults.map(({ type, provider, model }) => [type, { provider, model }])),
    };
  }

  /** What says nothing any more is not kept. */
  async setEnabled(workspaceId: string, name: TypedModelName, isEnabled: boolean): Promise<void> {
    await this.#db(workspaceId)
      .insertInto('workspace_models')
      .values({
        ...rowOf(workspaceId, name),
        is_enabled: isEnabled,
        is_custom: false,
        context_size: null,
        sealed: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'provider', 'type', 'model']).doUpdateSet({ is_enabled: isEnabled }),
      )
      .execute();
    await forgetEmpty(this.#db(workspaceId));
  }

  /**
   * A model's own fields, sealed, and the sets it is called with; those are there until this is written. False: one of them
   * is not, or not of the provider. What says nothing any more is not kept.
   */
  async setCredentials(workspaceId: string, name: TypedModelName, given: ModelCredentialRow): Promise<boolean> {
    const { sealed, setIds, setMode } = given;
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const { rows } = await sql<{ id: string }>`
          select id from model_credentials where provider = ${name.provider} and id = any(${[...setIds]}::uuid[])
          order by id for share`.execute(transaction);
        if (rows.length < setIds.length) return false;
        const values = { sealed, set_ids: [...setIds], set_mode: setMode };
        await transaction
          .insertInto('workspace_models')
          .values({
            ...rowOf(workspaceId, name),
            is_enabled: true,
            is_custom: false,
            context_size: null,
            ...values,
          })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'provider', 'type', 'model']).doUpdateSet(values))
          .execute();
        await forgetEmpty(transaction);
        return true;
      });
  }

  /** Models are called with a set no more; where it was the only one, with the provider's default. */
  async forgetSet(workspaceId: string, provider: string, id: string): Promise<void> {
    const removed = sql<string[]>`array_remove(set_ids, ${id}::uuid)`;
    await this.#db(workspaceId)
      .updateTable('workspace_models')
      .set({ set_ids: removed })
      .where('provider', '=', provider)
      .where(sql<boolean>`${id}::uuid = any(set_ids)`)
      .execute();
    await forgetEmpty(this.#db(workspaceId));
  }

  /** How many rows the workspace has for a provider. */
  async count(workspaceId: string, provider: string): Promise<number> {
    const { count } = await this.#db(workspaceId)
      .selectFrom('workspace_models')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('provider', '=', provider)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** False: it was added before. One that was only switched off stays so. */
  async add(workspaceId: string, name: TypedModelName, contextSize: number | null): Promise<boolean> {
    const row = await this.#db(workspaceId)
      .insertInto('workspace_models')
      .values({
        ...rowOf(workspaceId, name),
        is_enabled: true,
        is_custom: true,
        context_size: contextSize,
        sealed: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'provider', 'type', 'model'])
          .doUpdateSet({ is_custom: true, context_size: contextSize })
          .where('workspace_models.is_custom', '=', false),
      )
      .returning('model')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Where it is the default, there is none any more. False: there is none the workspace has added. */
  async remove(workspaceId: string, { provider, type, model }: TypedModelName): Promise<boolean> {
    const row = await this.#db(workspaceId)
      .with('removed', (db) =>
        db
          .deleteFrom('workspace_models')
          .where('provider', '=', provider)
          .where('type', '=', type)
          .where('model', '=', model)
          .where('is_custom', '=', true)
          .returning(['provider', 'type', 'model']),
      )
      .with('cleared', (db) =>
        db
          .deleteFrom('default_models')
          .using('removed')
          .whereRef('default_models.provider', '=', 'removed.provider')
          .whereRef('default_models.type', '=', 'removed.type')
          .whereRef('default_models.model', '=', 'removed.model'),
      )
      .selectFrom('removed')
      .select('model')
      .executeTakeFirst();
    return row !== undefined;
  }

  async removeProvider(workspaceId: string, provider: string): Promise<void> {
    await this.#db(workspaceId).deleteFrom('workspace_models').where('provider', '=', provider).execute();
    await this.#db(workspaceId).deleteFrom('default_models').where('provider', '=', provider).execute();
  }

  async setDefault(workspaceId: string, type: ModelType, name: ModelName | null): Promise<void> {
    if (name === null) {
      await this.#db(workspaceId).deleteFrom('default_models').where('type', '=', type).execute();
      return;
    }
    const values = { provider: name.provider, model: name.model, updated_at: sql<Date>`now()` };
    await this.#db(workspaceId)
      .insertInto('default_models')
      .values({ workspace_id: workspaceId, type, ...values })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'type']).doUpdateSet(values))
      .execute();
  }

  #db(workspaceId: string): Kysely<ModelTables> {
    return this.#database.workspace<ModelTables>(workspaceId);
  }
}

/** A model's own fields and its sets, as they lie in its row. */
export interface ModelCredentialRow {
  readonly sealed: string | null;
  readonly setIds: readonly string[];
  readonly setMode: SetMode;
}

async function forgetEmpty(db: Kysely<ModelTables>): Promise<void> {
  await db
    .deleteFrom('workspace_models')
    .where('is_enabled', '=', true)
    .where('is_custom', '=', false)
    .where('sealed', 'is', null)
    .where(sql<boolean>`set_ids = '{}'`)
    .execute();
}

function rowOf(workspaceId: string, { provider, type, model }: TypedModelName) {
  return { workspace_id: workspaceId, provider, type, model };
}
