import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Apps } from '../apps/contract.ts';
import { Members } from '../members/contract.ts';
import { Workspaces } from '../workspaces/contract.ts';
import { assistantRoute } from './assistant-route.ts';

export const plugin = definePlugin({
  id: 'assistants',
  needs: { apps: Apps, members: Members, workspaces: Workspaces },
  setup({ services, contribute }) {
    contribute(Routes, assistantRoute(services));
  },
});
