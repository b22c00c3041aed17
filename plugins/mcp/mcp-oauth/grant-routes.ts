import { empty, json, type Route, route, unixSeconds } from '#http';
import { PlatformError } from '#kernel';
import { AccountAccess, type AccountCaller } from '#plugins/accounts/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { McpServers, ServerPlace } from '#plugins/mcp-server/contract.ts';
import { type Members, mayRole } from '#plugins/members/contract.ts';
import { type AuthorizationRequests, RefusedRequest } from './authorization-requests.ts';
import type { Clients } from './clients.ts';
import { grantDocs } from './grant-docs.ts';
import type { Grant } from './grant-store.ts';
import { type Grants, SCOPE } from './grants.ts';
import { shownRedirect } from './protocol/redirect-uris.ts';
import type { ServerPlaces } from './server-places.ts';

export interface GrantRouteParts {
  readonly clients: Clients;
  readonly grants: Grants;
  readonly members: Members;
  readonly places: ServerPlaces;
  readonly requests: AuthorizationRequests;
  readonly servers: McpServers;
}

const own = { access: AccountAccess, permission: 'account.manage' } as const;
const uuid = { type: 'string', format: 'uuid' } as const;
const given = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const;
const ROOT = '/console/api/account/mcp-grants';
const OFFERS = '/console/api/account/mcp-offers';

/** What people have allowed clients, and the consent itself. */
export function grantRoutes(parts: GrantRouteParts): Route[] {
  const { grants, servers } = parts;
  return [
    route({
      ...own,
      id: 'mcp-oauth.list',
      method: 'GET',
      path: ROOT,
      summary: 'List the access you have granted to MCP clients',
      docs: grantDocs.list,
      async handle({ principal }) {
        const all = await grants.list(principal.account.id);
        return json({ data: await Promise.all(all.map((grant) => grantItem(servers, grant))) });
      },
    }),
    route({
      ...own,
      id: 'mcp-oauth.end',
      method: 'DELETE',
      path: `${ROOT}/:grant_id`,
      params: { type: 'object', properties: { grant_id: uuid } },
      ids: { 'params.grant_id': 'mcpGrant' },
      summary: 'Revoke the access of an MCP client immediately',
      audit: 'path',
      docs: grantDocs.revoke,
      async handle({ principal, params }) {
        if ((await grants.endOf(principal.account.id, params.grant_id)) !== null) return empty();
        throw new PlatformError('not-found', 'mcp-oauth.no_grant', 'You have allowed no client that (any more).');
      },
    }),
    ...offerRoutes(parts),
    allowRoute(parts),
  ];
}

function offerRoutes({ members, servers }: GrantRouteParts): Route[] {
  const noCommand = 'the page that asks a person shows it';
  return [
    route({
      ...own,
      id: 'mcp-oauth.offer-app',
      method: 'GET',
      path: `${OFFERS}/apps/:app_id`,
      params: { type: 'object', properties: { app_id: uuid } },
      summary: 'Preview the access an MCP client would get to an app on your behalf',
      noCommand,
      docs: grantDocs.offer,
      async handle({ principal, params }) {
        const appId = params.app_id.toLowerCase();
        for (const { workspaceId, role } of await members.workspacesOf(principal.account.id)) {
          if (!mayRole(role, SCOPE) || (await servers.app(workspaceId, appId)) === null) continue;
          return json(await offered(servers, { workspaceId, appId }, principal));
        }
        throw noServer();
      },
    }),
    route({
      ...own,
      id: 'mcp-oauth.offer-workspace',
      method: 'GET',
      path: `${OFFERS}/workspaces/:workspace_id`,
      params: { type: 'object', properties: { workspace_id: uuid } },
      summary: 'Preview the access an MCP client would get to all apps of a workspace on your behalf',
      noCommand,
      docs: grantDocs.offer,
      async handle({ principal, params }) {
        const workspaceId = params.workspace_id.toLowerCase();
        const membership = await members.find(workspaceId, principal.account.id);
        if (membership === null || !mayRole(membership.role, SCOPE)) throw noServer();
        return json(await offered(servers, { workspaceId, appId: null }, principal));
      },
    }),
  ];
}

/** In the workspace of the app, so that its log has it, and only who may use the app is let in. */
function allowRoute({ clients, grants, places, requests, servers }: GrantRouteParts): Route {
  return route({
    access: ManagementAccess,
    permission: SCOPE,
    id: 'mcp-oauth.allow',
    method: 'POST',
    path: '/console/api/mcp-grants',
    summary: 'Grant an MCP client access to an app, or to all of the workspace, on your behalf',
    noCommand: 'a person reads the page that asks',
    ids: { 'body.client_id': { nothing: 'a client, which belongs to no workspace' } },
    audit: { body: ['app_id', 'client_id'], answer: ['id', 'client_name'] },
    docs: grantDocs.allow,
    body: {
      type: 'object',
      required: ['client_id', 'redirect_uri', 'code_challenge'],
      additionalProperties: false,
      properties: {
        app_id: { ...uuid, description: 'Omit to grant access to all apps of the workspace whose MCP server is on.' },
        client_id: given(500),
        redirect_uri: given(1_000),
        code_challenge: given(43),
        state: { type: 'string', maxLength: 4_000 },
      },
    },
    async handle({ principal, body, address, origin }) {
      const { workspaceId, accountId, sessionId } = principal;
      if (accountId === null || sessionId === null) throw notInPerson();
      const place = { workspaceId, appId: body.app_id?.toLowerCase() ?? null };
      if (!(await isOpen(servers, place))) throw switchedOff();
      const { app_id: _, ...fields } = body;
      const resource = places.address(place, origin);
      const asked = { ...fields, response_type: 'code', code_challenge_method: 'S256', resource };
      const { client, redirectUri, challenge, answerTo } = await requests
        .read(asked, { address, origin })
        .catch((error: unknown) => {
          if (!(error instanceof RefusedRequest)) throw error;
          throw new PlatformError('invalid', 'mcp-oauth.invalid_request', error.message);
        });
      const { grantId, code } = await grants.issue({
        ...place,
        accountId,
        clientId: client.id,
        clientName: client.name,
        redirectUri,
        challenge,
      });
      await clients.markUsed(client.id);
      const answer = { id: grantId, client_name: client.name, redirect_to: answerTo({ code }) };
      return json(answer, { status: 201, headers: { 'Cache-Control': 'no-store' } });
    },
  });
}

/** Throws `mcp-oauth.no_server` for an app that is not there. */
async function isOpen(servers: McpServers, { workspaceId, appId }: ServerPlace): Promise<boolean> {
  if (appId === null) return servers.isEnabled(workspaceId);
  const served = await servers.app(workspaceId, appId);
  if (served === null) throw noServer();
  return served.settings.isEnabled;
}

async function offered(servers: McpServers, place: ServerPlace, { account }: AccountCaller) {
  const { workspaceId, appId } = place;
  const [served, isEnabled, tools] = await Promise.all([
    appId === null ? null : servers.app(workspaceId, appId),
    isOpen(servers, place),
    servers.tools(place),
  ]);
  return {
    workspace_id: workspaceId,
    app: served === null ? null : { id: served.app.id, name: served.app.name },
    enabled: isEnabled,
    tools: tools.map(({ name, definition }) => ({ name, title: definition.title })),
    account: { email: account.email, name: account.name },
  };
}

async function grantItem(servers: McpServers, grant: Grant) {
  const { workspaceId, appId } = grant;
  const served = appId === null ? null : await servers.app(workspaceId, appId);
  return {
    id: grant.id,
    client_name: grant.clientName,
    client_id: grant.clientId,
    redirect: shownRedirect(grant.redirectUri).shown,
    workspace_id: workspaceId,
    // An app that was deleted has no name any more; the grant ends when it is used, or is over.
    app: appId === null ? null : { id: appId, name: served?.app.name ?? '' },
    created_at: unixSeconds(grant.createdAt),
    last_used_at: unixSeconds(grant.usedAt),
  };
}

function noServer(): PlatformError {
  const message = 'You may use no such app: ask who sent you here, or sign in with another account.';
  return new PlatformError('not-found', 'mcp-oauth.no_server', message);
}

function notInPerson(): PlatformError {
  const message = 'Only a person who is signed in may allow a client something: a key may not.';
  return new PlatformError('forbidden', 'mcp-oauth.in_person', message);
}

function switchedOff(): PlatformError {
  const message = 'It is no MCP server: an editor switches it on in the console, or with `weft mcp set`.';
  return new PlatformError('forbidden', 'mcp-oauth.switched_off', message);
}
