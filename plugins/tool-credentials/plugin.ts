import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Database } from '../database/contract.ts';
import { Secrets } from '../secrets/contract.ts';
import { ToolCredentialSources, Tools } from '../tools/contract.ts';
import { toolRoutes } from './routes.ts';
import { createCredentialStore } from './store.ts';
import { createToolProviders } from './tool-providers.ts';

export const plugin = definePlugin({
  id: 'tool-credentials',
  needs: { database: Database, secrets: Secrets, tools: Tools },
  setup({ services, contribute }) {
    const { tools, secrets, database } = services;
    const providers = createToolProviders({ tools, secrets, store: createCredentialStore(database) });
    contribute(ToolCredentialSources, {
      id: 'tool-credentials',
      find: (workspaceId, provider) => providers.find(workspaceId, provider),
    });
    contribute(Routes, ...toolRoutes(providers));
  },
});
