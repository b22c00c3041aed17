import { Documents } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { ImportSources } from '#plugins/import-sources/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { KnowledgeSources } from '#plugins/node-knowledge/contract.ts';
import { ToolSources, Tools } from '#plugins/tools/contract.ts';
import { importRoute } from './import-route.ts';
import { planRoute } from './plan-route.ts';

export const plugin = definePlugin({
  id: 'import-plans',
  needs: {
    documents: Documents,
    apps: Apps,
    sources: ImportSources,
    models: Models,
    tools: Tools,
    toolSources: ToolSources,
    knowledge: KnowledgeSources,
  },
  setup({ services, logger, contribute }) {
    contribute(Routes, planRoute({ ...services, logger }), importRoute(services));
  },
});
