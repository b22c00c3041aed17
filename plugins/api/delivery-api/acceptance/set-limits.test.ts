import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { countingLoop } from '#plugins/node-containers/testing/documents.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({
    config: {
      egress: { allow: ['127.0.0.1'] },
      engine: {
        threads: 1,
        documentMb: 0.05,
        filesPerRun: 2,
        variableKb: 1,
        treeDepth: 1,
        retries: 1,
        retryIntervalMs: 5,
      },
      'node-code': { textCharacters: 10, items: 3, depth: 2 },
      'node-flow': { templateCharacters: 20 },
      'node-http': { textMb: 0.001, fileMb: 0.002 },
      'node-containers': { loopRounds: 9 },
    },
  });
});
afterAll(() => platform.dispose());

/** A document that long, give or take some hundred characters. */
function ofLength(characters: number): string {
  const nodes = [node('1', 'start', { variables: [] }), node('2', 'end', { outputs: [] })];
  const name = 'Long';
  return `${appDocument({ mode: 'workflow', name, nodes, edges: chain('1', '2') })}\n# ${'x'.repeat(characters)}`;
}

/** Runs a workflow of one node on an input `text`. */
async function run(type: string, settings: Readonly<Record<string, unknown>>, text = '') {
  const { key } = await platform.importApp(
    appDocument({
      mode: 'workflow',
      name: `Limited ${type}`,
      nodes: [
        node('1', 'start', { variables: [{ variable: 'text', label: 'text', type: 'paragraph', required: false }] }),
        node('2', type, settings),
        node('3', 'end', { outputs: [] }),
      ],
      edges: chain('1', '2', '3'),
    }),
  );
  const body = { inputs: { text }, response_mode: 'blocking', user: 'u' };
  const { data } = (await platform.post(key, '/v1/workflows/run', body)).body as { data: Record<string, unknown> };
  return data;
}

const variables = [{ variable: 'text', value_selector: ['1', 'text'] }];

describe('what the operator sets', () => {
  it('is how long a document may be, and a request that brings one', async () => {
    const { appId } = await platform.importApp(ofLength(1_000));
    const request = (method: string, path: string, body: object) =>
      platform.management.request(`/console/api${path}`, { method, body });
    const short = ofLength(50_000);
    const long = ofLength(55_000);
    const largest = ofLength(150_000);
    for (const [method, path, bodyOf] of [
      ['POST', '/apps/import', (yaml: string) => ({ yaml })],
      ['POST', '/apps/import/plan', (yaml: string) => ({ yaml })],
      ['PUT', `/apps/${appId}/draft`, (yaml: string) => ({ yaml, hash: null })],
      ['POST', '/app-code/plan', (yaml: string) => ({ documents: [{ file: 'a.yml', yaml }] })],
    ] as const) {
      expect((await request(method, path, bodyOf(short))).status, path).toBeLessThan(300);
      const told = (await request(method, path, bodyOf(long))).text;
      expect(told, path).toContain('larger than 0.05 MB (WEFT_DOCUMENT_MB)');
      expect((await request(method, path, bodyOf(largest))).status, path).toBe(413);
    }
  });

  it('is how many files a run takes, in its inputs and besides', async () => {
    const rules = { allowed_file_types: ['image'], allowed_file_upload_methods: ['remote_url'], required: false };
    const file = { type: 'image', transfer_method: 'remote_url', url: 'https://files.example/a.png' };
    const importWith = (mode: 'workflow' | 'advanced-chat', file_upload: object) =>
      platform.importApp(
        appDocument({
          mode,
          name: `Files of a ${mode}`,
          features: { file_upload },
          nodes: [
            node('1', 'start', {
              variables: [
                { variable: 'one', label: 'One', type: 'file', ...rules },
                { variable: 'many', label: 'Many', type: 'file-list', max_length: 3, ...rules },
                { variable: 'more', label: 'More', type: 'file-list', ...rules },
              ],
            }),
            mode === 'workflow' ? node('2', 'end', { outputs: [] }) : node('2', 'answer', { answer: 'Seen' }),
          ],
          edges: chain('1', '2'),
        }),
      );
    const upload = { enabled: true, number_limits: 5, ...rules };
    const workflow = await importWith('workflow', upload);
    const closed = await importWith('workflow', { enabled: false });
    const chat = await importWith('advanced-chat', upload);
    const start = ({ key }: { readonly key: string }, body: object) =>
      key === chat.key
        ? platform.post(key, '/v1/chat-messages', { query: 'go', user: 'u', ...body })
        : platform.post(key, '/v1/workflows/run', { user: 'u', ...body });
    const refusal = (count: number) => ({
      status: 400,
      body: {
        code: 'invalid_param',
        message: expect.stringContaining(`at most 2 files (WEFT_FILES_PER_RUN), and these are ${count}`),
      },
    });
    for (const app of [workflow, chat]) {
      expect(await start(app, { inputs: { one: file }, files: [file] })).toMatchObject({ status: 200 });
      expect(await start(app, { inputs: { many: [file, file, file] } })).toMatchObject(refusal(3));
      expect(await start(app, { inputs: { one: file, many: [file], more: [file] } })).toMatchObject(refusal(3));
      expect(await start(app, { inputs: { many: [file] }, files: [file, file] })).toMatchObject(refusal(3));
      expect(await start(app, { inputs: {}, files: [file, file, file] })).toMatchObject(refusal(3));
      const { body } = await platform.get(app.key, '/v1/parameters');
      expect(body).toMatchObject({ system_parameters: { workflow_file_upload_limit: 2 } });
    }
    // What an app takes no notice of is not counted; nor what a conversation was begun with, in its later turns.
    expect(await start(closed, { inputs: { other: [file, file, file] }, files: [file, file, file] })).toMatchObject({
      status: 200,
    });
    const begun = (await start(chat, { inputs: { many: [file, file] } })).body as { conversation_id: string };
    const next = { inputs: {}, conversation_id: begun.conversation_id };
    expect(await start(chat, { ...next, files: [file] })).toMatchObject({ status: 200 });
    expect(await start(chat, { ...next, files: [file, file, file] })).toMatchObject(refusal(3));
  });

  it('is how much a template puts out', async () => {
    const settings = { template: '{{ text }}', variables };
    expect(await run('template-transform', settings, 'x'.repeat(20))).toMatchObject({ status: 'succeeded' });
    const error = expect.stringContaining('longer than 20 characters (WEFT_TEMPLATE_CHARACTERS)');
    expect(await run('template-transform', settings, 'x'.repeat(21))).toMatchObject({ status: 'failed', error });
  });

  it('is how long a text of a code node is', async () => {
    const code = 'function main({ text }) { return { text }; }';
    const settings = { code_language: 'javascript', code, variables, outputs: { text: { type: 'string' } } };
    expect(await run('code', settings, 'x'.repeat(10))).toMatchObject({ status: 'succeeded' });
    const error = expect.stringContaining('at most 10 characters (WEFT_CODE_TEXT_CHARACTERS)');
    expect(await run('code', settings, 'x'.repeat(11))).toMatchObject({ status: 'failed', error });
  });

  it('is how many items and levels a code node returns', async () => {
    const returning = (type: string, value: string) =>
      run('code', {
        code_language: 'javascript',
        code: `function main() { return { x: ${value} }; }`,
        variables: [],
        outputs: { x: { type } },
      });
    expect(await returning('array[string]', 'Array(3).fill("a")')).toMatchObject({ status: 'succeeded' });
    const items = expect.stringContaining('at most 3 elements (WEFT_CODE_ITEMS)');
    expect(await returning('array[string]', 'Array(4).fill("a")')).toMatchObject({ status: 'failed', error: items });
    expect(await returning('object', '{ a: { b: 1 } }')).toMatchObject({ status: 'succeeded' });
    const depth = expect.stringContaining('Depth limit 2 reached (WEFT_CODE_DEPTH)');
    expect(await returning('object', '{ a: { b: { c: 1 } } }')).toMatchObject({ status: 'failed', error: depth });
  });

  it('is how much an HTTP node reads, by kind, and how often it tries', async () => {
    let calls = 0;
    const server = createServer((request, answer) => {
      calls += 1;
      const type = request.url === '/file' ? 'image/png' : 'text/plain';
      answer.writeHead(200, { 'content-type': type }).end('x'.repeat(1500));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const retry_config = { retry_enabled: true, max_retries: 5, retry_interval: 9_999_999_999 };
    const get = (path: string) =>
      run('http-request', { method: 'get', url: `http://127.0.0.1:${port}${path}`, retry_config });
    expect(await get('/file')).toMatchObject({ status: 'succeeded' });
    calls = 0;
    const error = expect.stringContaining('larger than 0.001 MB, the limit for its kind (WEFT_HTTP_TEXT_MB)');
    expect(await get('/text')).toMatchObject({ status: 'failed', error });
    expect(calls).toBe(2);
  });

  it('is how large a file is that an HTTP node sends', async () => {
    const sizes: string[] = [];
    const server = createServer((request, answer) => {
      if (request.method === 'GET') return answer.end('x'.repeat(request.url === '/a.bin' ? 2_000 : 2_200));
      sizes.push(request.headers['content-length'] ?? '');
      return answer.end('ok');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const rules = { allowed_file_types: [], allowed_file_upload_methods: ['remote_url'], required: true };
    const { key } = await platform.importApp(
      appDocument({
        mode: 'workflow',
        name: 'Sender',
        nodes: [
          node('1', 'start', { variables: [{ variable: 'file', label: 'File', type: 'file', ...rules }] }),
          node('2', 'http-request', {
            method: 'post',
            url,
            body: { type: 'binary', data: [{ type: 'file', key: '', file: ['1', 'file'] }] },
          }),
          node('3', 'end', { outputs: [] }),
        ],
        edges: chain('1', '2', '3'),
      }),
    );
    const sent = async (path: string) => {
      const inputs = { file: { type: 'custom', transfer_method: 'remote_url', url: `${url}${path}` } };
      return (await platform.post(key, '/v1/workflows/run', { inputs, user: 'u' })).body;
    };
    expect(await sent('/a.bin')).toMatchObject({ data: { status: 'succeeded' } });
    expect(await sent('/b.bin')).toMatchObject({
      data: { status: 'failed', error: expect.stringMatching(/b\.bin.*\(WEFT_HTTP_FILE_MB\)/) },
    });
    expect(sizes).toEqual(['2000']);
  });

  it('is how many rounds a loop may ask for', async () => {
    const refused = await platform.management.request('/console/api/apps/import', {
      body: { yaml: countingLoop(), publish: true },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_graph',
        message: expect.stringContaining('a whole number from 1 to 9 (WEFT_LOOP_ROUNDS)'),
      },
    });
    const { key } = await platform.importApp(countingLoop().replace('"loop_count":10', '"loop_count":9'));
    const body = { query: 'go', inputs: {}, user: 'u', response_mode: 'blocking' };
    const said = await platform.post(key, '/v1/chat-messages', body);
    expect(said).toMatchObject({ status: 200, body: { answer: '1\n2\nafter 2' } });
  });

  it('is the size of a variable: declared, assigned by a node, and set by a caller', async () => {
    const remembering = (value: string) =>
      appDocument({
        mode: 'advanced-chat',
        name: 'Remembering',
        conversationVariables: [{ id: crypto.randomUUID(), name: 'memo', value_type: 'string', value }],
        nodes: [
          node('1', 'start', { variables: [] }),
          node('2', 'assigner', {
            assigned_variable_selector: ['conversation', 'memo'],
            write_mode: 'over-write',
            input_variable_selector: ['sys', 'query'],
          }),
          node('3', 'answer', { answer: 'It is {{#conversation.memo#}}' }),
        ],
        edges: chain('1', '2', '3'),
      });
    const large = 'x'.repeat(1025);
    const tooLarge = expect.stringContaining('larger than 1 KB (WEFT_VARIABLE_KB)');
    await expect(platform.importApp(remembering(large))).rejects.toMatchObject({ message: tooLarge });
    const { key } = await platform.importApp(remembering('start'));
    const say = (query: string, conversation_id = '') =>
      platform.post(key, '/v1/chat-messages', {
        query,
        inputs: {},
        user: 'u',
        conversation_id,
        response_mode: 'blocking',
      });
    const first = await say('x'.repeat(1024));
    expect(first.status).toBe(200);
    const { conversation_id: id } = first.body as { conversation_id: string };
    const second = await say(large, id);
    expect(second.status).toBe(400);
    expect(JSON.stringify(second.body)).toContain('larger than the 1 KB a variable may have (WEFT_VARIABLE_KB)');
    const path = `/v1/conversations/${id}/variables`;
    const { data } = (await platform.get(key, `${path}?user=u`)).body as { data: { id: string; value: string }[] };
    expect(data).toMatchObject([{ value: 'x'.repeat(1024) }]);
    const put = async (value: string) => {
      const request = { method: 'PUT', body: { value, user: 'u' } };
      const answer = await platform.open(key, `${path}/${data[0]?.id}`, request);
      return { status: answer.status, text: await answer.text() };
    };
    expect(await put(large)).toMatchObject({
      status: 400,
      text: expect.stringContaining('1 KB at most (WEFT_VARIABLE_KB)'),
    });
    expect(await put('x'.repeat(1024))).toMatchObject({ status: 200 });
  });
});
