import { definePlugin } from '../../kernel/index.ts';
import { Database } from '../database/contract.ts';
import { Workspaces } from './contract.ts';
import { WorkspaceStore } from './store.ts';

interface WorkspacesConfig {
  readonly plan: string;
}

export const plugin = definePlugin({
  id: 'workspaces',
  needs: { database: Database },
  provides: [Workspaces],
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        plan: {
          type: 'string',
          minLength: 1,
          default: 'sandbox',
          description: 'Plan of new workspaces; the first one of an installation is unlimited.',
        },
      },
    },
    env: { WEFT_NEW_WORKSPACE_PLAN: 'plan' },
  },
  setup({ services, config, provide }) {
    const { plan } = config as WorkspacesConfig;
    provide(Workspaces, () => new WorkspaceStore(services.database, plan));
  },
});
