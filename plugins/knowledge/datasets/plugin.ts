import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { ExternalApiUsers, ExternalKnowledge } from '#plugins/external-knowledge/contract.ts';
import { Jobs, Tasks } from '#plugins/jobs/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { SearchSources } from '#plugins/search/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { DatasetCounts, DatasetEndings, Datasets, DatasetUsers } from './contract.ts';
import { DatasetModels } from './dataset-models.ts';
import { removalTask } from './dataset-removal.ts';
import { datasetRoutes } from './dataset-routes.ts';
import { DatasetStore } from './dataset-store.ts';
import { DatasetsService } from './datasets-service.ts';
import { exportedTables } from './exported-tables.ts';
import { fieldRoutes } from './field-routes.ts';
import { FieldStore } from './field-store.ts';
import { GenerationStore } from './generation-store.ts';
import { datasetSearch } from './search-source.ts';
import { tagRoutes } from './tag-routes.ts';
import { TagStore } from './tag-store.ts';

export const plugin = definePlugin({
  id: 'datasets',
  needs: {
    database: Database,
    jobs: Jobs,
    members: Members,
    models: Models,
    users: DatasetUsers,
    endings: DatasetEndings,
    counts: DatasetCounts,
    external: ExternalKnowledge,
  },
  setup({ services, provide, contribute }) {
    const { database, jobs, members, models, users, endings, counts, external } = services;
    const store = new DatasetStore(database);
    const generations = new GenerationStore(store);
    const datasets = new DatasetsService({
      store,
      generations,
      fields: new FieldStore(store),
      tags: new TagStore(database),
      models: new DatasetModels(models),
      members,
      jobs,
      users,
      endings,
      external,
    });
    provide(Datasets, () => datasets);
    contribute(Routes, ...datasetRoutes({ datasets, counts }), ...fieldRoutes(datasets), ...tagRoutes(datasets));
    contribute(Tasks, removalTask({ store, generations, endings }));
    contribute(ExternalApiUsers, { id: 'datasets', usesOf: (workspaceId, apiId) => store.ofApi(workspaceId, apiId) });
    contribute(ExportedTables, ...exportedTables);
    contribute(SearchSources, datasetSearch(datasets));
  },
});
