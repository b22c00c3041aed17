import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportedApp, TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { beginStream, framesOf, type Script } from '#plugins/provider-openai/testing/fake-openai.ts';
import { modelApp, rememberingChat } from './testing/documents.ts';
import { type ScriptedPlatform, sharedScripted } from './testing/shared-scripted.ts';

let scripted: ScriptedPlatform;
let platform: TestPlatform;
let chat: ImportedApp;
let titled: ImportedApp;

/** What the scripted model calls conversations. */
let title = '';
const naming: Script = ({ text }, response) => {
  beginStream(response);
  response.end(framesOf(text.includes('You name conversations') ? title : 'Good.').join(''));
};

beforeAll(async () => {
  scripted = await sharedScripted({ naming });
  platform = scripted.platform;
  chat = await platform.importApp(rememberingChat());
  titled = await platform.importApp(modelApp('chat', 'naming'));
});
afterAll(() => scripted.dispose());

async function say(app: ImportedApp, more: object = {}): Promise<string> {
  const body = { inputs: {}, query: 'How do I water a fern?', user: 'u1', ...more };
  const answer = await platform.post(app.key, '/v1/chat-messages', body);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { conversation_id: string }).conversation_id;
}

const rename = (app: ImportedApp, id: string, body: object) =>
  platform.post(app.key, `/v1/conversations/${id}/name`, { user: 'u1', ...body });

async function remove(
  app: ImportedApp,
  id: string,
  body: string | undefined,
  type: string | null = 'application/json',
) {
  const answer = await fetch(`${platform.url}/v1/conversations/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${app.key}`, ...(type !== null && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

describe('naming a conversation', () => {
  it('takes the name that is given, and answers with the conversation', async () => {
    const id = await say(chat);
    const answer = await rename(chat, id, { name: '  My\0 fern 🌿 ' });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      id,
      name: 'My fern 🌿',
      inputs: {},
      status: 'normal',
      introduction: '',
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
      pinned: false,
      archived: false,
    });
    const listed = await platform.get(chat.key, '/v1/conversations?user=u1&limit=1');
    expect(listed.body).toMatchObject({ data: [{ id, name: 'My fern 🌿' }] });
  });

  it('keeps the name when the conversation goes on', async () => {
    const id = await say(chat);
    await rename(chat, id, { name: 'Kept' });
    await say(chat, { conversation_id: id });
    const listed = await platform.get(chat.key, '/v1/conversations?user=u1&limit=1');
    expect(listed.body).toMatchObject({ data: [{ id, name: 'Kept' }] });
  });

  it.each([[{}], [{ name: '' }], [{ name: ' \0 ' }], [{ name: null }], [{ name: 'x'.repeat(256) }], [{ name: 7 }]])(
    'refuses %j',
    async (body) => {
      const id = await say(chat);
      expect(await rename(chat, id, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_param', params: 'name' },
      });
    },
  );

  it.each([
    ['Watering ferns', 'Watering ferns'],
    ['Title: "Watering ferns."', 'Watering ferns.'],
    ['<think>hm</think>\n**Watering\nferns**', 'Watering ferns'],
    ['I would be glad to help you with that, '.repeat(5), 'How do I water a fern?'],
    ['""', 'How do I water a fern?'],
  ])('makes of what the model says, %j, the name %j', async (said, name) => {
    title = said;
    const id = await say(titled, { auto_generate_name: false });
    const answer = await rename(titled, id, { auto_generate: true, name: 'ignored' });
    expect(answer).toMatchObject({ status: 200, body: { id, name } });
  });

  it('shows the model the first message only, without the stop words of the app', async () => {
    title = 'First';
    const id = await say(titled);
    await say(titled, { conversation_id: id, query: 'And a rose?' });
    await rename(titled, id, { auto_generate: true });
    const body = scripted.server.seen.at(-1)?.body;
    expect(body).not.toHaveProperty('stop');
    expect(body?.messages).toEqual([
      { role: 'system', content: expect.stringContaining('six words') },
      { role: 'user', content: 'How do I water a fern?' },
    ]);
  });

  it('leaves the old name when the model fails', async () => {
    const broken = await platform.importApp(modelApp('chat', 'naming'));
    const id = await say(broken);
    await rename(broken, id, { name: 'Old' });
    await platform.management.request('/console/api/providers/openai_api_compatible', {
      method: 'PUT',
      body: { credentials: { endpoint_url: 'http://127.0.0.1:1', api_key: 'k' } },
    });
    const answer = await rename(broken, id, { auto_generate: true });
    await platform.management.request('/console/api/providers/openai_api_compatible', {
      method: 'PUT',
      body: { credentials: { endpoint_url: scripted.server.url, api_key: 'k' } },
    });
    expect(answer).toMatchObject({ status: 200, body: { id, name: 'Old' } });
  });

  it('names conversations of apps without a model after their query', async () => {
    const id = await say(chat, { auto_generate_name: false, query: `${'fern '.repeat(20)}` });
    const answer = await rename(chat, id, { auto_generate: true });
    expect(answer.body).toMatchObject({ name: 'fern fern fern fern fern fern fern fern fern fe...' });
  });
});

describe('deleting a conversation', () => {
  it.each([
    ['with the user in the body', '{"user":"u1"}', 'u1'],
    ['with a body of null, for who names no user', 'null', undefined],
    ['with an empty body', '', undefined],
    ['with no body', undefined, undefined],
  ])('answers 204 without a byte, %s', async (_case, body, user) => {
    const id = await say(chat, { user: user ?? 'DEFAULT-USER' });
    expect(await remove(chat, id, body)).toEqual({ status: 204, text: '' });
    expect((await remove(chat, id, body)).status).toBe(404);
  });

  it('needs no content type when there is no body', async () => {
    const id = await say(chat, { user: 'DEFAULT-USER' });
    expect((await remove(chat, id, undefined, null)).status).toBe(204);
  });

  it('takes the conversation out of every list and reach', async () => {
    const id = await say(chat, { user: 'u2' });
    const answered = await platform.get(chat.key, `/v1/messages?user=u2&conversation_id=${id}`);
    const [message] = (answered.body as { data: { id: string }[] }).data;
    await remove(chat, id, '{"user":"u2"}');
    const gone = [
      await platform.get(chat.key, `/v1/messages?user=u2&conversation_id=${id}`),
      await platform.get(chat.key, `/v1/conversations/${id}/variables?user=u2`),
      await platform.post(chat.key, `/v1/conversations/${id}/name`, { user: 'u2', name: 'x' }),
      await platform.post(chat.key, '/v1/chat-messages', { inputs: {}, query: 'x', user: 'u2', conversation_id: id }),
      await platform.post(chat.key, `/v1/messages/${message?.id}/feedbacks`, { user: 'u2', rating: 'like' }),
      await platform.get(chat.key, `/v1/messages/${message?.id}/suggested?user=u2`),
    ];
    for (const answer of gone) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await platform.get(chat.key, '/v1/conversations?user=u2')).body).toMatchObject({ data: [] });
  });
});

describe('the variables of a conversation', () => {
  interface Item {
    readonly id: string;
    readonly name: string;
    readonly value: string;
  }
  let id: string;

  beforeEach(async () => {
    id = await say(chat);
  });

  const list = (query = '') => platform.get(chat.key, `/v1/conversations/${id}/variables?user=u1${query}`);
  const items = async () => ((await list()).body as { data: Item[] }).data;
  const named = async (name: string) => (await items()).find((item) => item.name === name)?.id ?? '';

  async function set(name: string, value: unknown, method = 'PUT') {
    const path = `/v1/conversations/${id}/variables/${await named(name)}`;
    return platform.open(chat.key, path, { method, body: { user: 'u1', value } }).then(async (answer) => ({
      status: answer.status,
      body: (await answer.json()) as Record<string, unknown>,
    }));
  }

  it('are those the app declares, with the values in force', async () => {
    const answer = await list();
    expect(answer.body).toEqual({
      limit: 20,
      has_more: false,
      data: [
        ['turns', 'number', '1', ''],
        ['unit', 'string', 'metric', 'Of measures'],
        ['facts', 'object', '{"a":1}', ''],
        ['names', 'array[string]', '[]', ''],
        ['papers', 'array[file]', '[]', ''],
      ].map(([name, value_type, value, description]) => ({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name,
        value_type,
        value,
        description,
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
      })),
    });
  });

  it('come in pages, and one by name', async () => {
    const first = (await list('&limit=2')).body as { has_more: boolean; data: Item[] };
    expect([first.has_more, first.data.map(({ name }) => name)]).toEqual([true, ['turns', 'unit']]);
    const rest = (await list(`&limit=5&last_id=${first.data[1]?.id}`)).body as { has_more: boolean; data: Item[] };
    expect([rest.has_more, rest.data.map(({ name }) => name)]).toEqual([false, ['facts', 'names', 'papers']]);
    expect((await list('&variable_name=unit')).body).toMatchObject({ has_more: false, data: [{ name: 'unit' }] });
    expect((await list('&variable_name=none')).body).toMatchObject({ data: [] });
    expect((await list('&last_id=')).status).toBe(200);
  });

  it.each([
    '&limit=0',
    '&limit=101',
    '&limit=abc',
    '&last_id=abc',
    `&last_id=${crypto.randomUUID()}`,
    '&variable_name=a%20b',
  ])('are refused for %s', async (query) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
  });

  it('are set, before or after a run has, and the next run starts with them', async () => {
    expect(await set('unit', 'imperial')).toMatchObject({ status: 200, body: { name: 'unit', value: 'imperial' } });
    expect(await set('turns', 41, 'PATCH')).toMatchObject({ status: 200, body: { name: 'turns', value: '41' } });
    const body = { inputs: {}, query: 'Again', user: 'u1', conversation_id: id };
    const answer = await platform.post(chat.key, '/v1/chat-messages', body);
    expect(answer.body).toMatchObject({ answer: 'Turn 42, imperial: Again' });
    expect((await items()).map(({ value }) => value).slice(0, 2)).toEqual(['42', 'imperial']);
  });

  it.each([
    ['facts', { b: [1.5, { c: null }] }, '{"b":[1.5,{"c":null}]}'],
    ['names', ['Ada', 'Eve'], '["Ada","Eve"]'],
    ['papers', [], '[]'],
    ['unit', '', ''],
    ['unit', '"quoted" \\ 🙂', '"quoted" \\ 🙂'],
    ['turns', -1.5, '-1.5'],
  ])('take for %s the value %j', async (name, value, shown) => {
    expect(await set(name, value)).toMatchObject({ status: 200, body: { value: shown } });
    expect((await items()).find((item) => item.name === name)?.value).toBe(shown);
  });

  it('keep the digits and the kind of numbers', async () => {
    const path = `${platform.url}/v1/conversations/${id}/variables/${await named('turns')}`;
    const headers = { authorization: `Bearer ${chat.key}`, 'content-type': 'application/json' };
    for (const number of ['12345678901234567890', '2.0']) {
      const answer = await fetch(path, { method: 'PUT', headers, body: `{"user":"u1","value":${number}}` });
      expect(await answer.json()).toMatchObject({ value: number });
    }
  });

  const file = {
    dify_model_identity: '__dify__file__',
    type: 'document',
    transfer_method: 'local_file',
    related_id: crypto.randomUUID(),
  };

  it.each([
    ['unit', 7],
    ['unit', null],
    ['turns', '7'],
    ['turns', true],
    ['facts', []],
    ['facts', null],
    ['names', ['Ada', 1]],
    ['names', 'Ada'],
    ['papers', [{ type: 'document' }]],
    ['papers', [file]],
    ['facts', { deep: [{ own: file }] }],
    ['facts', file],
  ])('do not take for %s the value %j', async (name, value) => {
    const before = await items();
    expect(await set(name, value)).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    expect(await items()).toEqual(before);
  });

  it('need a value, of a size that runs can hold', async () => {
    const path = `/v1/conversations/${id}/variables/${await named('unit')}`;
    const put = (body: object) => platform.open(chat.key, path, { method: 'PUT', body });
    expect((await put({ user: 'u1' })).status).toBe(400);
    expect((await put({ user: 'u1', value: 'x'.repeat(205_000) })).status).toBe(400);
    expect((await put({ user: 'u1', value: 'x'.repeat(200_000) })).status).toBe(200);
  });

  it('are none in apps without a graph', async () => {
    const own = await say(titled);
    const path = `/v1/conversations/${own}/variables`;
    expect((await platform.get(titled.key, `${path}?user=u1`)).body).toEqual({ limit: 20, has_more: false, data: [] });
    const answer = await platform.open(titled.key, `${path}/${crypto.randomUUID()}`, {
      method: 'PUT',
      body: { user: 'u1', value: 1 },
    });
    expect(answer.status).toBe(404);
  });
});
