import { DocumentLinters, HostCalls } from '#engine';
import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { SearchSources } from '#plugins/search/contract.ts';
import { SealedColumns, Secrets } from '#plugins/secrets/contract.ts';
import { ToolSources } from '#plugins/tools/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { AuthorizationStore } from './authorization-store.ts';
import { Authorizations } from './authorizations.ts';
import { Calls } from './calls.ts';
import { Connections } from './connections.ts';
import { type McpServer, McpServers } from './contract.ts';
import { serverLinter } from './document-linter.ts';
import { Grants } from './grants.ts';
import { KnownServers } from './known-servers.ts';
import { linkRoutes } from './link-routes.ts';
import { Links } from './links.ts';
import { exportedTable, SealedServers, sealedColumns } from './sealed-servers.ts';
import { mcpSearch } from './search-source.ts';
import { serverRoutes } from './server-routes.ts';
import { ServersService } from './servers-service.ts';
import { ServerStore } from './store.ts';
import { McpToolSource } from './tool-source.ts';

export const plugin = definePlugin({
  id: 'mcp-client',
  needs: {
    database: Database,
    secrets: Secrets,
    egress: Egress,
    apps: Apps,
    runs: Runs,
    workspaces: Workspaces,
    http: HttpServer,
    hostCalls: HostCalls,
  },
  setup({ services, logger, provide, contribute, onClose }) {
    const { database, secrets, egress, apps, runs, workspaces, http, hostCalls } = services;
    const store = new ServerStore(database);
    const authorizationStore = new AuthorizationStore(database);
    const sealed = new SealedServers(secrets);
    const known = new KnownServers({ store, sealed, logger });
    const connections = new Connections({ egress });
    const links: Links = new Links({
      sealed,
      http,
      workspaces,
      authorizations: () => authorizations,
      find: (name) => servers.get(name),
      // The first who may ask it does; what it says is kept with it, and tools that were accepted stay.
      authorized: async (server, subject) => {
        if (server.toolsHash === null) await servers.refresh(server, subject).catch(() => {});
      },
    });
    const link = (server: McpServer, subject: string) => links.make(server, subject).url;
    const grants = new Grants({ store: authorizationStore, sealed, egress, link });
    const authorizations: Authorizations = new Authorizations({
      store: authorizationStore,
      sealed,
      secrets,
      egress,
      grants,
      callbackUrl: () => links.callbackUrl(),
      metadataUrl: () => links.metadataUrl(),
      saveClient: async ({ workspaceId, id }, client) => {
        const column = client === null ? null : sealed.seal(workspaceId, 'client', client);
        await store.change(workspaceId, id, { sealed_client: column });
        await known.changed(workspaceId);
      },
    });
    const calls = new Calls({ connections, grants, runs, hostCalls });
    const servers = new ServersService({
      store,
      authorizations: authorizationStore,
      known,
      sealed,
      calls,
      egress,
      apps,
      forget: ({ id }) => connections.forget(id),
    });
    provide(McpServers, () => servers);
    contribute(SearchSources, mcpSearch(store));
    contribute(ToolSources, new McpToolSource(known, calls));
    contribute(DocumentLinters, serverLinter(known));
    contribute(PersonalData, authorizationStore);
    contribute(ExportedTables, exportedTable);
    contribute(SealedColumns, ...sealedColumns);
    const parts = { servers, known, calls, links, authorizations: authorizationStore };
    contribute(Routes, ...serverRoutes(parts), ...linkRoutes(links));
    onClose(async () => {
      known.close();
      await connections.close();
    });
  },
});
