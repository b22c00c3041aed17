import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { Jobs, Tasks } from '#plugins/jobs/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { DatasetEndings, Datasets, DatasetUsers, ExternalApis } from './contract.ts';
import { DatasetModels } from './dataset-models.ts';
import { removalTask } from './dataset-removal.ts';
import { DatasetStore } from './dataset-store.ts';
import { DatasetsService } from './datasets-service.ts';
import { exportedTables } from './exported-tables.ts';
import { FieldStore } from './field-store.ts';
import { GenerationStore } from './generation-store.ts';
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
    externals: ExternalApis,
  },
  setup({ services, provide, contribute }) {
    const { database, jobs, members, models, users, endings, externals } = services;
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
      externals,
    });
    provide(Datasets, () => datasets);
    contribute(Tasks, removalTask({ store, generations, endings }));
    contribute(ExportedTables, ...exportedTables);
  },
});
