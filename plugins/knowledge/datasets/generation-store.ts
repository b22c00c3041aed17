import type { Kysely } from 'kysely';
import { currentTime, newId } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { Dataset, Generation, RetrievalModel } from './contract.ts';
import { noDataset } from './dataset-errors.ts';
import { toGeneration } from './dataset-row.ts';
import type { DatasetStore } from './dataset-store.ts';
import type { DatasetTables } from './tables.ts';

const columns = [
  'id',
  'workspace_id',
  'dataset_id',
  'embedding_provider',
  'embedding_model',
  'state',
  'error',
  'created_at',
] as const;

type Base = Pick<Dataset, 'workspaceId' | 'id'>;

/** Generations of the index of a base. Who changes which answers holds the row of the base, so one does at a time. */
export class GenerationStore {
  readonly #datasets: DatasetStore;

  constructor(datasets: DatasetStore) {
    this.#datasets = datasets;
  }

  list(workspaceId: string, datasetId: string, within?: OpenTransaction): Promise<Generation[]> {
    return this.#datasets.transaction(workspaceId, within, async (db) => {
      const query = of(db, { workspaceId, id: datasetId }).orderBy('created_at').orderBy('id');
      return (await query.execute()).map(toGeneration);
    });
  }

  /** The active one; made by the embedding model that the base has now, when there is none. */
  active(base: Base, within?: OpenTransaction): Promise<Generation> {
    return this.#datasets.transaction(base.workspaceId, within, async (db) => {
      const known = await of(db, base).where('state', '=', 'active').executeTakeFirst();
      if (known !== undefined) return toGeneration(known);
      const { embedding } = await this.#locked(db, base);
      const meanwhile = await of(db, base).where('state', '=', 'active').executeTakeFirst();
      if (meanwhile !== undefined) return toGeneration(meanwhile);
      const made = await insert(db, base, { embedding, state: 'active' });
      await db.updateTable('datasets').set({ index_id: made.id }).where('id', '=', base.id).execute();
      return made;
    });
  }

  begin(
    base: Base,
    embedding: Generation['embedding'],
    within?: OpenTransaction,
  ): Promise<{ readonly begun: Generation; readonly replaced: Generation | null }> {
    return this.#datasets.transaction(base.workspaceId, within, async (db) => {
      await this.#locked(db, base);
      const replaced = await removeOf(db, base, 'building');
      return { begun: await insert(db, base, { embedding, state: 'building' }), replaced };
    });
  }

  /** `retrieval`: how the base is searched from then on. Throws where the generation is not the one that is being built. */
  switch(
    generation: Generation,
    retrieval: (before: Dataset) => RetrievalModel,
    within?: OpenTransaction,
  ): Promise<Generation | null> {
    const { workspaceId } = generation;
    const base = { workspaceId, id: generation.datasetId };
    return this.#datasets.transaction(workspaceId, within, async (db) => {
      const before = await this.#locked(db, base);
      const building = await of(db, base).where('state', '=', 'building').executeTakeFirst();
      if (building?.id !== generation.id) throw noDataset(generation.datasetId);
      const last = await removeOf(db, base, 'active');
      await db
        .updateTable('dataset_generations')
        .set({ state: 'active', error: null, activated_at: new Date(currentTime()) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', generation.id)
        .execute();
      const { embedding } = generation;
      await db
        .updateTable('datasets')
        .set({
          index_id: generation.id,
          embedding_provider: embedding?.provider ?? null,
          embedding_model: embedding?.model ?? null,
          indexing_technique: embedding === null ? 'economy' : 'high_quality',
          retrieval_model: JSON.stringify(retrieval(before)),
          updated_at: new Date(currentTime()),
        })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', base.id)
        .execute();
      return last;
    });
  }

  async mark(generation: Generation, error: string | null): Promise<void> {
    const { workspaceId } = generation;
    await this.#datasets.transaction(workspaceId, undefined, (db) =>
      db
        .updateTable('dataset_generations')
        .set({ error: error?.replaceAll('\0', '') ?? null })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', generation.id)
        .where('state', '=', 'building')
        .execute(),
    );
  }

  async abandon(generation: Generation, within?: OpenTransaction): Promise<void> {
    const { workspaceId } = generation;
    await this.#datasets.transaction(workspaceId, within, (db) =>
      db
        .deleteFrom('dataset_generations')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', generation.id)
        .where('state', '=', 'building')
        .execute(),
    );
  }

  async #locked(within: OpenTransaction, { workspaceId, id }: Base): Promise<Dataset> {
    const [dataset] = await this.#datasets.byIds(workspaceId, [id], { within });
    if (dataset === undefined) throw noDataset(id);
    return dataset;
  }
}

function of(db: Kysely<DatasetTables>, { workspaceId, id }: Base) {
  return db
    .selectFrom('dataset_generations')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('dataset_id', '=', id);
}

async function insert(
  db: Kysely<DatasetTables>,
  { workspaceId, id }: Base,
  { embedding, state }: Pick<Generation, 'embedding' | 'state'>,
): Promise<Generation> {
  const row = await db
    .insertInto('dataset_generations')
    .values({
      id: newId(),
      workspace_id: workspaceId,
      dataset_id: id,
      embedding_provider: embedding?.provider ?? null,
      embedding_model: embedding?.model ?? null,
      state,
      error: null,
      activated_at: state === 'active' ? new Date(currentTime()) : null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toGeneration(row);
}

async function removeOf(
  db: Kysely<DatasetTables>,
  { workspaceId, id }: Base,
  state: Generation['state'],
): Promise<Generation | null> {
  const row = await db
    .deleteFrom('dataset_generations')
    .where('workspace_id', '=', workspaceId)
    .where('dataset_id', '=', id)
    .where('state', '=', state)
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? null : toGeneration(row);
}
