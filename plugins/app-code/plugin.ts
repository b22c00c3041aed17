import { Documents } from '../../engine/contract.ts';
import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { AppSources, Apps } from '../apps/contract.ts';
import { Models } from '../models/contract.ts';
import { KnowledgeSources } from '../node-knowledge/contract.ts';
import { Tools } from '../tools/contract.ts';
import { codeRoutes } from './code-routes.ts';

export const plugin = definePlugin({
  id: 'app-code',
  needs: {
    apps: Apps,
    sources: AppSources,
    documents: Documents,
    models: Models,
    tools: Tools,
    knowledge: KnowledgeSources,
  },
  setup({ services, logger, contribute }) {
    contribute(Routes, ...codeRoutes({ ...services, logger }));
  },
});
