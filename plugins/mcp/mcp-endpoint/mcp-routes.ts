import { runBodyLimit } from '#engine';
import { type HttpServer, type Route, type RouteRequest, route } from '#http';
import { callerOf, McpCodeAccess, McpKeyAccess, McpMemberAccess } from './caller.ts';
import type { Handler } from './handler.ts';
import { mcpDocs } from './mcp-docs.ts';
import { checkOrigin } from './origins.ts';

interface Parts {
  readonly handler: Handler;
  readonly server: HttpServer;
}

/** What is no id is of no server: callers are known by the whole path. */
const id = { type: 'string', minLength: 1 } as const;

/** The addresses that clients of the protocol call. GET and DELETE are 405: there are no streams of the server's own. */
export function mcpRoutes({ handler, server }: Parts): Route[] {
  const shared = { method: 'POST', bodyType: 'json', bodyLimit: runBodyLimit } as const;
  const guard = ({ headers }: Pick<RouteRequest, 'headers'>) => checkOrigin(server, headers);
  return [
    route({
      ...shared,
      id: 'mcp-endpoint.call-by-code',
      path: '/mcp/server/:code/mcp',
      access: McpCodeAccess,
      isPathSecret: true,
      summary: 'Call the MCP server with this code',
      docs: mcpDocs.code,
      guard,
      handle: (request) => handler.answer(callerOf(request.principal), request),
    }),
    route({
      ...shared,
      id: 'mcp-endpoint.call-by-key',
      path: '/mcp/apps/:app_id',
      access: McpKeyAccess,
      params: { type: 'object', properties: { app_id: id } },
      summary: 'Call the MCP server of an app, with an app key',
      docs: mcpDocs.key,
      guard,
      handle: (request) => handler.answer(callerOf(request.principal), request),
    }),
    route({
      ...shared,
      id: 'mcp-endpoint.call-as-member',
      path: '/mcp/workspaces/:workspace_id',
      access: McpMemberAccess,
      permission: 'apps.use',
      params: { type: 'object', properties: { workspace_id: id } },
      summary: 'Call all apps of a workspace whose MCP server is on, with a personal key',
      docs: mcpDocs.member,
      guard,
      handle: (request) => handler.answer(callerOf(request.principal), request),
    }),
  ];
}
