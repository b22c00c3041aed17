import type { DocumentProgress } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, Datasets, Generation } from '#plugins/datasets/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import type { RebuildState } from './contract.ts';
import type { Estimates } from './estimates.ts';
import { invalid, invalidAction } from './hand-errors.ts';
import type { RebuildStore } from './rebuild-store.ts';
import type { TurnQueue } from './turn-queue.ts';
import type { WorkStore } from './work-store.ts';

export interface RebuildsParts {
  readonly datasets: Pick<Datasets, 'generations' | 'beginGeneration' | 'abandonGeneration' | 'markGeneration'>;
  readonly progress: Pick<DocumentProgress, 'transaction'>;
  readonly models: Pick<Models, 'model' | 'providerOf'>;
  readonly jobs: Pick<Jobs, 'prepare'>;
  readonly estimates: Estimates;
  readonly store: RebuildStore;
  readonly work: WorkStore;
  readonly turns: TurnQueue;
}

/** Begins, shows and ends the building of indexes beside those that answer. */
export class Rebuilds {
  readonly #parts: RebuildsParts;

  constructor(parts: RebuildsParts) {
    this.#parts = parts;
  }

  async start(dataset: Dataset, named: NonNullable<Dataset['embedding']>): Promise<RebuildState> {
    if (dataset.provider === 'external') {
      throw invalidAction('An external knowledge base has no index here. Set it up where it is kept.');
    }
    const { datasets, progress, estimates, jobs, models, store, work, turns } = this.#parts;
    const { workspaceId, id: datasetId } = dataset;
    if (named.model.trim() === '') throw invalid('model', 'names no embedding model');
    // Throws where it can't be called, before anything changes.
    const { provider, description } = await models.model(workspaceId, 'embedding', named);
    const embedding = { provider, model: description.name };
    const building = await this.#building(dataset);
    const isSame = building !== null && isEqual(building.embedding, embedding);
    const { segments: total } = await estimates.ofBase(dataset, null);
    await jobs.prepare();
    await progress.transaction(workspaceId, async (within) => {
      await store.holdAlone(datasetId, within);
      if (isSame) {
        await work.add([{ id: building.id, workspaceId, datasetId, kind: 'rebuild', total }], within);
      } else {
        const { begun, replaced } = await datasets.beginGeneration(dataset, embedding, within);
        if (replaced !== null) await work.replaceByDrop(workspaceId, datasetId, replaced.id, within);
        await work.add([{ id: begun.id, workspaceId, datasetId, kind: 'rebuild', total }], within);
      }
      await turns.enqueue(workspaceId, 1, within);
    });
    return (await this.state(dataset)) ?? { embedding, segments: total, done: total, error: null };
  }

  async state(dataset: Dataset): Promise<RebuildState | null> {
    const building = await this.#building(dataset);
    if (building === null) return null;
    const row = await this.#parts.store.of(dataset.workspaceId, dataset.id);
    const { embedding, error } = building;
    return { embedding, segments: row?.total ?? 0, done: row?.done ?? 0, error };
  }

  async cancel(dataset: Dataset): Promise<void> {
    const { datasets, progress, jobs, store, work, turns } = this.#parts;
    const { workspaceId, id: datasetId } = dataset;
    const building = await this.#building(dataset);
    if (building === null) return;
    await jobs.prepare();
    await progress.transaction(workspaceId, async (within) => {
      await store.holdAlone(datasetId, within);
      await datasets.abandonGeneration(building, within);
      await work.replaceByDrop(workspaceId, datasetId, building.id, within);
      await turns.enqueue(workspaceId, 1, within);
    });
  }

  async #building({ workspaceId, id }: Dataset): Promise<Generation | null> {
    const generations = await this.#parts.datasets.generations(workspaceId, id);
    return generations.find(({ state }) => state === 'building') ?? null;
  }
}

function isEqual(one: Generation['embedding'], other: NonNullable<Generation['embedding']>): boolean {
  return one !== null && one.provider === other.provider && one.model === other.model;
}
