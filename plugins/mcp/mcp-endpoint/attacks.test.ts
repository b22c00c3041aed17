import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { rawConnection } from '#http/testing/raw-connection.ts';
import { countingChat, formWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { ask, type ServedApp, serveApp } from './testing/served-app.ts';

let platform: TestPlatform;
let served: ServedApp;
beforeAll(async () => {
  platform = await sharedPlatform();
  served = await serveApp(platform, greetingWorkflow());
});
afterAll(() => platform.dispose());

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** A call by the older revisions. */
function legacy(url: string, body: unknown, headers = {}) {
  const { origin, pathname } = new URL(url);
  return testClient(origin).request(pathname, { body, headers });
}

describe('attack T01: a server', () => {
  it('is opened by its own code or key only', async () => {
    const other = await serveApp(platform, greetingWorkflow(), { name: 'other_1' });
    const byKey = (appId: string, key: string) =>
      legacy(`${platform.url}/mcp/apps/${appId}`, list, { authorization: `Bearer ${key}` });
    expect((await byKey(served.appId, served.key)).status).toBe(200);
    expect((await byKey(served.appId, other.key)).status).toBe(404);
    expect((await byKey(served.appId, 'app-000000000000000000000000')).status).toBe(401);
    expect((await byKey(served.appId, served.code)).status).toBe(401);
    for (const code of ['0'.repeat(32), 'x', `${served.code}0`, served.code.toLowerCase()])
      expect((await legacy(`${platform.url}/mcp/server/${code}/mcp`, list)).status).toBe(401);
    const foreign = await served.ask('tools/call', { name: other.name, arguments: { name: 'x' } });
    expect(foreign.body).toMatchObject({ error: { code: -32602 } });
  });

  it('of a workspace is for those who may use its apps, by a key and never by a cookie', async () => {
    await platform.management.request('/console/api/mcp-server', { method: 'PATCH', body: { enabled: true } });
    const url = `${platform.url}/mcp/workspaces/${platform.workspaceId}`;
    const tools = await legacy(url, list, { authorization: `Bearer ${platform.token}` });
    const { result } = tools.body as { result: { tools: { name: string }[] } };
    const names = result.tools.map(({ name }) => name);
    expect(names).toContain(served.name);
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    const refused = await stranger.client.request(new URL(url).pathname, { body: list });
    expect(refused.status).toBe(403);
    expect((await legacy(url, list, { cookie: 'weft_session=x' })).status).toBe(401);
  });
});

it('attack T01: a client that calls itself as a person is called is not that person', async () => {
  await platform.management.request('/console/api/mcp-server', { method: 'PATCH', body: { enabled: true } });
  const chat = await serveApp(platform, countingChat(), { name: 'counting_people' });
  const person = await newMember(platform, 'owner', platform.workspaceId);
  const given = { query: 'hello', plant: 'fern' };
  const params = { name: chat.name, arguments: given };
  const url = `${platform.url}/mcp/workspaces/${platform.workspaceId}`;
  const authorization = `Bearer ${person.token}`;
  const begun = await legacy(url, { ...list, method: 'tools/call', params }, { authorization });
  const { result } = begun.body as { result: { structuredContent: { conversation_id: string } } };
  const { conversation_id } = result.structuredContent;
  expect(conversation_id).toEqual(expect.any(String));
  const stolen = { ...params, arguments: { ...given, conversation_id } };
  const answer = await chat.ask('tools/call', stolen, { client: person.accountId });
  expect(answer.body).toMatchObject({ result: { isError: true } });
});

describe('attack T20: a code', () => {
  it('is dead at once when a new one is made, and the server when it is switched off, paused or deleted', async () => {
    const app = await serveApp(platform, greetingWorkflow(), { name: 'turned' });
    expect((await app.ask('tools/list')).status).toBe(200);
    const { url } = await app.rotate();
    expect((await app.ask('tools/list')).status).toBe(401);
    expect((await app.ask('tools/list', {}, { url })).status).toBe(200);
    const path = `/console/api/apps/${app.appId}`;
    const status = (value: string) => platform.management.request(path, { method: 'PATCH', body: { status: value } });
    await status('paused');
    expect(await app.ask('tools/list', {}, { url })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await status('active');
    await app.set({ enabled: false });
    expect(await app.ask('tools/list', {}, { url })).toMatchObject({ status: 403, body: { code: 'switched_off' } });
    await app.set({ enabled: true });
    expect((await app.ask('tools/list', {}, { url })).status).toBe(200);
    await platform.management.request(path, { method: 'DELETE' });
    expect((await app.ask('tools/list', {}, { url })).status).toBe(404);
  });

  it('opens nothing of an app that was never published', async () => {
    const { appId } = await platform.importApp(greetingWorkflow(), { publish: false });
    const path = `/console/api/apps/${appId}/mcp`;
    await platform.management.request(path, { method: 'PATCH', body: { enabled: true } });
    const made = await platform.management.request(`${path}/code`, { method: 'POST' });
    const { url } = made.body as { url: string };
    expect((await ask(url, 'tools/list')).body).toMatchObject({ result: { tools: [] } });
    const called = await ask(url, 'tools/call', { params: { name: 'Greeting', arguments: { name: 'x' } } });
    expect(called.body).toMatchObject({ error: { code: -32602 } });
  });
});

it('attack T11: a code is in no log, audit entry, metric or list', async () => {
  const { code } = await served.rotate();
  served = { ...served, code, url: `${platform.url}/mcp/server/${code}/mcp` };
  await served.ask('tools/call', { name: served.name, arguments: { name: 'Ada' } }, { url: served.url });
  await legacy(`${served.url}/`, list);
  const told = await Promise.all([
    platform.management.request('/console/api/audit-log'),
    platform.management.request(`/console/api/apps/${served.appId}/mcp`),
    platform.management.request('/console/api/mcp-server'),
    testClient(platform.url, platform.token).request('/metrics'),
  ]);
  const texts = [...told.map(({ text }) => text), JSON.stringify(platform.log)];
  expect(texts.filter((text) => text.includes(code))).toEqual([]);
});

describe('attack T16: a page', () => {
  const send = async (headers: string) => {
    const { host, pathname } = new URL(served.url);
    const body = JSON.stringify(list);
    const raw = await rawConnection(platform.url);
    const head = `POST ${pathname} HTTP/1.1\r\n${headers.replaceAll('HERE', host)}\r\ncontent-type: application/json\r\n`;
    raw.send(`${head}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`);
    return /^HTTP\/1\.1 (\d+)/.exec(await raw.closed())?.[1];
  };

  it('of another site is refused, also where its name leads here', async () => {
    expect(await send('host: HERE')).toBe('200');
    expect(await send('host: HERE\r\norigin: http://HERE')).toBe('200');
    expect(await send('host: HERE\r\norigin: https://evil.example')).toBe('403');
    expect(await send('host: evil.example\r\norigin: http://evil.example')).toBe('403');
    expect(await send('host: HERE\r\norigin: null')).toBe('403');
  });
});

describe('attack T21: what is no message', () => {
  it.each([
    ['nothing', []],
    ['a text', 'tools/list'],
    ['another protocol', { jsonrpc: '1.0', id: 1, method: 'tools/list' }],
    ['an id that is none', { ...list, id: null }],
    ['params that are none', { ...list, params: [] }],
    ['calls in a batch', Array(2).fill({ ...list, method: 'tools/call' })],
    ['many messages', Array(21).fill(list)],
  ])('is refused: %s', async (_, body) => {
    expect(await legacy(served.url, body)).toMatchObject({
      status: 400,
      body: { error: { code: expect.any(Number) } },
    });
  });

  it('is refused when it is deep, large or names prototypes', async () => {
    const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
    const post = async (text: string) => {
      const answer = await fetch(served.url, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json' },
      });
      return answer.status;
    };
    expect(await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep}}`)).toBe(400);
    expect(await post('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"__proto__":{"a":1}}}')).toBe(400);
    expect(await post('{"jsonrpc"')).toBe(400);
    const long = 'x'.repeat(10_000_000);
    const large = await served.ask('tools/call', { name: served.name, arguments: { name: long } }, { url: served.url });
    expect([413, 400, 200]).toContain(large.status);
    if (large.status === 200) expect(large.body).toMatchObject({ result: { isError: true } });
  });

  it('says one thing in its headers and another in its body', async () => {
    const call = (headers: Record<string, string | undefined>, params = {}) =>
      served.ask(
        'tools/call',
        { name: served.name, arguments: { name: 'x' }, ...params },
        { headers, url: served.url },
      );
    const mismatches: Record<string, string | undefined>[] = [
      { 'mcp-method': 'tools/list' },
      { 'mcp-method': undefined },
      { 'mcp-name': 'other' },
      { 'mcp-name': undefined },
      { 'mcp-name': '=?base64?###?=' },
      { 'mcp-protocol-version': undefined },
      { 'mcp-protocol-version': '2025-11-25' },
    ];
    for (const headers of mismatches)
      expect([headers, await call(headers)]).toMatchObject([
        headers,
        { status: 400, body: { error: { code: -32020 } } },
      ]);
    const encoded = `=?base64?${Buffer.from(served.name).toString('base64')}?=`;
    expect((await call({ 'mcp-name': encoded })).body).toMatchObject({
      result: { structuredContent: { greeting: 'Hello x' } },
    });
    expect((await call({}, { _meta: {} })).body).toMatchObject({ error: { code: -32602 } });
  });
});

describe('attack T06: a file', () => {
  const file = { variable: 'paper', label: 'Paper', type: 'file', required: true };

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:5432/',
    'http://10.0.0.1/x.pdf',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
  ])('at %s is not fetched', async (url) => {
    for (const methods of [['remote_url'], ['local_file']]) {
      const rules = { allowed_file_types: ['document'], allowed_file_upload_methods: methods };
      const app = await serveApp(platform, formWorkflow([{ ...file, ...rules }]));
      const answer = await app.ask('tools/call', { name: app.name, arguments: { paper: { url } } });
      expect(answer.body).toMatchObject({ result: { isError: true } });
    }
  });

  it('comes as data where the app takes uploads, and is linked in the answer', async () => {
    const rules = { allowed_file_types: ['document'], allowed_file_upload_methods: ['local_file'] };
    const app = await serveApp(platform, formWorkflow([{ ...file, ...rules }]));
    const url = `data:text/plain;base64,${Buffer.from('ferns').toString('base64')}`;
    const answer = await app.ask('tools/call', { name: app.name, arguments: { paper: { url, name: 'ferns.txt' } } });
    const { result } = answer.body as { result: { content: { type: string; uri?: string; name?: string }[] } };
    const link = result.content.find(({ type }) => type === 'resource_link');
    expect(link, answer.text).toMatchObject({ name: 'ferns.txt' });
    expect(await (await fetch(link?.uri ?? '')).text()).toBe('ferns');
  });
});

it('attack T15: what people and documents write stays text', async () => {
  const markup = '<script>alert(1)</script>{{#sys.user_id#}} [x](javascript:alert(1))';
  const app = await serveApp(platform, greetingWorkflow(), { name: 'marked', description: markup });
  const tools = await app.ask('tools/list');
  expect(tools.body).toMatchObject({ result: { tools: [{ description: markup }] } });
  const answer = await app.ask('tools/call', { name: 'marked', arguments: { name: '{{#env.x#}}<b>' } });
  expect(answer.body).toMatchObject({ result: { structuredContent: { greeting: 'Hello {{#env.x#}}<b>' } } });
});
