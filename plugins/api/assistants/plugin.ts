import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { assistantRoute } from './assistant-route.ts';

export const plugin = definePlugin({
  id: 'assistants',
  needs: { apps: Apps, members: Members, workspaces: Workspaces },
  setup({ services, contribute }) {
    contribute(Routes, assistantRoute(services));
  },
});
