import { empty, json, nameOf, type Route, type RouteRequest, route, unixSeconds } from '#http';
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
const noNull = { pattern: '^[^\\u0000]*$', description: 'Any text without the character U+0000.' } as const;
const secret = { type: 'string', maxLength: 8_192, ...noNull } as const;
const settings = {
  name: nameOf(100),
  url: { type: 'string', minLength: 1, maxLength: 4_000, ...noNull, description: 'An http or https address.' },
  headers: { type: 'object', maxProperties: 20, additionalProperties: secret },
  auth: { type: 'string', enum: ['none', 'oauth'] },
  per_user: {
    type: 'boolean',
    description:
      'true: each user authorises the server themselves. false: one authorization is used for the whole workspace.',
  },
  client_id: {
    type: ['string', 'null'],
    maxLength: 2_000,
    ...noNull,
    description: 'OAuth client id. null: a client is registered automatically.',
  },
  client_secret: secret,
  scope: {
    type: 'string',
    maxLength: 2_000,
    pattern: '^[\\x20-\\x7e]*$',
    description: 'OAuth scopes separated by spaces, in ASCII.',
  },
  timeout_seconds: limit,
  read_timeout_seconds: limit,
} as const;
const identifierHelp = 'Up to 63 letters, digits, dots, dashes and underscores, starting with a letter or digit.';
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
      summary: 'Add an MCP server, whose tools apps can then use',
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
      summary: 'Get an MCP server with its tools, pending changes of its tools, and the apps that use it',
      docs: serverDocs.get,
      handle: detail,
    }),
    route({
      ...manage,
      id: 'mcp-client.change',
      method: 'PATCH',
      path: single,
      summary: 'Change an MCP server; omitted fields are kept. A new address removes its headers and authorizations',
      ids: { ...manage.ids, ...clientId },
      audit: { body: names },
      docs: serverDocs.change,
      body: { type: 'object', additionalProperties: false, minProperties: 1, properties: settings },
      handle: async (request) => json(serverItem(await servers.change(named(request), settingsOf(request.body)))),
    }),
    ...toolListRoutes(parts),
  ];
}

/** What a server offers, and what of it is accepted. */
function toolListRoutes(parts: RouteParts): Route[] {
  const { servers } = parts;
  const detail = async (request: OneRequest) =>
    json(detailItem(await servers.detail(named(request), subjectOfCaller(request.principal))));
  return [
    route({
      ...manage,
      id: 'mcp-client.remove',
      method: 'DELETE',
      path: single,
      summary: 'Delete an MCP server; requires confirmation while apps use it',
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
      summary: 'List the tools of an MCP server again; changes must be accepted',
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
      summary: 'Accept the current tools of an MCP server',
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
            description: 'The hash of the changes, as returned with the server: 64 hexadecimal digits.',
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
      summary: 'Test a tool of an MCP server',
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
        return json({ text, json: objects, files: files as readonly object[], variables });
      },
    }),
    route({
      ...manage,
      id: 'mcp-client.authorize',
      method: 'POST',
      path: `${single}/authorize`,
      summary: 'Create a link to authorise an MCP server, for the workspace, or for you if it is authorised per user',
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
          expires_at: unixSeconds(link.expiresAt),
        });
      },
    }),
    route({
      ...manage,
      id: 'mcp-client.disconnect',
      method: 'DELETE',
      path: `${single}/authorization`,
      summary: 'Delete the authorization of an MCP server, for the workspace, for you or for all users',
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
