import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';
import { pkce, REDIRECT } from './oauth-bench.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when people let clients of MCP use apps in their name', make: (parts) => grantCalls(parts) },
];

const nobody = '00000000-0000-4000-8000-000000000000';

async function grantCalls({ api, platform }: ExampleParts): Promise<void> {
  const { appId } = await platform.importApp(greetingWorkflow());
  const person = await newMember(platform, 'editor', platform.workspaceId);
  const own = { token: person.token, headers: { 'x-workspace-id': platform.workspaceId } };
  const { appId: off } = await platform.importApp(greetingWorkflow());
  const enabled = { method: 'PATCH', body: { enabled: true } };
  await platform.management.request(`/console/api/apps/${appId}/mcp`, enabled);
  await platform.management.request('/console/api/mcp-server', enabled);
  const address = `${platform.url}/mcp/apps/${appId}`;

  await api.call('GET /.well-known/oauth-authorization-server', 200);
  const about = 'GET /.well-known/oauth-protected-resource/{rest}';
  await api.call(about, 200, { params: { rest: `mcp/apps/${appId}` } });
  await api.call(about, 404, { params: { rest: 'mcp/elsewhere' } });
  await api.call('POST /mcp/apps/{app_id}', 401, {
    params: { app_id: appId },
    token: `oat-${'0'.repeat(40)}`,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });

  const register = 'POST /oauth/register';
  await api.call(register, 400, { body: { redirect_uris: ['javascript:alert(1)'] } });
  const registered = await api.call(register, 201, { body: { client_name: 'Example', redirect_uris: [REDIRECT] } });
  const { client_id } = registered.body as { client_id: string };
  const { verifier, challenge } = pkce();
  await askCalls(api, { client_id, code_challenge: challenge, resource: address });

  const offers = 'GET /console/api/account/mcp-offers';
  await api.call(`${offers}/apps/{app_id}`, 200, { ...own, params: { app_id: appId } });
  await api.call(`${offers}/apps/{app_id}`, 404, { ...own, params: { app_id: nobody } });
  await api.call(`${offers}/workspaces/{workspace_id}`, 200, {
    ...own,
    params: { workspace_id: platform.workspaceId },
  });
  await api.call(`${offers}/workspaces/{workspace_id}`, 404, { ...own, params: { workspace_id: nobody } });

  const allow = 'POST /console/api/mcp-grants';
  const body = { app_id: appId, client_id, redirect_uri: REDIRECT, code_challenge: challenge };
  await api.call(allow, 400, { ...own, body: { ...body, client_id: nobody } });
  await api.call(allow, 403, { ...own, body: { ...body, app_id: off } });
  await api.call(allow, 403, { ...own, token: platform.token, body });
  await api.call(allow, 404, { ...own, body: { ...body, app_id: nobody } });
  const allowed = await api.call(allow, 201, { ...own, body });
  const { redirect_to } = allowed.body as { redirect_to: string };
  const code = new URL(redirect_to).searchParams.get('code') ?? '';
  const exchange = { grant_type: 'authorization_code', client_id, code, code_verifier: verifier };
  const given = await form(api, 'token', 200, exchange);
  await form(api, 'token', 401, { ...exchange, client_id: nobody });
  await listCalls(api, own);

  const { refresh_token: token } = given.body as { refresh_token: string };
  await form(api, 'revoke', 200, { token, client_id });
  await form(api, 'revoke', 400, { client_id });
  await form(api, 'revoke', 401, { token, client_id: nobody });
  await form(api, 'token', 400, { grant_type: 'refresh_token', client_id, refresh_token: token });
}

async function askCalls(api: DescribedApi, given: Readonly<Record<string, string>>): Promise<void> {
  const name = 'GET /oauth/authorize';
  const query = { ...given, redirect_uri: REDIRECT, response_type: 'code', code_challenge_method: 'S256' };
  // The first time, pages may have to be built.
  while ((await api.refusal(name, { query })).status === 503) await new Promise((resolve) => setTimeout(resolve, 250));
  await api.call(name, 200, { query });
  await api.call(name, 400, { query: { ...query, client_id: nobody } });
}

async function listCalls(api: DescribedApi, own: { readonly token: string }): Promise<void> {
  const list = await api.call('GET /console/api/account/mcp-grants', 200, own);
  const [{ id = '' } = {}] = (list.body as { data: { id: string }[] }).data;
  const end = 'DELETE /console/api/account/mcp-grants/{grant_id}';
  await api.call(end, 204, { ...own, params: { grant_id: id } });
  await api.call(end, 404, { ...own, params: { grant_id: id } });
}

function form(api: DescribedApi, path: string, status: number, fields: Readonly<Record<string, string>>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return api.call(`POST /oauth/${path}`, status, { headers, text: `${new URLSearchParams(fields)}` });
}
