import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';
import { startAuthorizationServer } from './authorization-server.ts';
import { echo, type McpFixture, startMcpServer } from './mcp-fixture.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when apps use tools of MCP servers', make: serverCalls },
];

const all = '/console/api/mcp-servers';
const one = `${all}/{id}`;

async function serverCalls({ api, token }: ExampleParts): Promise<void> {
  await using fixture = await startMcpServer();
  const body = { identifier: 'described', name: 'Described', url: fixture.url };
  const made = await api.call(`POST ${all}`, 201, { token, body });
  await api.call(`POST ${all}`, 409, { token, body });
  await api.call(`POST ${all}`, 400, { token, body: { ...body, url: 'file:///x' } });
  await api.call(`GET ${all}`, 200, { token });
  const server = { token, params: { id: (made.body as { id: string }).id } };
  await api.call(`GET ${one}`, 200, server);
  await api.call(`PATCH ${one}`, 200, { ...server, body: { name: 'Other' } });
  await api.call(`POST ${one}/call`, 200, { ...server, body: { tool: 'echo', arguments: { text: 'Hi' } } });
  await api.call(`POST ${one}/call`, 400, { ...server, body: { tool: 'none' } });
  fixture.tools = [{ ...echo, description: 'Other' }];
  const refreshed = await api.call(`POST ${one}/refresh`, 200, server);
  const changes = { changes_hash: (refreshed.body as { changes_hash: string }).changes_hash };
  await api.call(`POST ${one}/accept`, 200, { ...server, body: changes });
  await api.call(`POST ${one}/accept`, 409, { ...server, body: changes });
  await api.call(`POST ${one}/authorize`, 400, server);
  await authorized(api, token, fixture);
  await api.call(`DELETE ${one}/authorization`, 204, server);
  await api.call(`PATCH ${one}`, 200, { ...server, body: { url: `http://${deafAddress}/` } });
  await api.call(`POST ${one}/refresh`, 503, server);
  await api.call(`DELETE ${one}`, 204, server);
  await api.call(`GET ${one}`, 404, server);
  await api.call('GET /console/api/mcp/authorize/{token}', 400, { params: { token: 'eA' } });
  await api.call('GET /console/api/mcp/callback', 400, {});
  await api.call('GET /console/api/mcp/client.json', 200, {});
}

/** A server that a person authorises, by the link that they get. */
async function authorized(api: DescribedApi, token: string, fixture: McpFixture): Promise<void> {
  await using issuer = await startAuthorizationServer(fixture);
  const settings = { identifier: 'guarded', url: fixture.url, auth: 'oauth' };
  const made = await api.call(`POST ${all}`, 201, { token, body: settings });
  const guarded = { token, params: { id: (made.body as { id: string }).id } };
  await api.call(`POST ${one}/refresh`, 400, guarded);
  const link = await api.call(`POST ${one}/authorize`, 200, guarded);
  const page = { params: { token: (link.body as { url: string }).url.split('/').at(-1) ?? '' } };
  await api.call('GET /console/api/mcp/authorize/{token}', 200, page);
  const begun = await api.call('POST /console/api/mcp/authorize/{token}', 303, page);
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const query = Object.fromEntries(issuer.allow(begun.headers.get('location') ?? '').searchParams);
  await api.call('GET /console/api/mcp/callback', 200, { query, headers: { cookie } });
  fixture.instead = null;
}
