import { json, Public, type Reply, type Route, type RouteRequest, route } from '#http';
import { currentTime, PlatformError } from '#kernel';
import type { Pages } from '#plugins/pages/contract.ts';
import { type AuthorizationRequests, RefusedRequest } from './authorization-requests.ts';
import type { Clients } from './clients.ts';
import { type Grants, SCOPE, type Tokens } from './grants.ts';
import { oauthDocs } from './oauth-docs.ts';
import { authMethods } from './protocol/client-metadata.ts';
import { clientProof, type TokenFields } from './protocol/client-proof.ts';
import { shownRedirect } from './protocol/redirect-uris.ts';
import { invalidRequest, Refusal } from './protocol/refusal.ts';
import { type NamedServer, type ServerPlaces, serverAt } from './server-places.ts';

export interface OAuthParts {
  readonly clients: Clients;
  readonly grants: Grants;
  readonly places: ServerPlaces;
  readonly requests: AuthorizationRequests;
  readonly pages: Pages;
}

const text = { type: 'string' } as const;
const uncached = { 'Cache-Control': 'no-store' };
const SMALL_BODY = 64 * 1024;

/** The authorization server for clients of MCP servers, as clients and browsers call it. */
export function oauthRoutes(parts: OAuthParts): Route[] {
  return [...metadataRoutes(parts), authorizeRoute(parts), ...clientRoutes(parts)];
}

function metadataRoutes({ places }: OAuthParts): Route[] {
  const shared = { method: 'GET', access: Public } as const;
  return [
    route({
      ...shared,
      id: 'mcp-oauth.resource',
      path: '/.well-known/oauth-protected-resource/*',
      summary: 'Get the OAuth metadata of an MCP server',
      docs: oauthDocs.resource,
      handle({ params, origin }) {
        const server = serverAt(`/${params['*'].replace(/^.*?(?=mcp\/(?:apps|workspaces)\/)/, '')}`);
        if (server === null) {
          const message = 'No MCP server has this address: servers are at /mcp/apps/APP and /mcp/workspaces/WORKSPACE.';
          throw new PlatformError('not-found', 'mcp-oauth.no_server', message);
        }
        return json({
          resource: places.address(server, origin),
          authorization_servers: [places.issuer(origin)],
          scopes_supported: [SCOPE],
          bearer_methods_supported: ['header'],
        });
      },
    }),
    route({
      ...shared,
      id: 'mcp-oauth.server',
      path: '/.well-known/oauth-authorization-server',
      summary: 'Get the OAuth metadata of the authorization server for MCP clients',
      docs: oauthDocs.server,
      handle({ origin }) {
        const issuer = places.issuer(origin);
        return json({
          issuer,
          authorization_endpoint: `${issuer}/oauth/authorize`,
          token_endpoint: `${issuer}/oauth/token`,
          registration_endpoint: `${issuer}/oauth/register`,
          revocation_endpoint: `${issuer}/oauth/revoke`,
          scopes_supported: [SCOPE],
          response_types_supported: ['code'],
          response_modes_supported: ['query'],
          grant_types_supported: ['authorization_code', 'refresh_token'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: authMethods,
          revocation_endpoint_auth_methods_supported: authMethods,
          authorization_response_iss_parameter_supported: true,
          client_id_metadata_document_supported: true,
        });
      },
    }),
  ];
}

function authorizeRoute({ requests, pages }: OAuthParts): Route {
  const names = ['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method', 'resource'];
  const fields = [...names, 'state', 'scope'];
  return route({
    id: 'mcp-oauth.authorize',
    method: 'GET',
    path: '/oauth/authorize',
    access: Public,
    summary: 'Consent page: ask a user whether an MCP client may access a server on their behalf',
    docs: oauthDocs.authorize,
    query: { type: 'object', properties: Object.fromEntries(fields.map((name) => [name, text])) },
    async handle({ query, search, address, origin }) {
      const page = (data: unknown, status = 200) =>
        pages.render('mcp-oauth/consent', { title: 'Allow access', language: 'en', isPrivate: true, data, status });
      try {
        checkOnce(search, fields);
        const given = query as Readonly<Record<string, string>>;
        const { client, redirectUri, server, answerTo } = await requests.read(given, { address, origin });
        const { client_id, redirect_uri, code_challenge, state } = given;
        return await page({
          is: 'asked',
          client: {
            name: client.name,
            site: siteOf(client.uri),
            address: client.id.startsWith('https:') ? client.id : null,
          },
          redirect: shownRedirect(redirectUri),
          server: { app_id: server.appId, workspace_id: server.workspaceId },
          request: { client_id, redirect_uri, code_challenge, ...(state !== undefined && { state }) },
          deny_to: answerTo({ error: 'access_denied' }),
        });
      } catch (error) {
        if (!(error instanceof RefusedRequest)) throw error;
        return page({ is: 'refused', message: error.message, return_to: error.returnTo }, 400);
      }
    },
  });
}

function clientRoutes(parts: OAuthParts): Route[] {
  const { clients } = parts;
  const shared = { method: 'POST', access: Public, bodyLimit: SMALL_BODY } as const;
  return [
    route({
      ...shared,
      id: 'mcp-oauth.register',
      path: '/oauth/register',
      bodyType: 'json',
      body: { type: 'object' },
      summary: 'Register an MCP client',
      docs: oauthDocs.register,
      handle: ({ body, address }) =>
        inOAuthWords(async () => {
          const { client, secret } = await clients.register(body as Readonly<Record<string, unknown>>, address);
          const registered = {
            client_id: client.id,
            ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
            client_id_issued_at: Math.floor(currentTime() / 1000),
            client_name: client.name,
            ...(client.uri !== null && { client_uri: client.uri }),
            redirect_uris: client.redirectUris,
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
            token_endpoint_auth_method: client.authMethod,
            scope: SCOPE,
          };
          return json(registered, { status: 201, headers: uncached });
        }),
    }),
    ...tokenRoutes(parts),
  ];
}

function tokenRoutes({ clients, grants, places }: OAuthParts): Route[] {
  const shared = { method: 'POST', access: Public, bodyLimit: SMALL_BODY } as const;
  const form = (...names: readonly string[]) =>
    ({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) }) as const;
  const proof = ['client_id', 'client_secret'];
  return [
    route({
      ...shared,
      id: 'mcp-oauth.token',
      path: '/oauth/token',
      bodyType: 'form',
      body: form('grant_type', 'code', 'code_verifier', 'redirect_uri', 'refresh_token', 'resource', 'scope', ...proof),
      summary: 'Exchange a code or refresh token of an MCP client for tokens',
      docs: oauthDocs.token,
      handle: (request) =>
        inOAuthWords(async () => {
          const tokens = await exchanged(request).catch(async (error: unknown) => {
            if (error instanceof Refusal) await clients.countFailure(request.address);
            throw error;
          });
          await clients.markUsed(tokens.grant.clientId);
          const { access, refresh, expiresIn } = tokens;
          const answer = {
            access_token: access,
            token_type: 'Bearer' as const,
            expires_in: expiresIn,
            refresh_token: refresh,
          };
          return json({ ...answer, scope: SCOPE }, { headers: uncached });
        }),
    }),
    route({
      ...shared,
      id: 'mcp-oauth.revoke',
      path: '/oauth/revoke',
      bodyType: 'form',
      body: form('token', 'token_type_hint', ...proof),
      summary: 'Revoke a token of an MCP client, with its grant',
      docs: oauthDocs.revoke,
      handle: ({ body, headers, address }) =>
        inOAuthWords(async () => {
          const fields = body as TokenFields;
          if (fields.token === undefined) throw invalidRequest('token is missing');
          const proving = clients.prove(clientProof(fields, headers.authorization));
          const clientId = await proving.catch(async (error: unknown) => {
            if (error instanceof Refusal) await clients.countFailure(address);
            throw error;
          });
          await grants.revoke(fields.token, clientId);
          return json({}, { headers: uncached });
        }),
    }),
  ];
  async function exchanged({
    body,
    headers,
    origin,
  }: Pick<RouteRequest, 'body' | 'headers' | 'origin'>): Promise<Tokens> {
    const fields = body as TokenFields;
    const clientId = await clients.prove(clientProof(fields, headers.authorization));
    const asked = { clientId, server: serverOf(fields.resource, origin) };
    if (fields.grant_type === 'authorization_code') {
      if (fields.code === undefined) throw invalidRequest('code is missing');
      const { code_verifier: verifier = '', redirect_uri: redirectUri } = fields;
      return grants.exchange(fields.code, { ...asked, verifier, redirectUri });
    }
    if (fields.grant_type !== 'refresh_token')
      throw new Refusal('unsupported_grant_type', 'grant_type is authorization_code or refresh_token');
    return grants.refresh(fields.refresh_token ?? '', asked);
  }
  function serverOf(resource: string | undefined, origin: string | undefined): NamedServer | null {
    if (resource === undefined) return null;
    const server = places.named(resource, origin);
    if (server === null) throw new Refusal('invalid_target', 'resource is no MCP server of this installation');
    return server;
  }
}

/** Clients know the errors of the RFCs, and no envelope. */
async function inOAuthWords<Value>(answer: () => Promise<Reply<Value>>) {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const body = { error: error.error, error_description: error.message };
    const headers = { ...uncached, ...(error.status === 401 && { 'WWW-Authenticate': 'Basic realm="oauth"' }) };
    return json(body, { status: error.status, headers });
  }
}

/** Which of two values counts, two programs might see differently. */
function checkOnce(search: string, fields: readonly string[]): void {
  const names = [...new URLSearchParams(search).keys()].filter((name) => fields.includes(name));
  if (new Set(names).size !== names.length)
    throw new RefusedRequest('A parameter of the request is there twice.', null);
}

function siteOf(uri: string | null): string | null {
  return uri === null ? null : new URL(uri).host;
}
