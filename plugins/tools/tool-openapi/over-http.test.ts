import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { HostCalls } from '#engine';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type LocalServer, type SeenRequest, startServer } from '#plugins/egress/testing/local-server.ts';
import { callTool } from '#plugins/tools/contract.ts';
import { openapi30, swagger2 } from './testing/petstore.ts';

let platform: TestPlatform;
let api: LocalServer;
/** What the next request of a path gets. */
const answers = new Map<
  string,
  (request: SeenRequest) => { status?: number; headers?: Record<string, string>; body?: string | Buffer }
>();

beforeAll(async () => {
  platform = await sharedPlatform();
  api = await startServer((request, response) => {
    const path = request.url.split('?')[0] ?? '';
    const { status = 200, headers = {}, body = '{"ok":true}' } = answers.get(path)?.(request) ?? {};
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
});
afterAll(() => api[Symbol.asyncDispose]());

type Item = Readonly<Record<string, never>> & { readonly id: string; readonly [name: string]: unknown };

async function ask(method: string, path = '', body?: unknown, status = 200): Promise<Item> {
  const request = { method, ...(body !== undefined && { body }) };
  const answer = await platform.management.request(`/console/api/custom-tools${path}`, request);
  expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
  return answer.body as Item;
}

const host = () => `127.0.0.1:${api.port}`;
const petstore = () => JSON.stringify(swagger2(host()));
let count = 0;
/** A provider over the pet store, with a name of its own. */
async function add(more: object = {}): Promise<Item> {
  count += 1;
  return ask('POST', '', { document: petstore(), name: `Pets ${count}`, ...more }, 201);
}

/** Calls a tool as a node of a run does. */
function call(provider: string, name: string, given: object, more: object = {}) {
  const caller = { runId: 'r', workspaceId: platform.workspaceId, appId: 'a', signal: new AbortController().signal };
  const calls = platform.kernel.contributions(HostCalls);
  const host = async <Output>(id: string, input: unknown) => (await calls.get(id)?.call(input, caller)) as Output;
  const variables = { get: () => undefined, type: () => undefined, isAssignable: () => false, names: () => [] };
  const reference = { kind: 'api', provider, name, plugin: '', ...more };
  return callTool({ call: host, variables }, reference, { arguments: given as Record<string, unknown> });
}

const lastSeen = () => api.seen.at(-1) as SeenRequest;
const apiKey = { type: 'api_key', in: 'header', name: 'api_key' };

it('a document is shown before anything is stored or called', async () => {
  const before = api.seen.length;
  const preview = await ask('POST', '/preview', { document: openapi30 });
  expect(preview).toMatchObject({
    title: 'Orders',
    servers: [{ index: 0 }, { index: 1, problem: expect.stringContaining('relative') }],
  });
  expect(preview.operations).toHaveLength(4);
  expect(api.seen.length).toBe(before);
  answers.set('/spec.json', () => ({
    body: JSON.stringify({ openapi: '3.1.0', info: {}, paths: { '/a': { get: {} } } }),
  }));
  expect(await ask('POST', '/preview', { url: `${api.url}/spec.json` })).toMatchObject({ servers: [{ url: api.url }] });
  expect((await ask('GET')).data).toEqual([]);
});

it('operations become tools that are listed, tried, and called by name or id', async () => {
  const made = await add({ operations: ['addPet', 'getPetById'] });
  expect(made).toMatchObject({ server_url: `http://${host()}/v2`, configured: true, tools: 2, operations: 5 });
  const listed = await platform.management.request('/console/api/tools');
  const mine = (listed.body as { data: Item[] }).data.find(({ id }) => id === made.id);
  expect(mine).toMatchObject({ kind: 'api', label: made.name, tools: [{ name: 'addPet' }, { name: 'getPetById' }] });

  answers.set('/v2/pet/7', () => ({ body: '{"id":7,"name":"Rex"}' }));
  const tried = await ask('POST', `/${made.id}/tools/getPetById/test`, { arguments: { petId: '7' } });
  expect(tried).toMatchObject({ status: 200, json: { id: 7 }, media_type: 'application/json' });
  const result = await call(made.id, 'getPetById', { petId: 7 });
  expect(result).toMatchObject({ text: '{"id":7,"name":"Rex"}', json: [{ id: 7, name: 'Rex' }] });
  // A document of another installation has an id that is none here, and the name.
  const foreign = await call(
    crypto.randomUUID(),
    'getPetById',
    { petId: 7 },
    { providerName: String(made.name).toUpperCase() },
  );
  expect(foreign.text).toBe(result.text);
  await call(made.id, 'addPet', { name: 'Rex', photoUrls: [], category: { id: 1 } });
  expect(lastSeen().body.toString()).toBe('{"category":{"id":1},"name":"Rex","photoUrls":[]}');
  await expect(call(made.id, 'findPetsByStatus', {})).rejects.toMatchObject({ code: 'tools.not_installed' });
});

it('a node of an app calls them', async () => {
  const made = await add();
  answers.set('/v2/pet/3', () => ({ body: '[{"id":3}]' }));
  const tool = { provider_type: 'api', provider_id: made.id, provider_name: made.name, tool_name: 'getPetById' };
  const nodes = [
    node('s', 'start', { variables: [] }),
    node('get', 'tool', { ...tool, tool_parameters: { petId: { type: 'constant', value: 3 } } }),
    node('e', 'end', { outputs: [{ variable: 'pet', value_selector: ['get', 'json'] }] }),
  ];
  const document = appDocument({ mode: 'workflow', name: 'Pets', nodes, edges: chain('s', 'get', 'e') });
  const { key, appId } = await platform.importApp(document);
  const answer = await platform.post(key, '/v1/workflows/run', { inputs: {}, response_mode: 'blocking', user: 'u' });
  expect(answer.body).toMatchObject({ data: { outputs: { pet: [{ id: 3 }] } } });
  const apps = await ask('GET', `/${made.id}/apps`);
  expect(apps.data).toMatchObject([{ id: appId }]);
  const refused = await ask('DELETE', `/${made.id}`, undefined, 409);
  expect(refused).toMatchObject({ code: 'in_use', message: expect.stringContaining('confirm=true') });
  await ask('DELETE', `/${made.id}?confirm=true`, undefined, 204);
  await ask('GET', `/${made.id}`, undefined, 404);
});

it('a file of an answer is kept for the run, and a refusal says what the API said without the key', async () => {
  const made = await add({ authentication: apiKey, credentials: { key: 'canary-key-1' } });
  answers.set('/v2/pet/9', () => ({
    headers: { 'content-type': 'image/png' },
    body: Buffer.from([137, 80, 78, 71, 0]),
  }));
  const tried = await ask('POST', `/${made.id}/tools/getPetById/test`, { arguments: { petId: 9 } });
  expect(tried.file).toEqual({ filename: '9.png', media_type: 'image/png', size: 5 });
  answers.set('/v2/pet/8', ({ headers }) => ({ status: 403, body: `no: ${headers.api_key}` }));
  await expect(call(made.id, 'getPetById', { petId: 8 })).rejects.toMatchObject({
    code: 'tool-openapi.call_failed',
    message: expect.stringMatching(/answered 403: no: \*\*\* Check its credentials/),
  });
  answers.set('/v2/pet/10', () => ({ body: `"${'x'.repeat(2_000_000)}"` }));
  await expect(call(made.id, 'getPetById', { petId: 10 })).rejects.toMatchObject({
    code: 'tool-openapi.answer_too_large',
  });
});

it('imported anew, tools keep their names, new ones wait to be chosen, and gone ones go', async () => {
  const made = await add({ operations: ['getPetById', 'addPet'] });
  const { paths, ...rest } = swagger2(host());
  const moved = { '/v3/pet': { post: { operationId: 'addPet' } }, '/news': { get: {} } };
  const again = await ask('PATCH', `/${made.id}`, { document: JSON.stringify({ ...rest, paths: moved }) });
  const tools = again.tool_list as unknown as { name: string; enabled: boolean; path: string }[];
  expect(tools.map(({ name, enabled, path }) => [name, enabled, path])).toEqual([
    ['addPet', true, '/v3/pet'],
    ['get_news', false, '/news'],
  ]);
  expect((await ask('PATCH', `/${made.id}`, { operations: ['get_news'], name: 'News' })).tools).toBe(1);
  expect(Object.keys(paths)).not.toContain('/news');
});

describe('attack T11: credentials', () => {
  it('are never shown, and go nowhere else by an edited document, server or authentication', async () => {
    const made = await add({ authentication: apiKey, credentials: { key: 'canary-key-2' } });
    const elsewhere = JSON.stringify(swagger2('127.0.0.1:9'));
    const login = { type: 'oauth2_client_credentials', token_url: 'http://127.0.0.1:9/token' };
    const edits = [
      { document: elsewhere },
      { server: { url: 'http://127.0.0.1:9' } },
      { authentication: { type: 'bearer' } },
      { authentication: login },
    ];
    for (const edit of edits)
      expect(await ask('PATCH', `/${made.id}`, edit, 409)).toMatchObject({ code: 'credentials_needed' });
    expect(await ask('GET', `/${made.id}`)).toMatchObject({ server_url: `http://${host()}/v2`, has_credentials: true });
    const moved = await ask('PATCH', `/${made.id}`, { document: elsewhere, credentials: null });
    expect(moved).toMatchObject({ has_credentials: false, configured: false });
    await expect(call(made.id, 'getPetById', { petId: 1 })).rejects.toMatchObject({
      code: 'tool-openapi.not_configured',
    });
    const reads = { title: 'Reads', provider_type: 'api', provider_id: made.id, tool_name: 'getPetById' };
    const nodes = [node('s', 'start'), node('reads', 'tool', reads), node('e', 'end')];
    const yaml = appDocument({ mode: 'workflow', name: 'Pets', nodes, edges: chain('s', 'reads', 'e') });
    const plan = await platform.management.request('/console/api/apps/import/plan', { method: 'POST', body: { yaml } });
    expect(plan.body).toMatchObject({
      is_complete: false,
      tools: [{ missing: expect.stringContaining('no credentials') }],
    });
    const shown = await Promise.all(
      ['', `/${made.id}`, `/${made.id}/document`].map((path) =>
        platform.management.request(`/console/api/custom-tools${path}`),
      ),
    );
    expect(shown.map(({ text }) => text).join()).not.toContain('canary');
  });

  it('do not follow a redirect, or an operation with a server of its own, to another origin', async () => {
    const other = await startServer((_, response) => response.end('{}'));
    onTestFinished(() => other[Symbol.asyncDispose]());
    answers.set('/v2/pet/5', () => ({ status: 302, headers: { location: `${other.url}/taken` } }));
    const made = await add({ authentication: apiKey, credentials: { key: 'canary-key-3' } });
    await call(made.id, 'getPetById', { petId: 5 });
    const own = {
      openapi: '3.0.0',
      servers: [{ url: api.url }],
      paths: { '/a': { get: { operationId: 'a', servers: [{ url: other.url }] } } },
    };
    const second = await add({
      document: JSON.stringify(own),
      authentication: apiKey,
      credentials: { key: 'canary-key-3' },
    });
    await call(second.id, 'a', {});
    const typedIn = await add({ document: JSON.stringify(own), name: 'typed in', server: { url: api.url } });
    await call(typedIn.id, 'a', {});
    expect(other.seen.map(({ url }) => url)).toEqual(['/taken', '/a']);
    expect(JSON.stringify(other.seen)).not.toContain('canary');
  });
});

describe('attack T06: addresses inside', () => {
  it.each([
    ['a document of the cloud', { url: 'http://169.254.169.254/latest' }, 400],
    ['a file', { url: 'file:///etc/passwd' }, 400],
    ['a server of a network', { document: petstoreOf('10.0.0.1') }, 403],
    ['a server of the cloud', { document: petstoreOf('[::ffff:169.254.169.254]') }, 403],
    ['a server as one number', { document: petstoreOf('2852039166') }, 403],
  ])('are refused, and nothing is stored: %s', async (_, body, status) => {
    const before = ((await ask('GET')).data as unknown as unknown[]).length;
    await ask('POST', '', { name: 'inside', ...body }, status);
    expect((await ask('GET')).data).toHaveLength(before);
  });

  it('of token endpoints too', async () => {
    const authentication = { type: 'oauth2_client_credentials', token_url: 'http://10.0.0.1/token' };
    await ask('POST', '', { document: petstore(), name: 'inside', authentication }, 403);
  });
});

function petstoreOf(address: string): string {
  return JSON.stringify(swagger2(address));
}

const bearer = { type: 'bearer' };
it.each([
  [{ document: undefined }, 'invalid_document'],
  [{ url: 'https://a.example' }, 'invalid_document'],
  [{ document: '{"openapi":"3.0.0"' }, 'invalid_document'],
  [{ document: '<html>' }, 'invalid_document'],
  [{ server: { index: 1 } }, 'invalid_server'],
  [{ server: { index: 7 } }, 'invalid_server'],
  [{ server: { variables: { region: 'x' } } }, 'invalid_server'],
  [{ server: { url: 'ftp://a.example' } }, 'invalid_server'],
  [{ server: { url: 'https://u:p@a.example' } }, 'invalid_server'],
  [{ operations: ['none'] }, 'unknown_operation'],
  [{ authentication: { type: 'api_key', in: 'header', name: 'Host' } }, 'invalid_authentication'],
  [{ authentication: { type: 'api_key', in: 'header', name: 'X\r\nY' } }, 'invalid_authentication'],
  [{ authentication: { ...bearer, token_url: 'https://a.example' } }, 'invalid_authentication'],
  [{ authentication: bearer, credentials: { token: 'a\r\nb: c' } }, 'invalid_credentials'],
  [{ authentication: bearer, credentials: {} }, 'invalid_credentials'],
  [{ authentication: bearer, credentials: { key: 'k' } }, 'invalid_credentials'],
  [{ workspace_id: 'w' }, 'invalid_param'],
])('a document with %j is refused', async (body, code) => {
  expect(await ask('POST', '', { document: openapi30, ...body }, 400)).toMatchObject({ code });
});

it('a name is taken once', async () => {
  await add({ name: 'Once' });
  expect(await ask('POST', '', { document: petstore(), name: 'ONCE' }, 409)).toMatchObject({ code: 'name_taken' });
});
