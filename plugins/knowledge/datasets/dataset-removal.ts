import type { Contributions } from '#kernel';
import { type NewJob, type Task, task } from '#plugins/jobs/contract.ts';
import type { Dataset, DatasetEnding } from './contract.ts';
import type { DatasetStore } from './dataset-store.ts';
import type { GenerationStore } from './generation-store.ts';

const id = 'datasets.remove';
/** About a week. What can't be removed then shows among the failed jobs. */
const ATTEMPTS = 25;

interface Removal {
  readonly workspaceId: string;
  readonly datasetId: string;
}

export function removalJob({ workspaceId, id: datasetId }: Dataset): NewJob {
  const payload: Removal = { workspaceId, datasetId };
  return { task: id, payload, workspaceId, maxAttempts: ATTEMPTS };
}

/** Removes what belongs to a base that was deleted, and then the base. */
export function removalTask(parts: {
  readonly store: DatasetStore;
  readonly generations: GenerationStore;
  readonly endings: Contributions<DatasetEnding>;
}): Task {
  const { store, generations, endings } = parts;
  return task<Removal>({
    id,
    payload: {
      type: 'object',
      required: ['workspaceId', 'datasetId'],
      additionalProperties: false,
      properties: { workspaceId: { type: 'string', format: 'uuid' }, datasetId: { type: 'string', format: 'uuid' } },
    },
    async run({ workspaceId, datasetId }, { signal }) {
      const dataset = await store.deleted(workspaceId, datasetId);
      if (dataset === null) return;
      const indexes = await generations.list(workspaceId, datasetId);
      for (const ending of endings.all()) {
        signal.throwIfAborted();
        await ending.remove?.(dataset, indexes, signal);
      }
      await store.remove(workspaceId, datasetId);
    },
  });
}
