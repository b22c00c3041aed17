import { empty, json, nameOf, type Route, type RouteRequest, route } from '#http';
import { PlatformError } from '#kernel';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { AuthorizationStore } from './authorization-store.ts';
import { type Calls, calleeOf } from './calls.ts';
import type { ServerName, ServerSettings } from './contract.ts';
import { invalidServer, noServer } from './failures.ts';
import type { KnownServers } from './known-servers.ts';
import type { Links } from './links.ts';
import { checkedArguments } from './parameters.ts';
import { detailItem, serverDocs, serverItem } from './server-items.ts';
import { IDENTIFIER } from './server-settings.ts';
import type { ServersService } from './servers-service.ts';
import { subjectFor, subjectOfCaller } from './subjects.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const params = { type: 'object', properties: { id: uuid } } as const;
const limit = { type: 'integer', minimum: 1, maximum: 600 } as const;
const noNull = { pattern: '^[^\\u0000]*$', description: 'Any text without U+0000.' } as const;
const secret = { type: 'string', maxLength: 8_192, ...noNull } as const;
const settings = {
  name: nameOf(100),
  url: { type: 'string', minLength: 1, maxLength: 4_000, ...noNull, description: 'An http or https address.' },
  headers: { type: 'object', maxProperties: 20, additionalProperties: secret },
  auth: { type: 'string', enum: ['none', 'oauth'] },
  per_user: { type: 'boolean', description: 'Each user authorises the server; else somebody does for the workspace.' },
  client_id: { type: ['string', 'null'], maxLength: 2_000, ...noNull, description: 'null: one is registered.' },
  client_secret: secret,
  scope: {
    type: 'string',
    maxLength: 2_000,
    pattern: '^[\\x20-\\x7e]*$',
    description: 'Scopes, in ASCII, with blanks between.',
  },
  timeout_seconds: limit,
  read_timeout_seconds: limit,
} as const;
const identifierHelp = 'Up to 63 letters, digits, dots, dashes and underscores, beginning with a letter or digit.';
const clientId = { 'body.client_id': { nothing: 'the name of a client at an authorization server' } } as const;
const names = ['name', 'auth', 'per_user', 'client_id', 'scope', 'timeout_seconds', 'read_timeout_seconds'];
const use = { access: ManagementAccess, permission: 'apps.edit' } as const;
const manage = {
  access: ManagementAccess,
  permission: 'plugins.install',
  params,
  ids: { 'params.id': 'mcpServer' },
} as const;
const all = '/console/api/mcp-servers';
const single = `${all}/:id`;

export interface RouteParts {
  readonly servers: ServersService;
  readonly known: KnownServers;
  readonly calls: Calls;
  readonly links: Links;
  readonly authorizations: AuthorizationStore;
}

/** MCP servers of a workspace. */
export function serverRoutes(parts: RouteParts): Route[] {
  const { servers } = parts;
  const detail = async (request: OneRequest) =>
    json(detailItem(await servers.detail(named(request), subjectOfCaller(request.principal))));
  return [
    route({
      ...use,
      id: 'mcp-client.list',
      method: 'GET',
      path: all,
      summary: 'List the MCP servers of the workspace',
      docs: serverDocs.list,
      handle: async ({ principal }) => json({ data: (await servers.list(principal.workspaceId)).map(serverItem) }),
    }),
    route({
      access: ManagementAccess,
      permission: 'plugins.install',
      id: 'mcp-client.add',
      method: 'POST',
      path: all,
      summary: 'Add an MCP server, whose tools apps can use then',
      ids: clientId,
      audit: { body: ['identifier', ...names], answer: ['id'] },
      docs: serverDocs.add,
      body: {
        type: 'object',
        required: ['identifier', 'url'],
        additionalProperties: false,
        properties: { identifier: { type: 'string', pattern: IDENTIFIER, description: identifierHelp }, ...settings },
      },
      async handle({ principal, body }) {
        const { identifier, url } = body;
        const added = await servers.add(principal.workspaceId, { ...settingsOf(body), identifier, url });
        return json(serverItem(added), { status: 201 });
      },
    }),
    route({
      ...use,
      params,
      ids: { 'params.id': 'mcpServer' },
      id: 'mcp-client.get',
      method: 'GET',
      path: single,
      summary: 'Show an MCP server with its tools, what changed of them, and the apps that use it',
      docs: serverDocs.get,
      handle: detail,
    }),
    route({
      ...manage,
      id: 'mcp-client.change',
      method: 'PATCH',
      path: single,
      summary: 'Change an MCP server; what is absent stays. Another address forgets headers and authorisations',
      ids: { ...manage.ids, ...clientId },
      audit: { body: names },
      docs: serverDocs.change,
      body: { type: 'object', additionalProperties: false, minProperties: 1, properties: settings },
      handle: async (request) => json(serverItem(await servers.change(named(request), settingsOf(request.body)))),
    }),
    route({
      ...manage,
      id: 'mcp-client.remove',
      method: 'DELETE',
      path: single,
      summary: 'Remove an MCP server; one that apps use only when that is confirmed',
      audit: 'path',
      docs: serverDocs.remove,
      query: { type: 'object', properties: { confirm: { type: 'boolean', default: false } } },
      async handle(request) {
        await servers.remove(named(request), { isConfirmed: request.query.confirm });
        return empty();
      },
    }),
    route({
      ...manage,
      id: 'mcp-client.refresh',
      method: 'POST',
      path: `${single}/refresh`,
      summary: 'Ask an MCP server for its tools; what changed waits to be accepted',
      audit: 'path',
      docs: serverDocs.refresh,
      async handle(request) {
        await servers.refresh(named(request), subjectOfCaller(request.principal));
        return detail(request);
      },
    }),
    route({
      ...manage,
      id: 'mcp-client.accept',
      method: 'POST',
      path: `${single}/accept`,
      summary: 'Accept the tools that an MCP server offers now',
      audit: { body: ['changes_hash'] },
      docs: serverDocs.accept,
      body: {
        type: 'object',
        required: ['changes_hash'],
        additionalProperties: false,
        properties: {
          changes_hash: {
            type: 'string',
            pattern: '^[0-9a-f]{64}$',
            description: 'As the server shows it: 64 hexadecimal digits.',
          },
        },
      },
      async handle(request) {
        await servers.accept(named(request), request.body.changes_hash);
        return detail(request);
      },
    }),
    ...useRoutes(parts),
  ];
}

/** Trying tools, and authorising servers. */
function useRoutes({ servers, known, calls, links, authorizations }: RouteParts): Route[] {
  return [
    route({
      ...manage,
      id: 'mcp-client.call',
      method: 'POST',
      path: `${single}/call`,
      summary: 'Call a tool of an MCP server, to try it',
      audit: { body: ['tool'] },
      docs: serverDocs.call,
      body: {
        type: 'object',
        required: ['tool'],
        additionalProperties: false,
        properties: {
          tool: { type: 'string', minLength: 1, maxLength: 200 },
          arguments: { type: 'object', additionalProperties: true, default: {} },
        },
      },
      async handle(request) {
        const server = await servers.get(named(request));
        const tool = (await known.tools(server)).find(({ name }) => name === request.body.tool);
        if (tool === undefined) {
          const message = `The server has no tool ${JSON.stringify(request.body.tool)} that was accepted: look at its tools, or refresh it.`;
          throw new PlatformError('invalid', 'mcp-client.unknown_tool', message, { field: 'tool' });
        }
        const given = checkedArguments(tool.inputSchema, request.body.arguments as Readonly<Record<string, unknown>>);
        const subject = subjectOfCaller(request.principal);
        const result = await calls.call(calleeOf(server), tool, {
          arguments: given,
          run: null,
          subject,
          signal: request.signal,
        });
        const { text = '', json: objects = [], files = [], variables = {} } = result;
        return json({ text, json: objects, files, variables });
      },
    }),
    route({
      ...manage,
      id: 'mcp-client.authorize',
      method: 'POST',
      path: `${single}/authorize`,
      summary: 'Make a link that authorises an MCP server, for the workspace, or for you where it acts for each user',
      audit: 'path',
      docs: serverDocs.authorize,
      async handle(request) {
        const server = await servers.get(named(request));
        if (server.auth !== 'oauth') {
          const message = 'The server is not set to be authorised: set its auth to oauth.';
          throw new PlatformError('invalid', 'mcp-client.no_oauth', message);
        }
        await links.check(server);
        const link = links.make(server, subjectFor(server, subjectOfCaller(request.principal)));
        return json({
          url: link.url,
          redirect_url: links.callbackUrl(),
          expires_at: Math.floor(link.expiresAt / 1000),
        });
      },
    }),
    route({
      ...manage,
      id: 'mcp-client.disconnect',
      method: 'DELETE',
      path: `${single}/authorization`,
      summary: 'Forget how an MCP server was authorised, for the workspace or you; or by everybody',
      audit: 'path',
      docs: serverDocs.disconnect,
      query: { type: 'object', properties: { everybody: { type: 'boolean', default: false } } },
      async handle(request) {
        const server = await servers.get(named(request));
        const subject = subjectFor(server, subjectOfCaller(request.principal));
        await authorizations.remove(server.workspaceId, server.id, request.query.everybody ? undefined : subject);
        return empty();
      },
    }),
  ];
}

type OneRequest = RouteRequest<ManagementCaller, unknown, unknown, 'id'>;

function named({ principal, params: { id } }: OneRequest): ServerName {
  if (id === '') throw noServer();
  return { workspaceId: principal.workspaceId, id };
}

interface GivenSettings {
  readonly name?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: 'none' | 'oauth';
  readonly per_user?: boolean;
  readonly client_id?: string | null;
  readonly client_secret?: string;
  readonly scope?: string;
  readonly timeout_seconds?: number;
  readonly read_timeout_seconds?: number;
}

function settingsOf(body: GivenSettings): ServerSettings {
  const { name, url, headers, auth, per_user: isPerUser, scope } = body;
  const { client_id: id, client_secret: clientSecret, timeout_seconds: timeout, read_timeout_seconds: read } = body;
  if (clientSecret !== undefined && (id ?? '') === '')
    throw invalidServer('A client secret needs the client id that it belongs to.', 'client_secret');
  const client = id === null || id === '' ? null : { id: id ?? '', ...(clientSecret && { secret: clientSecret }) };
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(headers !== undefined && { headers }),
    ...(auth !== undefined && { auth }),
    ...(isPerUser !== undefined && { isPerUser }),
    ...(id !== undefined && { client }),
    ...(scope !== undefined && { scope }),
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
    ...(read !== undefined && { readTimeoutSeconds: read }),
  };
}
