import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { ContentThreads } from '#plugins/content-threads/contract.ts';
import { Database, withRetry } from '#plugins/database/contract.ts';
import { DocumentProgress, DocumentWork } from '#plugins/dataset-documents/contract.ts';
import { DatasetEndings, Datasets } from '#plugins/datasets/contract.ts';
import { Jobs, Tasks, task } from '#plugins/jobs/contract.ts';
import { KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { configuration, type IndexingConfig } from './configuration.ts';
import { DatasetIndexing } from './contract.ts';
import { indexingParts } from './parts.ts';
import { previewRoute } from './preview-route.ts';
import { rebuildRoutes } from './rebuild-routes.ts';
import { segmentRoutes } from './segment-routes.ts';
import { TURN_TASK, type TurnJob } from './turn-queue.ts';

export const plugin = definePlugin({
  id: 'dataset-indexing',
  needs: {
    database: Database,
    jobs: Jobs,
    models: Models,
    datasets: Datasets,
    progress: DocumentProgress,
    indexes: KnowledgeIndexes,
    extraction: TextExtraction,
    threads: ContentThreads,
  },
  config: configuration,
  setup({ services, config, logger, provide, contribute, onReady, onStop }) {
    const { indexing, turn, turns, store, sweeper } = indexingParts(services, config as IndexingConfig, logger);
    const { datasets } = services;
    provide(DatasetIndexing, () => indexing);
    contribute(DocumentWork, indexing);
    contribute(DatasetEndings, indexing);
    contribute(
      Tasks,
      task<TurnJob>({
        id: TURN_TASK,
        payload: {
          type: 'object',
          required: ['workspaceId', 'slot'],
          additionalProperties: false,
          properties: { workspaceId: { type: 'string', format: 'uuid' }, slot: { type: 'integer', minimum: 0 } },
        },
        async run(job, { signal }) {
          const next = await turn.run(job.workspaceId, signal);
          if (next !== null) await turns.enqueueAt(job, next);
        },
      }),
    );
    contribute(Routes, previewRoute(indexing));
    contribute(Routes, ...rebuildRoutes({ datasets, indexing }), ...segmentRoutes({ datasets, indexing }));
    onReady(async () => {
      await withRetry(() => store.begin());
      sweeper.start();
    });
    onStop(() => sweeper.stop());
  },
});
