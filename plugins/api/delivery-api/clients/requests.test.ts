import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat, promptApp } from '#engine/testing/app-document.ts';
import { parseFrames } from '#http/testing/client.ts';
import { formWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';

/** What clients of this API in use today send, each thing once. */
let platform: TestPlatform;
let chat: ImportedApp;
let remembering: ImportedApp;
let completion: ImportedApp;
let workflow: ImportedApp;

beforeAll(async () => {
  platform = await sharedPlatform();
  chat = await platform.importApp(modelChat());
  remembering = await platform.importApp(rememberingChat());
  completion = await platform.importApp(promptApp('completion'));
  workflow = await platform.importApp(greetingWorkflow());
});
afterAll(() => platform.dispose());

interface Answer {
  readonly conversation_id: string;
  readonly message_id: string;
  readonly task_id: string;
  readonly answer: string;
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

interface Sent {
  readonly base?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | ReadableStream<Uint8Array>;
}

async function send(app: ImportedApp, path: string, { base = '/v1', method = 'POST', headers = {}, body }: Sent = {}) {
  const answer = await fetch(`${platform.url}${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, ...headers },
    ...(body !== undefined && { body }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  const isJson = type.includes('json') && text !== '';
  return { status: answer.status, type, text, body: (isJson ? JSON.parse(text) : null) as Answer };
}

const json = { 'content-type': 'application/json' };
const post = (app: ImportedApp, path: string, body: unknown, headers: Readonly<Record<string, string>> = json) =>
  send(app, path, { headers, body: JSON.stringify(body) });
const get = (app: ImportedApp, path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(app, path, { method: 'GET', headers });

const say = (app: ImportedApp, more: object = {}) =>
  post(app, '/chat-messages', { inputs: {}, query: 'Hello', user: 'u1', ...more });

describe('a client that asks for a message', () => {
  it.each<[string, object]>([
    ['names no response mode', {}],
    ['names none by null', { response_mode: null }],
    ['begins a conversation with an empty id', { conversation_id: '' }],
    ['begins a conversation with null', { conversation_id: null }],
    ['begins a conversation with blanks', { conversation_id: '  ' }],
    ['sends no inputs by null', { inputs: null }],
    ['sends no files by null', { files: null }],
    ['sends no files by an empty list', { files: [] }],
    ['asks for a name', { auto_generate_name: true }],
    ['leaves that open', { auto_generate_name: null }],
    ['pins no version by null', { workflow_id: null }],
    ['pins no version by an empty text', { workflow_id: '' }],
    ['is told apart by a number', { user: 4711 }],
    ['sends fields of other routes', { parent_message_id: null, model_config: {}, trace_id: 'trace-1', stream: false }],
    ['sends inputs the app does not declare', { inputs: { session_id: 's1', msg_create_time: 1, nothing: null } }],
    ['names where it looks things up', { retriever_from: 'api' }],
  ])('%s is answered at once', async (_does, more) => {
    const { status, type, body } = await say(chat, more);
    expect([status, type]).toEqual([200, 'application/json']);
    expect(body).toMatchObject({ event: 'message', mode: 'advanced-chat', answer: expect.stringContaining('Hello') });
  });

  it('is known by a number and by its digits as the same', async () => {
    const { conversation_id } = (await say(chat, { user: 42 })).body;
    expect((await say(chat, { user: '42', conversation_id })).body.conversation_id).toBe(conversation_id);
    expect((await get(chat, '/conversations?user=42')).body.data).toHaveLength(1);
  });

  it('numbers its users by 64 bits keeps them apart', async () => {
    const as = (user: string, path: string, more = '{}', method = 'POST') =>
      send(remembering, path, { method, headers: json, body: `{"user": ${user}, ${more.slice(1)}` });
    const [one, other] = ['1234567890123456789', '1234567890123456788'];
    const asked = '{"inputs": {}, "query": "Mine"}';
    const { conversation_id: id, message_id: message } = (await as(one, '/chat-messages', asked)).body;
    await as(other, '/chat-messages', asked);
    expect((await get(remembering, `/conversations?user=${one}`)).body.data).toMatchObject([{ id }]);
    const variables = await get(remembering, `/conversations/${id}/variables?user=${one}`);
    const unit = variables.body.data.find(({ name }) => name === 'unit')?.id;
    const calls = (user: string) => [
      as(user, '/chat-messages', `{"inputs": {}, "query": "Again", "conversation_id": "${id}"}`),
      as(user, `/messages/${message}/feedbacks`, '{"rating": "like"}'),
      as(user, `/conversations/${id}/name`, '{"name": "Named"}'),
      as(user, `/conversations/${id}/name`, '{"auto_generate": true}'),
      as(user, `/conversations/${id}/variables/${unit}`, '{"value": "imperial"}', 'PUT'),
    ];
    const statuses = async (user: string) => (await Promise.all(calls(user))).map(({ status }) => status);
    expect(await statuses(other)).toEqual([404, 404, 404, 404, 404]);
    expect(await statuses(one)).toEqual([200, 200, 200, 200, 200]);
    const remove = (user: string) => as(user, `/conversations/${id}`, '{"more": 1}', 'DELETE');
    expect([(await remove(other)).status, (await remove(one)).status]).toEqual([404, 204]);
  });

  it('accepts a stream but asks for none gets none, and the other way round', async () => {
    const whole = await post(
      chat,
      '/chat-messages',
      { inputs: {}, query: 'Hi', user: 'u1', response_mode: 'blocking' },
      { ...json, accept: 'text/event-stream' },
    );
    expect(whole.type).toBe('application/json');
    const stream = await post(
      chat,
      '/chat-messages',
      { inputs: {}, query: 'Hi', user: 'u1', response_mode: 'streaming' },
      { ...json, accept: 'application/json' },
    );
    expect(stream.type).toContain('text/event-stream');
  });

  it.each([
    ['application/json; charset=utf-8'],
    ['application/json;charset=UTF-8'],
    ['Application/JSON'],
    ['application/json; charset="utf-8"'],
  ])('names its content %s is understood', async (type) => {
    const answer = await post(
      chat,
      '/chat-messages',
      { inputs: {}, query: 'Grüße 🌿', user: 'u1' },
      { 'content-type': type },
    );
    expect(answer.body.answer).toContain('Grüße 🌿');
  });

  it('escapes all that is not ASCII is understood', async () => {
    const body = '{"inputs": {}, "query": "Gr\\u00fc\\u00dfe \\ud83c\\udf3f", "user": "u1"}';
    expect((await send(chat, '/chat-messages', { headers: json, body })).body.answer).toContain('Grüße 🌿');
  });

  it('sends its body in pieces of unknown number is understood', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ inputs: {}, query: 'In pieces', user: 'u1' }));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect((await send(chat, '/chat-messages', { headers: json, body })).body.answer).toContain('In pieces');
  });

  it('writes the name of the scheme small, with more blanks, is let in', async () => {
    for (const authorization of [`bearer ${chat.key}`, `BEARER   ${chat.key}`]) {
      expect((await get(chat, '/info', { authorization })).status).toBe(200);
    }
  });
});

describe('a client whose base address ends in a slash', () => {
  it.each(['/v1/', '//v1', '//v1/'])('(%s) is led to the address, and answered there', async (base) => {
    const body = JSON.stringify({ inputs: {}, query: 'Hello', user: 'slashes', response_mode: 'streaming' });
    const stream = await send(chat, '/chat-messages', { base, headers: json, body });
    expect(parseFrames(Buffer.from(stream.text)).events.at(-1)).toMatchObject({ event: 'workflow_finished' });
    const list = await send(chat, '/conversations?user=slashes&limit=1', { base, method: 'GET' });
    expect(list.body).toMatchObject({ limit: 1, data: [{ name: 'Hello' }] });
  });
});

describe('a client that generates a text or runs a workflow', () => {
  it('sends the conversation and the query that chats have is answered', async () => {
    const extra = { query: '', conversation_id: '', files: [], user: 'u1', auto_generate_name: true };
    const text = await post(completion, '/completion-messages', { ...extra, inputs: { topic: 'ferns', more: '' } });
    expect(text.body).toMatchObject({ mode: 'completion', answer: expect.stringContaining('ferns') });
    const run = await post(workflow, '/workflows/run', { ...extra, inputs: { name: 'Ada', conversation_id: 'c' } });
    expect(run.body).toMatchObject({ data: { status: 'succeeded', outputs: { greeting: 'Hello Ada' }, error: null } });
  });

  it('stops a run under either address, before and after its end', async () => {
    const { task_id: task } = (await post(workflow, '/workflows/run', { inputs: { name: 'Ada' }, user: 'u1' })).body;
    for (const path of [`/workflows/tasks/${task}/stop`, `/workflows/${task}/stop`]) {
      expect((await post(workflow, path, { user: 'u1', task_id: task })).text).toBe('{"result":"success"}\n');
    }
  });

  it('sends numbers and choices as texts is understood', async () => {
    const form = [
      { variable: 'count', label: 'Count', type: 'number', required: false },
      { variable: 'more', label: 'More', type: 'number', required: false },
      { variable: 'yes', label: 'Yes', type: 'checkbox', required: false },
    ];
    const app = await platform.importApp(formWorkflow(form));
    const inputs = { count: '7', more: '', yes: 'on' };
    const { body } = await post(app, '/workflows/run', { inputs, user: 'u1' });
    expect(body.data).toMatchObject({ status: 'succeeded', outputs: { count: 7, yes: true } });
  });
});

describe('a client that reads', () => {
  it('names a content type and sends none is answered', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'multipart/form-data']) {
      const answer = await get(chat, '/parameters?user=u1', { 'content-type': type, 'cache-control': 'no-cache' });
      expect([type, answer.status]).toEqual([type, 200]);
    }
  });

  it.each([
    '/conversations?user=u1&last_id=&limit=&pinned=',
    '/conversations?user=u1&first_id=&limit=20&pinned=false&sort_by=-updated_at',
    '/conversations?user=u1&limit=20&limit=5',
    '/app/feedbacks?user=u1&page=&limit=',
    '/workflows/logs?keyword=&status=succeeded&page=&limit=&created_at__after=&created_by_account=',
    '/meta?user=u1',
    '/site?user=u1',
    '/info?user=u1',
  ])('leaves empty what it does not know is answered: %s', async (path) => {
    const answer = await get(chat, path);
    expect(answer.status, answer.text).toBe(200);
  });

  it('still hears of a limit that is none', async () => {
    for (const limit of ['0', '101', 'ten', 'None', '%20']) {
      expect((await get(chat, `/conversations?user=u1&limit=${limit}`)).status).toBe(400);
    }
  });

  it('asks for a conversation it has not begun gets an empty page', async () => {
    expect((await get(chat, '/messages?user=u1&conversation_id=&first_id=&limit=20')).body).toEqual({
      limit: 20,
      has_more: false,
      data: [],
    });
  });
});

describe('a client that tends conversations', () => {
  const begin = async (more: object = {}) => (await say(remembering, more)).body.conversation_id;

  it.each<[string, string | undefined, Readonly<Record<string, string>>]>([
    ['a body', '{"user":"u1"}', json],
    ['a body of another case', '{"user":"u1"}', { 'content-type': 'application/json; charset=utf-8' }],
  ])('deletes with %s hears 204', async (_how, body, headers) => {
    const id = await begin();
    const sent: Sent = { method: 'DELETE', headers, ...(body !== undefined && { body }) };
    const answer = await send(remembering, `/conversations/${id}`, sent);
    expect(answer).toMatchObject({ status: 204, text: '', type: 'application/json' });
    expect((await send(remembering, `/conversations/${id}`, sent)).status).toBe(404);
  });

  it.each<[string, string | undefined, Readonly<Record<string, string>>]>([
    ['null', 'null', json],
    ['an empty object', '{}', json],
    ['nothing, of a type', undefined, json],
    ['nothing', undefined, {}],
  ])('deletes with %s is the user that all share', async (_how, body, headers) => {
    const id = await begin();
    const sent: Sent = { method: 'DELETE', headers, ...(body !== undefined && { body }) };
    expect((await send(remembering, `/conversations/${id}`, sent)).status).toBe(404);
    expect((await get(remembering, `/messages?user=u1&conversation_id=${id}`)).status).toBe(200);
  });

  it.each<[object, unknown]>([
    [{ name: '', auto_generate: true }, 'Hello'],
    [{ name: null, auto_generate: true }, 'Hello'],
    [{ name: 'Mine', auto_generate: false, conversation_id: 'c' }, 'Mine'],
    [{ name: ' Mine ', auto_generate: null }, 'Mine'],
    [{ name: 'Not this', auto_generate: true }, 'Hello'],
  ])('names one with %j', async (body, name) => {
    const answer = await post(remembering, `/conversations/${await begin()}/name`, { user: 'u1', ...body });
    expect(answer).toMatchObject({ status: 200, body: { name, status: 'normal', introduction: expect.any(String) } });
  });

  it.each([{ name: '', auto_generate: false }, { auto_generate: false }, { name: null }, {}])(
    'names one with %j hears 400',
    async (body) => {
      const answer = await post(remembering, `/conversations/${await begin()}/name`, { user: 'u1', ...body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
    },
  );

  it('sets a variable by PUT or PATCH reads it back as a text', async () => {
    const id = await begin();
    const path = `/conversations/${id}/variables`;
    const variable = (await get(remembering, `${path}?user=u1&last_id=&limit=&variable_name=unit`)).body.data[0];
    for (const method of ['PUT', 'PATCH']) {
      const body = JSON.stringify({ value: method, user: 'u1' });
      const set = await send(remembering, `${path}/${variable?.id}`, { method, headers: json, body });
      expect(set).toMatchObject({ status: 200, body: { value: method, value_type: 'string' } });
    }
  });

  it('takes feedback back by leaving the rating out, and gives one with an empty comment', async () => {
    const { message_id: id } = (await say(chat)).body;
    const rate = async (body: object) =>
      (await post(chat, `/messages/${id}/feedbacks`, { user: 'u1', ...body })).status;
    expect([
      await rate({ rating: 'like', content: '', message_id: id }),
      await rate({ rating: 'dislike', content: null }),
      await rate({ message_id: id }),
    ]).toEqual([200, 200, 200]);
  });
});

describe('a client that runs several requests on one connection', () => {
  it('may read with a body, and be answered to the next as well', async () => {
    const { hostname, port } = new URL(platform.url);
    const { connect } = await import('node:net');
    const socket = connect({ host: hostname, port: Number(port) });
    const head = `Host: x\r\nAuthorization: Bearer ${chat.key}\r\n`;
    socket.write(
      `GET /v1/info HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 13\r\n\r\n{"user":"u1"}`,
    );
    socket.write(`GET /v1/meta HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    let received = '';
    for await (const bytes of socket) received += bytes;
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(received).toContain('tool_icons');
  });

  it('reads a stream to its end by what is framed', async () => {
    const { text } = await post(chat, '/chat-messages', {
      inputs: {},
      query: 'Hi',
      user: 'u1',
      response_mode: 'streaming',
    });
    expect(parseFrames(Buffer.from(text)).events.at(-1)).toMatchObject({ event: 'workflow_finished' });
  });
});
