import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { BackgroundCommit, Database } from '#plugins/database/contract.ts';
import { DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import { DatasetIndexing } from '#plugins/dataset-indexing/contract.ts';
import { DatasetEndings, Datasets } from '#plugins/datasets/contract.ts';
import { PersonalData, rowsOfRuns } from '#plugins/erasure/contract.ts';
import { ExternalKnowledge } from '#plugins/external-knowledge/contract.ts';
import { KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { KnowledgeSources } from '#plugins/node-knowledge/contract.ts';
import { ToolSources } from '#plugins/tools/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { AppSearch } from './app-search.ts';
import { BaseSearch } from './base-search.ts';
import { DatasetSearch } from './contract.ts';
import { DatasetSearchService } from './dataset-search.ts';
import { DatasetSource } from './knowledge-source.ts';
import { ModelCalls } from './model-calls.ts';
import { QueryLog } from './query-log.ts';
import { QueryStore } from './query-store.ts';
import { searchRoutes } from './search-routes.ts';
import { servedRoutes } from './served-routes.ts';
import { SeveralBases } from './several-bases.ts';
import { KnowledgeToolSource } from './tool-source.ts';

interface RetrievalConfig {
  readonly queryDays: number;
}

export const plugin = definePlugin({
  id: 'dataset-retrieval',
  needs: {
    database: Database,
    commit: BackgroundCommit,
    datasets: Datasets,
    documents: DatasetDocuments,
    indexing: DatasetIndexing,
    indexes: KnowledgeIndexes,
    external: ExternalKnowledge,
    models: Models,
  },
  provides: [DatasetSearch],
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        queryDays: {
          type: 'integer',
          minimum: 1,
          maximum: 3_650,
          default: 30,
          description: 'Days for which questions to knowledge bases are kept.',
        },
      },
    },
    env: { WEFT_KNOWLEDGE_QUERY_DAYS: 'queryDays' },
  },
  setup({ services, config, logger, provide, contribute, onReady, onClose }) {
    const { database, commit, datasets, documents, indexing, indexes, external, models } = services;
    const { queryDays } = config as RetrievalConfig;
    const store = new QueryStore(database);
    const log = new QueryLog({ store, commit, documents, logger });
    const calls = new ModelCalls(models);
    const search = new BaseSearch({ indexes, documents, calls });
    const bases = new SeveralBases({ search, calls, datasets, documents, external });
    const apps = new AppSearch({ bases, calls, datasets, log });
    const own = new DatasetSearchService(bases, log);
    provide(DatasetSearch, () => own);
    contribute(KnowledgeSources, new DatasetSource(datasets, apps, indexing));
    contribute(ToolSources, new KnowledgeToolSource(datasets, apps));
    contribute(DatasetEndings, {
      id: 'dataset-retrieval.queries',
      async remove(dataset, _, signal) {
        while (await store.removeOf(dataset)) signal.throwIfAborted();
      },
    });
    contribute(
      PersonalData,
      rowsOfRuns(database, { id: 'dataset-retrieval', by: 'run_id', tables: ['dataset_queries'] }),
    );
    contribute(ExportedTables, {
      id: 'dataset_queries',
      key: ['id'],
      columns: ['id', 'dataset_id', 'query', 'source', 'app_id', 'run_id', 'hits', 'created_at'],
    });
    contribute(Routes, ...searchRoutes({ search: own, datasets }), ...servedRoutes({ search: own, datasets }));
    onReady(() => onClose(log.keepFor(queryDays)));
    onClose(() => log.settle());
  },
});
