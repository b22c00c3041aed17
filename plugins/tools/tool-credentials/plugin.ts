import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Vaults } from '#plugins/credentials/contract.ts';
import { SearchSources } from '#plugins/search/contract.ts';
import { ToolCredentialSources, ToolSources, Tools } from '#plugins/tools/contract.ts';
import { toolRoutes } from './routes.ts';
import { toolSearch } from './search-source.ts';
import { createToolProviders } from './tool-providers.ts';

export const plugin = definePlugin({
  id: 'tool-credentials',
  needs: { vaults: Vaults, tools: Tools, sources: ToolSources },
  setup({ services, contribute }) {
    const { tools, sources, vaults } = services;
    const providers = createToolProviders({ tools, sources, vault: vaults.tools });
    contribute(ToolCredentialSources, {
      id: 'tool-credentials',
      find: (workspaceId, provider) => providers.find(workspaceId, provider),
    });
    contribute(SearchSources, toolSearch(tools));
    contribute(Routes, ...toolRoutes(providers));
  },
});
