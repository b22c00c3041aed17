import { Documents } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { ImportSources } from '#plugins/import-sources/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { KnowledgeSources } from '#plugins/node-knowledge/contract.ts';
import { ToolProblems } from '#plugins/tools/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { PackageFinders } from './contract.ts';
import { DatasetSwapStore } from './dataset-store.ts';
import { importRoute } from './import-route.ts';
import { planRoute } from './plan-route.ts';
import { SwapStore } from './swap-store.ts';

export const plugin = definePlugin({
  id: 'import-plans',
  needs: {
    documents: Documents,
    apps: Apps,
    database: Database,
    sources: ImportSources,
    models: Models,
    tools: ToolProblems,
    knowledge: KnowledgeSources,
    finders: PackageFinders,
  },
  setup({ services, logger, contribute }) {
    const swaps = new SwapStore(services.database);
    const datasetSwaps = new DatasetSwapStore(services.database);
    contribute(
      ExportedTables,
      {
        id: 'model_swaps',
        key: ['type', 'provider', 'model'],
        columns: ['type', 'provider', 'model', 'to_provider', 'to_model', 'updated_at'],
      },
      { id: 'dataset_swaps', key: ['named'], columns: ['named', 'to_id', 'updated_at'] },
    );
    const parts = { ...services, logger, swaps, datasetSwaps };
    contribute(Routes, planRoute(parts), importRoute(parts));
  },
});
