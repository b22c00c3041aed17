import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { AppDrafts, Apps } from '#plugins/apps/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { nodeRoutes } from './node-routes.ts';

export const plugin = definePlugin({
  id: 'draft-runs',
  needs: { apps: Apps, drafts: AppDrafts, runs: Runs },
  setup({ services, contribute }) {
    contribute(Routes, ...nodeRoutes(services));
  },
});
