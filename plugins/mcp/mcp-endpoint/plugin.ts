import { Authenticators, HttpServer, Routes } from '#http';
import { definePlugin, KernelInfo } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Notifications } from '#plugins/database/contract.ts';
import { ManagementCredentials } from '#plugins/management-access/contract.ts';
import { McpCalls } from '#plugins/mcp-calls/contract.ts';
import { McpServers } from '#plugins/mcp-server/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { codeAuthenticator, keyAuthenticator, memberAuthenticator } from './caller.ts';
import { Cancellations } from './cancellations.ts';
import { Handler } from './handler.ts';
import { mcpRoutes } from './mcp-routes.ts';
import { Sessions } from './protocol/sessions.ts';

/** The addresses that clients of the Model Context Protocol call. */
export const plugin = definePlugin({
  id: 'mcp-endpoint',
  needs: {
    apps: Apps,
    calls: McpCalls,
    credentials: ManagementCredentials,
    info: KernelInfo,
    notifications: Notifications,
    secrets: Secrets,
    server: HttpServer,
    servers: McpServers,
  },
  setup({ services, contribute, onReady, onClose }) {
    const { apps, calls, credentials, info, notifications, secrets, server, servers } = services;
    const cancellations = new Cancellations(notifications);
    const sessions = new Sessions(secrets);
    const handler = new Handler({ servers, sessions, cancellations, calls, version: info.version });
    contribute(
      Authenticators,
      codeAuthenticator(servers),
      keyAuthenticator(apps, servers),
      memberAuthenticator(credentials, servers),
    );
    contribute(Routes, ...mcpRoutes({ handler, server }));
    onReady(() => onClose(cancellations.listen()));
  },
});
