import { Documents } from '../../engine/contract.ts';
import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Apps } from '../apps/contract.ts';
import { ImportSources } from '../import-sources/contract.ts';
import { Models } from '../models/contract.ts';
import { KnowledgeSources } from '../node-knowledge/contract.ts';
import { Tools } from '../tools/contract.ts';
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
    knowledge: KnowledgeSources,
  },
  setup({ services, logger, contribute }) {
    contribute(Routes, planRoute({ ...services, logger }), importRoute(services));
  },
});
