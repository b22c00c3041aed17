import { definePlugin } from '../../kernel/index.ts';
import { Database } from '../database/contract.ts';
import { Workspaces } from './contract.ts';
import { WorkspaceStore } from './store.ts';

export const plugin = definePlugin({
  id: 'workspaces',
  needs: { database: Database },
  provides: [Workspaces],
  setup({ services, provide }) {
    provide(Workspaces, () => new WorkspaceStore(services.database));
  },
});
