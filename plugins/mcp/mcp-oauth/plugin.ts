import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { AccountActivity, Sessions } from '#plugins/accounts/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { McpCredentials, McpServerSwitchedOff, McpServers } from '#plugins/mcp-server/contract.ts';
import { MemberJoined, Members } from '#plugins/members/contract.ts';
import { Pages } from '#plugins/pages/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { AuthorizationRequests } from './authorization-requests.ts';
import { ClientDocuments } from './client-documents.ts';
import { ClientStore } from './client-store.ts';
import { Clients } from './clients.ts';
import { grantCredential } from './credential.ts';
import { exportedTables } from './exported-tables.ts';
import { grantRoutes } from './grant-routes.ts';
import { GrantStore } from './grant-store.ts';
import { Grants } from './grants.ts';
import { startMaintenance } from './maintenance.ts';
import { oauthRoutes } from './oauth-routes.ts';
import { ServerPlaces } from './server-places.ts';

/** The authorization server for clients of MCP: people let them use apps in their name. */
export const plugin = definePlugin({
  id: 'mcp-oauth',
  needs: {
    database: Database,
    egress: Egress,
    members: Members,
    pages: Pages,
    secrets: Secrets,
    server: HttpServer,
    servers: McpServers,
    sessions: Sessions,
  },
  setup({ services, logger, events, contribute, onReady, onClose }) {
    const { database, egress, members, pages, secrets, server, servers, sessions } = services;
    const clientStore = new ClientStore(database);
    const grantStore = new GrantStore(database);
    const documents = new ClientDocuments(egress);
    const clients = new Clients({ store: clientStore, documents, secrets, sessions });
    const grants = new Grants({ store: grantStore, members, secrets });
    const places = new ServerPlaces(server);
    const requests = new AuthorizationRequests(clients, places);
    contribute(McpCredentials, grantCredential({ grants, places, servers }));
    contribute(ExportedTables, ...exportedTables);
    contribute(Routes, ...oauthRoutes({ clients, grants, places, requests, pages }));
    contribute(Routes, ...grantRoutes({ clients, grants, members, places, requests, servers }));
    const failed = (error: unknown) => logger.warn({ err: error }, 'grants were not ended; their next use ends them');
    events.on(McpServerSwitchedOff, (place) => void grants.endAt(place).catch(failed));
    events.on(MemberJoined, (membership) => void grants.endBefore(membership).catch(failed));
    // As personal keys do.
    events.on(AccountActivity, ({ what, account }) => {
      if (what === 'password-reset') void grants.endOfAccount(account.id).catch(failed);
    });
    onReady(() => onClose(startMaintenance({ grants, grantStore, clientStore, logger })));
  },
});
