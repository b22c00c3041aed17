import { Documents } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { AppChecks } from '#plugins/app-checks/contract.ts';
import { AppDrafts } from '#plugins/apps/contract.ts';
import { Datasets } from '#plugins/datasets/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { ToolSources, Tools } from '#plugins/tools/contract.ts';
import { assistantRoutes } from './assistant-routes.ts';
import { ModelCalls } from './model-calls.ts';
import { Turns } from './turns.ts';

/** A model that proposes changes of drafts, which people accept or not. */
export const plugin = definePlugin({
  id: 'app-assistant',
  needs: {
    drafts: AppDrafts,
    documents: Documents,
    checks: AppChecks,
    models: Models,
    runs: Runs,
    tools: Tools,
    sources: ToolSources,
    datasets: Datasets,
  },
  setup({ services, contribute }) {
    const { drafts, documents, checks, models, runs, tools, sources, datasets } = services;
    const workspace = { tools, sources, datasets };
    const calls = new ModelCalls(models);
    contribute(Routes, ...assistantRoutes({ drafts, documents, checks, calls, runs, workspace }, new Turns()));
  },
});
