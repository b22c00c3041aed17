import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { AccountStateChanged } from '#plugins/connected-accounts/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import { DatasetEndings, Datasets } from '#plugins/datasets/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { Jobs, Tasks, task } from '#plugins/jobs/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { DatasetSources, SourceFailed, SourceReaders } from './contract.ts';
import { exportedTables } from './exported-tables.ts';
import { folderRoutes } from './folder-routes.ts';
import { FolderSync } from './folder-sync.ts';
import { ownReaders, sourceParts } from './parts.ts';
import { START_TASK, STEP_TASK, type StartJob } from './run-queue.ts';
import { sourceRoutes } from './source-routes.ts';
import type { RunStep } from './source-store.ts';
import { TOKEN_PURPOSE } from './sources-service.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const count = { type: 'integer', minimum: 0 } as const;

export const plugin = definePlugin({
  id: 'dataset-sources',
  needs: {
    database: Database,
    jobs: Jobs,
    egress: Egress,
    secrets: Secrets,
    datasets: Datasets,
    documents: DatasetDocuments,
    extraction: TextExtraction,
    readers: SourceReaders,
  },
  setup({ services, logger, events, provide, contribute, onReady, onStop }) {
    const { sources, refresher, sweeper } = sourceParts(services, logger, (source) =>
      events.emit(SourceFailed, source),
    );
    contribute(SourceReaders, ...ownReaders(services));
    provide(DatasetSources, () => sources);
    contribute(
      Tasks,
      task<RunStep>({
        id: STEP_TASK,
        payload: {
          type: 'object',
          required: ['workspaceId', 'sourceId', 'run', 'step'],
          additionalProperties: false,
          properties: { workspaceId: uuid, sourceId: uuid, run: count, step: count },
        },
        run: (step, attempt) => refresher.step(step, attempt),
      }),
      task<StartJob>({
        id: START_TASK,
        payload: {
          type: 'object',
          required: ['workspaceId', 'sourceId'],
          additionalProperties: false,
          properties: { workspaceId: uuid, sourceId: uuid },
        },
        run: (job) => refresher.start(job),
      }),
    );
    contribute(DatasetEndings, {
      id: 'dataset-sources',
      remove: ({ workspaceId, id: datasetId }) => sources.removeAll({ workspaceId, datasetId }),
    });
    contribute(SealedColumns, sealedColumn('dataset_sources.sealed_token', TOKEN_PURPOSE));
    contribute(ExportedTables, ...exportedTables);
    const folders = new FolderSync(services.documents, services.datasets);
    contribute(Routes, ...sourceRoutes(sources, services.datasets), ...folderRoutes(folders, services.datasets));
    events.on(AccountStateChanged, ({ workspaceId, accountId, state }) =>
      sources.accountChanged(workspaceId, accountId, state === 'ready'),
    );
    onReady(async () => sweeper.start());
    onStop(() => sweeper.stop());
  },
});
