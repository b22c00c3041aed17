import { HostCalls } from '#engine';
import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { ContentThreads } from '#plugins/content-threads/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { Files } from '#plugins/files/contract.ts';
import { SearchSources } from '#plugins/search/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { ToolSources, ToolUsers } from '#plugins/tools/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { authorizationRoutes } from './authorization-routes.ts';
import { Authorizations } from './authorizations.ts';
import { ApiCaller } from './call/api-caller.ts';
import { Tokens } from './call/tokens.ts';
import { AUTHORIZATION_PURPOSE, CREDENTIALS_PURPOSE, TOKEN_PURPOSE } from './provider.ts';
import { providerRoutes } from './provider-routes.ts';
import { ProvidersService } from './providers-service.ts';
import { apiSearch } from './search-source.ts';
import { ApiToolStore } from './store.ts';
import { apiToolSource } from './tool-source.ts';

export const plugin = definePlugin({
  id: 'tool-openapi',
  needs: {
    database: Database,
    egress: Egress,
    secrets: Secrets,
    files: Files,
    threads: ContentThreads,
    server: HttpServer,
    users: ToolUsers,
    hostCalls: HostCalls,
  },
  setup({ services, contribute }) {
    const { database, egress, secrets, files, threads, server, users, hostCalls } = services;
    const store = new ApiToolStore(database);
    const tokens = new Tokens({ store, secrets, egress });
    const caller = new ApiCaller({ secrets, tokens, egress });
    const providers = new ProvidersService({ threads, egress, secrets, store, users });
    const redirectUrl = () => `${server.publicUrl('console')}/console/api/custom-tools/callback`;
    const authorizations = new Authorizations({ store, secrets, egress, caller, tokens, redirectUrl });
    contribute(ToolSources, apiToolSource({ store, caller, files, hostCalls }));
    contribute(Routes, ...providerRoutes({ providers, caller }), ...authorizationRoutes({ authorizations, server }));
    contribute(SearchSources, ...apiSearch(store));
    contribute(
      SealedColumns,
      sealedColumn('api_tool_providers.sealed_credentials', CREDENTIALS_PURPOSE),
      sealedColumn('api_tool_providers.sealed_token', TOKEN_PURPOSE),
      sealedColumn('api_tool_authorizations.sealed', AUTHORIZATION_PURPOSE),
    );
    const kept = ['id', 'name', 'description', 'document', 'source_url', 'server_url', 'server', 'authentication'];
    contribute(
      ExportedTables,
      { id: 'api_tool_providers', key: ['id'], columns: [...kept, 'created_at', 'updated_at'] },
      { id: 'api_tools', key: ['provider_id', 'key'], columns: ['provider_id', 'key', 'position', 'name', 'enabled'] },
    );
  },
});
