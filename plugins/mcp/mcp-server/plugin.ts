import { NodeTypes } from '#engine';
import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { AppChanged, Apps } from '#plugins/apps/contract.ts';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { settingsRoutes } from './console/settings-routes.ts';
import { McpCredentials, McpServerSwitchedOff, McpServers } from './contract.ts';
import { exportedTables } from './exported-tables.ts';
import { Servers } from './servers.ts';
import type { ServerPlace } from './settings.ts';
import { ServerStore } from './store.ts';

/** Apps as servers of the Model Context Protocol: what is set, and their tools. */
export const plugin = definePlugin({
  id: 'mcp-server',
  needs: {
    apps: Apps,
    credentials: McpCredentials,
    database: Database,
    notifications: Notifications,
    secrets: Secrets,
    server: HttpServer,
    types: NodeTypes,
    workspaces: Workspaces,
  },
  provides: [McpServers],
  setup({ services, events, provide, contribute, onReady, onClose }) {
    const { apps, database, secrets, server, types } = services;
    const store = new ServerStore(database);
    const servers = new Servers({ ...services, store });
    provide(McpServers, () => servers);
    contribute(ExportedTables, ...exportedTables);
    const switchedOff = (place: ServerPlace) => events.emit(McpServerSwitchedOff, place);
    contribute(Routes, ...settingsRoutes({ apps, store, servers, secrets, server, types, switchedOff }));
    events.on(AppChanged, ({ workspaceId, appId }) => servers.appChanged(workspaceId, appId));
    onReady(() => onClose(servers.listen()));
  },
});
