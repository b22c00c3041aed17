import { NodeTypes } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { AppDrafts, AppPins, Apps } from '#plugins/apps/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { nodeRoutes } from './node-routes.ts';
import { pinRoutes } from './pin-routes.ts';

export const plugin = definePlugin({
  id: 'draft-runs',
  needs: { apps: Apps, drafts: AppDrafts, pins: AppPins, runs: Runs, nodeTypes: NodeTypes },
  setup({ services, contribute }) {
    contribute(Routes, ...nodeRoutes(services), ...pinRoutes(services));
  },
});
