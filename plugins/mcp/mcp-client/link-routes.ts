import { json, languageOf, Public, type Route, route } from '#http';
import type { Links } from './links.ts';
import { serverDocs } from './server-items.ts';

const noCommand = 'browsers open it';
const token = { 'params.token': { nothing: 'a sealed link, which names nobody who could not be asked' } } as const;
const given = { type: 'string', maxLength: 4_000 } as const;

/** Where people allow a workspace, or an app that acts for them, to use a server with their account there. */
export function linkRoutes(links: Links): Route[] {
  return [
    route({
      id: 'mcp-client.link',
      method: 'GET',
      path: '/console/api/mcp/authorize/:token',
      access: Public,
      summary: 'Show what an authorization link grants to an MCP server',
      docs: serverDocs.linkPage,
      ids: token,
      noCommand,
      handle: ({ params, headers }) => links.page(params.token, languageOf(headers['accept-language'])),
    }),
    route({
      id: 'mcp-client.use-link',
      method: 'POST',
      path: '/console/api/mcp/authorize/:token',
      access: Public,
      summary: 'Start the authorization of an MCP server: redirects to its authorization server',
      docs: serverDocs.linkUse,
      ids: token,
      audit: 'path',
      noCommand,
      // A form without fields: what it may do, its link says.
      bodyType: 'form',
      bodyPresence: 'optional',
      body: { type: 'object', properties: {} },
      handle: ({ params }) => links.use(params.token),
    }),
    route({
      id: 'mcp-client.callback',
      method: 'GET',
      path: '/console/api/mcp/callback',
      access: Public,
      summary: 'OAuth callback page of MCP servers',
      docs: serverDocs.callback,
      noCommand,
      query: { type: 'object', properties: { state: given, code: given, iss: given, error: given } },
      handle: ({ query, headers }) =>
        links.finish(query, { cookies: headers.cookie, language: languageOf(headers['accept-language']) }),
    }),
    route({
      id: 'mcp-client.client',
      method: 'GET',
      path: '/console/api/mcp/client.json',
      access: Public,
      summary: 'Get the OAuth client metadata of this installation, for authorization servers of MCP servers',
      docs: serverDocs.client,
      noCommand,
      handle: () => json(links.clientDocument()),
    }),
  ];
}
