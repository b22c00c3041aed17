import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node, promptApp } from '#engine/testing/app-document.ts';
import { countingChat, formWorkflow, textInput } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
let app: ImportedApp;
let long: string;

beforeAll(async () => {
  platform = await sharedPlatform();
  app = await platform.importApp(countingChat());
  long = await say('Message 1');
  for (let count = 2; count <= 25; count++) await say(`Message ${count}`, long);
});
afterAll(() => platform.dispose());

async function say(query: string, conversation_id = '', user = 'u1'): Promise<string> {
  const body = { inputs: { plant: 'fern' }, query, conversation_id, user };
  const answer = await platform.post(app.key, '/v1/chat-messages', body);
  return (answer.body as { conversation_id: string }).conversation_id;
}

interface Page {
  readonly limit: number;
  readonly has_more: boolean;
  readonly data: readonly { readonly id: string; readonly query: string; readonly name: string }[];
}

async function page(path: string, query: Record<string, string>): Promise<Page> {
  const answer = await platform.get(app.key, `${path}?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return answer.body as Page;
}

const messages = (query: Record<string, string> = {}) =>
  page('/v1/messages', { user: 'u1', conversation_id: long, ...query });
const conversations = (query: Record<string, string> = {}) => page('/v1/conversations', { user: 'u1', ...query });
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Message ${from + index}`);
const missing = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';

describe('the messages of a conversation', () => {
  it('come newest page first, each page oldest first', async () => {
    const newest = await messages();
    expect(newest).toMatchObject({ limit: 20, has_more: true });
    expect(newest.data.map((message) => message.query)).toEqual(range(6, 25));
    const rest = await messages({ first_id: newest.data[0]?.id ?? '' });
    expect(rest).toMatchObject({ limit: 20, has_more: false });
    expect(rest.data.map((message) => message.query)).toEqual(range(1, 5));
    const none = await messages({ first_id: rest.data[0]?.id ?? '' });
    expect(none).toEqual({ limit: 20, has_more: false, data: [] });
  });

  it('come in pages of any allowed size, with an empty cursor as none', async () => {
    expect((await messages({ limit: '1', first_id: '' })).data.map(({ query }) => query)).toEqual(['Message 25']);
    const all = await messages({ limit: '100' });
    expect([all.limit, all.has_more, all.data.length]).toEqual([100, false, 25]);
    const exact = await messages({ limit: '25' });
    expect([exact.has_more, exact.data.length]).toEqual([false, 25]);
  });

  it('have the fields of the contract', async () => {
    const [message] = (await messages({ limit: '1' })).data;
    expect(message).toEqual({
      id: expect.any(String),
      conversation_id: long,
      workflow_run_id: expect.any(String),
      parent_message_id: null,
      inputs: { plant: 'fern' },
      query: 'Message 25',
      answer: 'Turn 25 (25) about fern: Message 25',
      message_files: [],
      feedback: null,
      retriever_resources: [],
      agent_thoughts: [],
      created_at: expect.any(Number),
      status: 'normal',
      error: null,
      stopped: false,
      trouble: null,
      extra_contents: [],
      message_tokens: 0,
      answer_tokens: 0,
      total_tokens: 0,
      provider_response_latency: expect.any(Number),
      total_price: expect.stringMatching(/^0(\.0+)?$/),
      currency: 'USD',
    });
  });

  it.each([
    ['/v1/messages', 400, 'invalid_param'],
    ['/v1/messages?conversation_id=abc', 400, 'invalid_param'],
    ['/v1/messages?conversation_id=LONG&limit=0', 400, 'invalid_param'],
    ['/v1/messages?conversation_id=LONG&limit=101', 400, 'invalid_param'],
    ['/v1/messages?conversation_id=LONG&limit=abc', 400, 'invalid_param'],
    ['/v1/messages?conversation_id=LONG&limit=1.5', 400, 'invalid_param'],
    ['/v1/messages?conversation_id=LONG&limit=-1', 400, 'invalid_param'],
    ['/v1/messages?conversation_id=LONG&first_id=abc', 400, 'invalid_param'],
    [`/v1/messages?conversation_id=LONG&first_id=${missing}`, 404, 'not_found'],
    [`/v1/messages?conversation_id=${missing}`, 404, 'not_found'],
    ['/v1/messages?conversation_id=LONG&user=u2', 404, 'not_found'],
  ])('are not shown for %s', async (path, status, code) => {
    const withUser = path.includes('user=') ? path : `${path}${path.includes('?') ? '&' : '?'}user=u1`;
    const answer = await platform.get(app.key, withUser.replace('LONG', long));
    expect(answer).toMatchObject({ status, body: { code, status } });
  });

  it('are an empty page for an empty conversation id', async () => {
    expect(await messages({ conversation_id: '' })).toEqual({ limit: 20, has_more: false, data: [] });
  });

  it('of callers without a name are those of the one user they share', async () => {
    const id = await say('Anonymous', '', 'DEFAULT-USER');
    const answer = await platform.get(app.key, `/v1/messages?conversation_id=${id}`);
    expect(answer.body).toMatchObject({ data: [{ query: 'Anonymous' }] });
  });
});

describe('the conversations of a user', () => {
  it('come last written first', async () => {
    const first = await say('First', '', 'u3');
    const second = await say('Second', '', 'u3');
    expect((await conversations({ user: 'u3' })).data.map(({ id }) => id)).toEqual([second, first]);
    await say('More', first, 'u3');
    expect((await conversations({ user: 'u3' })).data.map(({ id }) => id)).toEqual([first, second]);
    for (const [sort_by, ids] of [
      ['created_at', [first, second]],
      ['-created_at', [second, first]],
      ['updated_at', [second, first]],
      ['-updated_at', [first, second]],
    ] as const) {
      expect((await conversations({ user: 'u3', sort_by })).data.map(({ id }) => id)).toEqual(ids);
    }
  });

  it('come in pages without loss or repetition, whatever the order', async () => {
    const made = new Set(await Promise.all(Array.from({ length: 11 }, (_, index) => say(`Q${index}`, '', 'u4'))));
    for (const sort_by of ['created_at', '-created_at', 'updated_at', '-updated_at']) {
      const seen: string[] = [];
      let last_id = '';
      for (let pages = 0; pages < 5; pages++) {
        const next = await conversations({ user: 'u4', limit: '4', sort_by, last_id });
        seen.push(...next.data.map(({ id }) => id));
        last_id = seen.at(-1) ?? '';
        if (!next.has_more) break;
      }
      expect(seen).toHaveLength(11);
      expect(new Set(seen)).toEqual(made);
    }
  });

  it('have the fields of the contract', async () => {
    const chat = await platform.importApp(promptApp('chat'));
    const query = `A question ${'that goes on and on '.repeat(5)}`;
    await platform.post(chat.key, '/v1/chat-messages', { inputs: { topic: 'ferns' }, query, user: 'u1' });
    const answer = await platform.get(chat.key, '/v1/conversations?user=u1&pinned=false&first_id=x');
    const item = {
      id: expect.any(String),
      name: `${query.slice(0, 47)}...`,
      inputs: { topic: 'ferns' },
      status: 'normal',
      introduction: 'Hello!',
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
      // Besides those of the contract.
      pinned: false,
      archived: false,
    };
    expect(answer.body).toEqual({ limit: 20, has_more: false, data: [item] });
  });

  it('keep their default name when nobody wants another', async () => {
    const body = { inputs: { plant: 'fern' }, query: 'A question', user: 'u5', auto_generate_name: false };
    await platform.post(app.key, '/v1/chat-messages', body);
    expect((await conversations({ user: 'u5' })).data[0]?.name).toBe('New conversation');
  });

  it.each([
    ['limit=0', 400, 'invalid_param'],
    ['limit=101', 400, 'invalid_param'],
    ['limit=abc', 400, 'invalid_param'],
    ['sort_by=name', 400, 'invalid_param'],
    ['last_id=abc', 400, 'invalid_param'],
    [`last_id=${missing}`, 404, 'not_found'],
  ])('are not shown for %s', async (query, status, code) => {
    const answer = await platform.get(app.key, `/v1/conversations?user=u1&${query}`);
    expect(answer).toMatchObject({ status, body: { code, status } });
  });

  it('are not shown for the cursor of another user', async () => {
    const foreign = await say('Mine', '', 'u6');
    expect((await platform.get(app.key, `/v1/conversations?user=u7&last_id=${foreign}`)).status).toBe(404);
  });
});

describe('inputs that nobody set', () => {
  const variables = [
    textInput('topic'),
    textInput('tone'),
    textInput('note', { default: 'brief' }),
    textInput('data', { type: 'json_object' }),
  ];

  it('are left out of conversations and messages', async () => {
    const nodes = [node('1', 'start', { variables }), node('2', 'answer', { answer: '{{#1.topic#}}{{#1.tone#}}' })];
    const document = appDocument({ mode: 'advanced-chat', name: 'Optional', nodes, edges: chain('1', '2') });
    const { key } = await platform.importApp(document);
    const inputs = { topic: '1.0', tone: null, data: { ratio: 1.0, none: null } };
    const answer = await platform.post(key, '/v1/chat-messages', { inputs, query: 'Hi', user: 'u1' });
    const { conversation_id } = answer.body as { conversation_id: string };
    const shown = { topic: '1.0', note: 'brief', data: { ratio: 1.0, none: null } };
    const lists = ['/v1/conversations?user=u1', `/v1/messages?user=u1&conversation_id=${conversation_id}`];
    for (const path of lists) {
      const { body } = await platform.get(key, path);
      expect((body as { data: { inputs: unknown }[] }).data.map((item) => item.inputs)).toEqual([shown]);
    }
    const renamed = await platform.post(key, `/v1/conversations/${conversation_id}/name`, { name: 'A', user: 'u1' });
    expect(renamed.body).toMatchObject({ inputs: shown });
  });

  it('are left out of runs', async () => {
    const { key } = await platform.importApp(formWorkflow(variables));
    const answer = await platform.post(key, '/v1/workflows/run', { inputs: { topic: 'ferns' }, user: 'u1' });
    const { workflow_run_id } = answer.body as { workflow_run_id: string };
    const { body } = await platform.get(key, `/v1/workflows/run/${workflow_run_id}`);
    const inputs = JSON.parse((body as { inputs: string }).inputs) as Record<string, unknown>;
    expect(Object.fromEntries(Object.entries(inputs).filter(([name]) => !name.startsWith('sys.')))).toEqual({
      topic: 'ferns',
      note: 'brief',
    });
  });
});
