import { Documents } from '../../engine/contract.ts';
import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Models } from '../models/contract.ts';
import { KnowledgeSources } from '../node-knowledge/contract.ts';
import { Tools } from '../tools/contract.ts';
import { planRoute } from './plan-route.ts';

export const plugin = definePlugin({
  id: 'import-plans',
  needs: {
    documents: Documents,
    models: Models,
    tools: Tools,
    knowledge: KnowledgeSources,
  },
  setup({ services, contribute }) {
    contribute(Routes, planRoute(services));
  },
});
