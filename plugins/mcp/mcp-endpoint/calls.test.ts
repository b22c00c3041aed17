import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { countingChat, formWorkflow, speakingWorkflow, textInput } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { askNode, document, endNode, startNode } from '#plugins/human-input/testing/documents.ts';
import { modernMeta, type ServedApp, serveApp } from './testing/served-app.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const approval = () =>
  document('workflow', { start: startNode, ask: askNode(), yes: endNode({ note: ['ask', 'note'] }), no: endNode({}) }, [
    ['start', 'ask'],
    ['ask', 'yes', 'ok'],
    ['ask', 'no', 'no'],
  ]);
const asks = { capabilities: { elicitation: { form: {} } } };

interface Required {
  readonly result: {
    readonly resultType: string;
    readonly requestState: string;
    readonly inputRequests: Record<string, unknown>;
  };
}

describe('a call that needs a person', () => {
  const call = (app: ServedApp, more: object = {}, options: object = asks) =>
    app.ask('tools/call', { name: app.name, arguments: { order: 'ferns' }, ...more }, options);
  const says = (note: string, action = 'ok') => ({
    inputResponses: { ask: { action: 'accept', content: { note, action } } },
  });

  it('asks them through the client, and goes on with what they say, once', async () => {
    const app = await serveApp(platform, approval(), { name: 'approve' });
    const first = (await call(app)).body as Required;
    expect(first.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { ask: { method: 'elicitation/create', params: { message: 'Approve ferns?' } } },
    });
    const { requestState } = first.result;
    const unfit = (await call(app, { requestState, ...says('x', 'maybe') })).body as Required;
    expect(unfit.result.resultType).toBe('input_required');
    const done = await call(app, { requestState, ...says('fine') });
    expect(done.body).toMatchObject({ result: { resultType: 'complete', structuredContent: { note: 'fine' } } });
    const replayed = await call(app, { requestState, ...says('again') });
    expect(replayed.body).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('answered once') }] },
    });
  });

  it('attack T01: gives its state to nobody else, for no other call, and unchanged', async () => {
    const app = await serveApp(platform, approval(), { name: 'approve_2' });
    const other = await serveApp(platform, approval(), { name: 'approve_3' });
    const { requestState } = ((await call(app)).body as Required).result;
    const refused = { error: { code: -32602 } };
    const answer = { requestState, ...says('x') };
    const middle = Math.floor(requestState.length / 2);
    const changed = `${requestState.slice(0, middle)}${requestState[middle] === 'A' ? 'B' : 'A'}${requestState.slice(middle + 1)}`;
    expect((await call(other, answer)).body).toMatchObject(refused);
    expect((await call(app, answer, { ...asks, client: 'other' })).body).toMatchObject(refused);
    expect((await call(app, { ...answer, arguments: { order: 'roses' } })).body).toMatchObject(refused);
    expect((await call(app, { ...answer, requestState: changed })).body).toMatchObject(refused);
    expect((await call(app, answer)).body).toMatchObject({ result: { structuredContent: { note: 'x' } } });
  });

  it('names the run where the client asks nobody, and tells later what came of it', async () => {
    const app = await serveApp(platform, approval(), { name: 'approve_4' });
    const waiting = await call(app, {}, {});
    const [, runId = ''] = /run_id "([^"]+)"/.exec(waiting.text.replaceAll('\\"', '"')) ?? [];
    expect(waiting.body).toMatchObject({ result: { isError: true } });
    const forms = await platform.management.request(`/console/api/forms?app_id=${app.appId}`);
    const { data } = forms.body as { data: { id: string }[] };
    const body = { action: 'ok', inputs: { note: 'by hand' } };
    await platform.management.request(`/console/api/forms/${data[0]?.id}/answer`, { body });
    const look = (client: string) => call(app, { arguments: { run_id: runId } }, { client });
    expect((await look('test')).body).toMatchObject({ result: { structuredContent: { note: 'by hand' } } });
    expect((await look('stranger')).body).toMatchObject({ result: { isError: true } });
  });
});

describe('a call under way', () => {
  const runs = async (app: ServedApp) => {
    const { body } = await platform.management.request(`/console/api/runs?app_id=${app.appId}`);
    return (body as { data: { status: string }[] }).data.map(({ status }) => status);
  };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const message = (app: ServedApp, id: number, meta: object) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: app.name, arguments: {}, _meta: { progressToken: 'p', ...meta } },
    });

  it('stops with its stream, in the newer revision', async () => {
    const app = await serveApp(platform, speakingWorkflow(100, 600), { name: 'speak' });
    const gone = new AbortController();
    const named = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'speak' };
    const sent = { method: 'POST', body: message(app, 1, modernMeta()), signal: gone.signal };
    const answer = await fetch(app.url, { ...sent, headers: { ...headers, ...named } });
    await answer.body?.getReader().read();
    gone.abort();
    await expect.poll(() => runs(app)).toEqual(['stopped']);
  });

  it.each([
    ['before a word of it, as a stream', true, false],
    ['in the middle of a stream', true, true],
    ['while it waits for one text', false, false],
  ])('is no error of the server when its client hangs up %s', async (_when, takesStreams, isBegun) => {
    const name = `speak_${takesStreams ? 's' : 't'}${isBegun ? 'b' : ''}`;
    const app = await serveApp(platform, speakingWorkflow(100, 600), { name });
    const before = platform.log.length;
    const gone = new AbortController();
    const named = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };
    const accept = takesStreams ? headers.accept : 'application/json';
    const sent = { method: 'POST', body: message(app, 1, modernMeta()), signal: gone.signal };
    const answer = fetch(app.url, { ...sent, headers: { ...headers, accept, ...named } });
    const left = answer.then((got) => got.body?.getReader().read()).catch(() => {});
    if (isBegun) await left;
    await expect.poll(() => runs(app)).toEqual(['running']);
    gone.abort();
    await expect.poll(() => runs(app)).toEqual(['stopped']);
    await left;
    expect(platform.log.slice(before).filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('stops when its client cancels it, in the older ones, and by no other client', async () => {
    const app = await serveApp(platform, speakingWorkflow(100, 600), { name: 'speak_2' });
    const { origin, pathname } = new URL(app.url);
    const open = async () => {
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
      const begun = await testClient(origin).request(pathname, {
        body: { jsonrpc: '2.0', id: 0, method: 'initialize', params },
      });
      return begun.headers.get('mcp-session-id') ?? '';
    };
    const [own, other] = [await open(), await open()];
    const answer = await fetch(app.url, {
      method: 'POST',
      body: message(app, 7, {}),
      headers: { ...headers, 'mcp-session-id': own },
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    const cancel = (session: string) =>
      testClient(origin).request(pathname, {
        body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } },
        headers: { 'mcp-session-id': session },
      });
    expect((await cancel(other)).status).toBe(202);
    expect((await cancel(`${own}x`)).status).toBe(404);
    expect(await runs(app)).toEqual(['running']);
    expect((await cancel(own)).status).toBe(202);
    await expect.poll(() => runs(app)).toEqual(['stopped']);
    await reader?.cancel();
  });
});

it('inputs become a schema that says what they are, with what the owner tells of them', async () => {
  const app = await serveApp(
    platform,
    formWorkflow([
      textInput('query', { required: true, max_length: 30 }),
      { variable: 'size', label: 'Size', type: 'select', required: false, options: ['s', 'l'] },
      { variable: 'count', label: 'How many', type: 'number', required: false },
      { variable: 'gift', label: 'Gift', type: 'checkbox', required: false },
      {
        variable: 'papers',
        label: 'Papers',
        type: 'file-list',
        required: false,
        max_length: 2,
        allowed_file_types: ['document'],
      },
    ]),
    { name: 'form', parameters: { count: 'Pieces to order.' } },
  );
  const { body } = await app.ask('tools/list');
  const properties = {
    query: { type: 'string', maxLength: 30 },
    size: { type: 'string', enum: ['s', 'l'], description: 'Size' },
    count: { type: 'number', description: 'Pieces to order.' },
    gift: { type: 'boolean' },
    papers: { type: 'array', maxItems: 2, items: { required: ['url'] } },
  };
  expect(body).toMatchObject({
    result: { tools: [{ inputSchema: { properties, required: ['query'] } }], ttlMs: 60_000 },
  });
  const wrong = await app.ask('tools/call', { name: 'form', arguments: { query: 'x', colour: 'red' } });
  expect(wrong.body).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringContaining("'colour'") }] },
  });
  const chat = await serveApp(platform, countingChat(), { name: 'chat' });
  const silent = await chat.ask('tools/call', { name: 'chat', arguments: { plant: 'fern' } });
  expect(silent.body).toMatchObject({ result: { isError: true, content: [{ text: 'query is required.' }] } });
});

describe('pictures in an answer', () => {
  const rules = {
    type: 'file',
    required: true,
    allowed_file_types: ['image'],
    allowed_file_upload_methods: ['local_file'],
  };
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  it('are looked at by the model, and linked', async () => {
    const app = await serveApp(platform, formWorkflow([{ variable: 'photo', label: 'Photo', ...rules }]));
    const photo = { url: `data:image/png;base64,${pixel}`, name: 'dot.png' };
    const { body } = await app.ask('tools/call', { name: app.name, arguments: { photo } });
    expect(body).toMatchObject({
      result: {
        content: [
          { type: 'text' },
          { type: 'resource_link', name: 'dot.png', mimeType: 'image/png' },
          { type: 'image', data: pixel, mimeType: 'image/png' },
        ],
      },
    });
  });

  it('attack T01: are never those of another app, whatever the answer says', async () => {
    const owner = await serveApp(platform, formWorkflow([{ variable: 'photo', label: 'Photo', ...rules }]));
    const photo = { url: `data:image/png;base64,${pixel}`, name: 'dot.png' };
    const told = await owner.ask('tools/call', { name: owner.name, arguments: { photo } });
    const { result } = told.body as { result: { structuredContent: Record<string, unknown> } };
    const record = Object.values(result.structuredContent)[0];
    expect(record).toMatchObject({ mime_type: 'image/png', related_id: expect.any(String) });
    const thief = await serveApp(platform, formWorkflow([{ variable: 'any', label: 'Any', type: 'json_object' }]));
    const { text } = await thief.ask('tools/call', { name: thief.name, arguments: { any: { record } } });
    expect(text).toContain('dot.png');
    expect(text).not.toContain(pixel);
  });
});
