import { Authenticators, HttpServer, Routes } from '#http';
import { definePlugin, KernelInfo } from '#kernel';
import { AppChanged, Apps } from '#plugins/apps/contract.ts';
import { Database, GroupCommit, Notifications } from '#plugins/database/contract.ts';
import { AppRuns } from '#plugins/delivery-api/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { HumanInput } from '#plugins/human-input/contract.ts';
import { ManagementCredentials } from '#plugins/management-access/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { codeAuthenticator, keyAuthenticator, memberAuthenticator } from './caller.ts';
import { Cancellations } from './calls/cancellations.ts';
import { RequestStates } from './calls/request-state.ts';
import { ToolCalls } from './calls/tool-calls.ts';
import { settingsRoutes } from './console/settings-routes.ts';
import { exportedTables } from './exported-tables.ts';
import { Handler } from './handler.ts';
import { mcpRoutes } from './mcp-routes.ts';
import { Sessions } from './protocol/sessions.ts';
import { Servers } from './servers.ts';
import { ServerStore } from './store.ts';

/** Apps as servers of the Model Context Protocol. */
export const plugin = definePlugin({
  id: 'mcp-server',
  needs: {
    apps: Apps,
    appRuns: AppRuns,
    credentials: ManagementCredentials,
    database: Database,
    egress: Egress,
    endUsers: EndUsers,
    files: StoredFiles,
    forms: HumanInput,
    groupCommit: GroupCommit,
    info: KernelInfo,
    notifications: Notifications,
    runs: Runs,
    secrets: Secrets,
    server: HttpServer,
    workspaces: Workspaces,
  },
  setup({ services, events, contribute, onReady, onClose }) {
    const { apps, credentials, database, info, notifications, secrets, server } = services;
    const store = new ServerStore(database);
    const servers = new Servers({ ...services, store });
    const cancellations = new Cancellations(notifications);
    const calls = new ToolCalls({ ...services, states: new RequestStates(secrets) });
    const handler = new Handler({
      servers,
      sessions: new Sessions(secrets),
      cancellations,
      calls,
      version: info.version,
    });
    contribute(ExportedTables, ...exportedTables);
    contribute(
      Authenticators,
      codeAuthenticator(servers),
      keyAuthenticator(apps, servers),
      memberAuthenticator(credentials, servers),
    );
    contribute(Routes, ...mcpRoutes({ handler, server }));
    contribute(Routes, ...settingsRoutes({ apps, store, servers, secrets, server }));
    events.on(AppChanged, ({ workspaceId, appId }) => servers.appChanged(workspaceId, appId));
    onReady(() => {
      onClose(servers.listen());
      onClose(cancellations.listen());
    });
  },
});
