import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi, DescribedCall } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when apps are set up as MCP servers, and called', make: ({ api, token }) => serverCalls(api, token) },
];

const nobody = '00000000-0000-4000-8000-000000000000';

const started = { jsonrpc: '2.0', method: 'notifications/initialized' };

async function serverCalls(api: DescribedApi, token: string): Promise<void> {
  const call = (name: string, status: number, more: DescribedCall = {}) => api.call(name, status, { token, ...more });
  const ofApp = '/console/api/apps/{app_id}/mcp';
  const body = { yaml: greetingWorkflow(), publish: true, key_name: 'test' };
  const made = await call('POST /console/api/apps/import', 201, { body });
  const { app, api_key: key } = made.body as { app: { id: string }; api_key: string };
  const params = { app_id: app.id };
  await call(`GET ${ofApp}`, 200, { params });
  await call(`GET ${ofApp}`, 404, { params: { app_id: nobody } });
  await call(`PATCH ${ofApp}`, 400, { params, body: { name: 'no name' } });
  await call(`PATCH ${ofApp}`, 200, { params, body: { enabled: true, name: 'greet_1' } });
  const second = await call('POST /console/api/apps/import', 201, { body });
  const other = { app_id: (second.body as { app: { id: string } }).app.id };
  await call(`PATCH ${ofApp}`, 409, { params: other, body: { name: 'GREET_1' } });
  const renewed = await call(`POST ${ofApp}/code`, 201, { params });
  const { code } = renewed.body as { code: string };
  await call('GET /console/api/mcp-server', 200);
  await call('PATCH /console/api/mcp-server', 200, { body: { enabled: true } });
  await call('PATCH /console/api/mcp-server', 400, { body: {} });
  await call('POST /console/api/mcp-server/code', 201);
  await call('DELETE /console/api/mcp-server/code', 204);
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  await api.call('POST /mcp/server/{code}/mcp', 200, { params: { code }, body: list });
  await api.call('POST /mcp/server/{code}/mcp', 202, {
    params: { code },
    body: { jsonrpc: '2.0', method: 'notifications/initialized' },
  });
  await api.call('POST /mcp/server/{code}/mcp', 400, {
    params: { code },
    body: { jsonrpc: '2.0', id: 1, method: 'server/discover' },
  });
  await api.call('POST /mcp/apps/{app_id}', 200, { params, token: key, body: list });
  await api.call('POST /mcp/apps/{app_id}', 202, { params, token: key, body: started });
  const mine = (await call('GET /console/api/mcp-server', 200)).body as { url: string };
  const member = { token, params: { workspace_id: mine.url.split('/').at(-1) ?? '' } };
  await api.call('POST /mcp/workspaces/{workspace_id}', 200, { ...member, body: list });
  await api.call('POST /mcp/workspaces/{workspace_id}', 202, { ...member, body: started });
  await api.call('POST /mcp/apps/{app_id}', 404, { params: other, token: key, body: list });
  await call(`DELETE ${ofApp}/code`, 204, { params });
  await api.call('POST /mcp/server/{code}/mcp', 401, { params: { code }, body: list });
  await call(`PATCH ${ofApp}`, 200, { params, body: { enabled: false } });
  await api.call('POST /mcp/apps/{app_id}', 403, { params, token: key, body: list });
}
