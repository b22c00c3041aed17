import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { AppDrafts, Apps } from '../apps/contract.ts';
import { Runs } from '../runs/contract.ts';
import { nodeRoutes } from './node-routes.ts';

export const plugin = definePlugin({
  id: 'draft-runs',
  needs: { apps: Apps, drafts: AppDrafts, runs: Runs },
  setup({ services, contribute }) {
    contribute(Routes, ...nodeRoutes(services));
  },
});
