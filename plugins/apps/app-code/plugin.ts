import { Documents } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { AppDrafts, AppSources, Apps } from '#plugins/apps/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { KnowledgeSources } from '#plugins/node-knowledge/contract.ts';
import { ToolProblems } from '#plugins/tools/contract.ts';
import { codeRoutes } from './code-routes.ts';
import { CodeService } from './code-service.ts';
import { AppCode } from './contract.ts';

export const plugin = definePlugin({
  id: 'app-code',
  needs: {
    apps: Apps,
    sources: AppSources,
    drafts: AppDrafts,
    documents: Documents,
    models: Models,
    tools: ToolProblems,
    knowledge: KnowledgeSources,
  },
  setup({ services, logger, provide, contribute }) {
    const parts = { ...services, logger };
    provide(AppCode, () => new CodeService(parts));
    contribute(Routes, ...codeRoutes(parts));
  },
});
