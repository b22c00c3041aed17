import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';
import { echo, startMcpServer } from './mcp-fixture.ts';

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
  await api.call(`DELETE ${one}/authorization`, 204, server);
  await api.call(`PATCH ${one}`, 200, { ...server, body: { url: `http://${deafAddress}/` } });
  await api.call(`POST ${one}/refresh`, 503, server);
  await api.call(`DELETE ${one}`, 204, server);
  await api.call(`GET ${one}`, 404, server);
  await api.call('GET /console/api/mcp/authorize/{token}', 400, { params: { token: 'eA' } });
  await api.call('GET /console/api/mcp/callback', 400, {});
  await api.call('GET /console/api/mcp/client.json', 200, {});
}
