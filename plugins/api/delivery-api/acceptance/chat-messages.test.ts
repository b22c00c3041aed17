import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat, promptApp } from '#engine/testing/app-document.ts';
import { countingChat, failingChat, filesChat } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
let counting: ImportedApp;
const apps: Record<string, ImportedApp> = {};

beforeAll(async () => {
  platform = await sharedPlatform();
  counting = await platform.importApp(countingChat());
  apps['advanced-chat'] = await platform.importApp(modelChat());
  apps.chat = await platform.importApp(promptApp('chat'));
  apps.completion = await platform.importApp(promptApp('completion'));
});
afterAll(() => platform.dispose());

const path = '/v1/chat-messages';
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const missing = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';
const price = expect.stringMatching(/^\d+(\.\d+)?$/);

const usage = {
  prompt_tokens: expect.any(Number),
  prompt_unit_price: price,
  prompt_price_unit: price,
  prompt_price: price,
  completion_tokens: expect.any(Number),
  completion_unit_price: price,
  completion_price_unit: price,
  completion_price: price,
  total_tokens: expect.any(Number),
  total_price: price,
  currency: 'USD',
  latency: expect.any(Number),
};

function metadata(times: unknown) {
  return {
    annotation_reply: null,
    retriever_resources: [],
    usage: { ...usage, time_to_first_token: times, time_to_generate: times },
  };
}

interface Reply {
  readonly conversation_id: string;
  readonly message_id: string;
  readonly answer: string;
  readonly [field: string]: unknown;
}

async function say(app: ImportedApp, query: string, more: object = {}): Promise<Reply> {
  const answer = await platform.post(app.key, path, { inputs: {}, query, user: 'u1', ...more });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as Reply;
}

async function streamed(app: ImportedApp, body: object, at = path) {
  const answer = await platform.stream(app.key, at, { inputs: {}, user: 'u1', response_mode: 'streaming', ...body });
  return { ...answer, events: answer.events as unknown as Record<string, unknown>[] };
}

const textOf = (events: readonly Record<string, unknown>[]) =>
  events.filter((event) => event.event === 'message').map((event) => event.answer);

describe.each(['chat', 'advanced-chat'])('a %s app', (mode) => {
  it('answers a blocking message with exactly the fields of the contract', async () => {
    const reply = await say(apps[mode] as ImportedApp, 'How are you?');
    expect(reply).toEqual({
      event: 'message',
      task_id: uuid,
      id: reply.message_id,
      message_id: uuid,
      conversation_id: uuid,
      mode,
      answer: expect.stringContaining('You said: How are you?'),
      metadata: metadata(null),
      created_at: expect.any(Number),
    });
  });

  it('streams a message whose pieces make the stored answer', async () => {
    const app = apps[mode] as ImportedApp;
    const { events } = await streamed(app, { query: 'How are you?' });
    const end = events.find((event) => event.event === 'message_end');
    const texts = textOf(events);
    expect(texts.length).toBeGreaterThan(3);
    const stored = await platform.get(app.key, `/v1/messages?user=u1&conversation_id=${end?.conversation_id}`);
    expect(stored.body).toMatchObject({ data: [{ id: end?.message_id, answer: texts.join('') }] });
    expect(end).toMatchObject({ id: end?.message_id, metadata: metadata(expect.any(Number)) });
  });

  it('gives every event of a stream the same envelope', async () => {
    const { events } = await streamed(apps[mode] as ImportedApp, { query: 'Hi' });
    const { conversation_id, message_id, created_at, task_id } = events[0] ?? {};
    for (const event of events) {
      expect(event).toMatchObject({ event: expect.any(String), conversation_id, message_id, created_at, task_id });
      expect(event).not.toHaveProperty('status');
    }
    expect([conversation_id, message_id, task_id, created_at]).toEqual([uuid, uuid, uuid, expect.any(Number)]);
  });
});

describe('an order of events', () => {
  it('of a chat app is messages, then their end', async () => {
    const { events, bytes } = await streamed(apps.chat as ImportedApp, { query: 'Hi' });
    const names = events.map((event) => event.event);
    expect(new Set(names.slice(0, -1))).toEqual(new Set(['message']));
    expect(events.at(-1)).toMatchObject({ event: 'message_end', files: null });
    expect(bytes.toString()).toBe(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });

  it('of a chatflow ends with the message before the workflow', async () => {
    const { events, pings } = await streamed(apps['advanced-chat'] as ImportedApp, { query: 'Hi' });
    const names = events.map((event) => event.event);
    expect(names[0]).toBe('workflow_started');
    expect(names.slice(-2)).toEqual(['message_end', 'workflow_finished']);
    expect(names.indexOf('message')).toBeGreaterThan(names.indexOf('node_started'));
    expect(pings).toBe(1);
    expect(events.at(-2)).toMatchObject({ files: [] });
    expect(events.at(-1)).toMatchObject({ workflow_run_id: uuid, data: { status: 'succeeded' } });
    for (const event of events.filter((item) => item.event === 'message')) {
      expect(event).toMatchObject({ id: event.message_id, from_variable_selector: ['2', 'text'] });
      expect(event).not.toHaveProperty('workflow_run_id');
    }
  });

  it('of a failing chatflow is the text so far, the failed workflow, the error, and no end of the message', async () => {
    const app = await platform.importApp(failingChat());
    const { events } = await streamed(app, { query: 'Hi' });
    expect(textOf(events).join('')).toBe('So far, so good.Never said: ');
    const [finished, error] = events.slice(-2);
    expect(finished).toMatchObject({ event: 'workflow_finished', data: { status: 'failed' } });
    expect(error).toEqual({
      event: 'error',
      conversation_id: finished?.conversation_id,
      message_id: finished?.message_id,
      created_at: finished?.created_at,
      status: 400,
      code: 'invalid_param',
      message: expect.stringContaining('boom at noon'),
      trouble: 'fault',
      retry_after: null,
    });
    expect(events.some((event) => event.event === 'message_end')).toBe(false);
    const stored = await platform.get(app.key, `/v1/messages?user=u1&conversation_id=${error?.conversation_id}`);
    expect(stored.body).toMatchObject({
      data: [
        { status: 'error', answer: 'So far, so good.Never said: ', error: expect.stringContaining('boom at noon') },
      ],
    });
  });

  it('is not sent by a failing chatflow that blocks: it answers 400', async () => {
    const app = await platform.importApp(failingChat());
    expect(await platform.post(app.key, path, { inputs: {}, query: 'Hi', user: 'u1' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', message: expect.stringContaining('boom at noon'), status: 400 },
    });
  });
});

describe('a completion app', () => {
  const inputs = { topic: 'ferns' };

  it('answers without a conversation', async () => {
    const answer = await platform.post(apps.completion?.key ?? '', '/v1/completion-messages', { inputs, user: 'u1' });
    const body = answer.body as Reply;
    expect(body).toEqual({
      event: 'message',
      task_id: uuid,
      id: body.message_id,
      message_id: uuid,
      mode: 'completion',
      answer: expect.stringContaining('Write about ferns.'),
      metadata: metadata(null),
      created_at: expect.any(Number),
    });
  });

  it('ignores fields that mean something to chats only, whatever they hold', async () => {
    const sent = { inputs, user: 'u1', workflow_id: 5, conversation_id: 5, auto_generate_name: 5 };
    const answer = await platform.post(apps.completion?.key ?? '', '/v1/completion-messages', sent);
    expect(answer).toMatchObject({ status: 200, body: { event: 'message' } });
  });

  it('streams messages and their end', async () => {
    const app = apps.completion as ImportedApp;
    const { events } = await streamed(app, { inputs, conversation_id: '', files: null }, '/v1/completion-messages');
    expect(events.at(-1)).toMatchObject({ event: 'message_end', metadata: metadata(expect.any(Number)) });
    expect(textOf(events).join('')).toContain('Write about ferns.');
    for (const event of events) expect(event).not.toHaveProperty('conversation_id');
  });
});

describe('a conversation', () => {
  it('keeps the values of its variables and the inputs of its first turn', async () => {
    const inputs = { plant: 'fern' };
    const first = await say(counting, 'Water?', { inputs });
    expect(first.answer).toBe('Turn 1 (1) about fern: Water?');
    const id = { conversation_id: first.conversation_id };
    const second = await say(counting, 'Light?', { ...id, inputs: { plant: 'oak' } });
    expect(second.answer).toBe('Turn 2 (2) about fern: Light?');
    const third = await say(counting, 'Soil?', { ...id, inputs: { plant: { not: 'valid' } } });
    expect(third.answer).toBe('Turn 3 (3) about fern: Soil?');
    expect((await say(counting, 'Water?', { inputs })).answer).toBe('Turn 1 (1) about fern: Water?');
  });

  it('counts its streamed turns as well', async () => {
    const { events } = await streamed(counting, { query: 'One', inputs: { plant: 'fern' } });
    const id = events[0]?.conversation_id;
    const next = await streamed(counting, { query: 'Two', conversation_id: id });
    expect(textOf(next.events).join('')).toBe('Turn 2 (2) about fern: Two');
  });

  it.each([undefined, null, '', '  '])('is new when its id is %j', async (conversation_id) => {
    const reply = await say(counting, 'Water?', { inputs: { plant: 'fern' }, conversation_id });
    expect(reply.answer).toContain('Turn 1');
  });

  it('is not found by another user, under another app, or when it never was', async () => {
    const { conversation_id } = await say(apps['advanced-chat'] as ImportedApp, 'Hi');
    const attempts: [ImportedApp, object][] = [
      [apps['advanced-chat'] as ImportedApp, { conversation_id, user: 'u2' }],
      [counting, { conversation_id, inputs: { plant: 'fern' } }],
      [apps['advanced-chat'] as ImportedApp, { conversation_id: missing }],
    ];
    for (const [app, more] of attempts) {
      for (const response_mode of ['blocking', 'streaming']) {
        const body = { inputs: {}, query: 'Hi', user: 'u1', response_mode, ...more };
        expect(await platform.post(app.key, path, body)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
    }
    const list = await platform.get(apps['advanced-chat']?.key ?? '', '/v1/conversations?user=u2');
    expect(list.body).toEqual({ limit: 20, has_more: false, data: [] });
  });

  it('has an id in either case, and no other text', async () => {
    const { conversation_id } = await say(counting, 'Hi', { inputs: { plant: 'fern' } });
    const again = await say(counting, 'Hi', { conversation_id: conversation_id.toUpperCase() });
    expect(again.conversation_id).toBe(conversation_id);
    const body = { inputs: {}, query: 'Hi', user: 'u1', conversation_id: 'not-a-uuid' };
    expect(await platform.post(counting.key, path, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', params: 'conversation_id' },
    });
  });
});

describe('a version of a chatflow', () => {
  it('can be pinned by its id, in either case', async () => {
    const app = await platform.importApp(modelChat());
    const publish = () => platform.management.request(`/console/api/apps/${app.appId}/publish`, { method: 'POST' });
    const { workflow_id: older } = (await publish()).body as { workflow_id: string };
    const { workflow_id: newer } = (await publish()).body as { workflow_id: string };
    for (const [pinned, expected] of [
      [older, older],
      [older.toUpperCase(), older],
      [undefined, newer],
    ]) {
      const { events } = await streamed(app, { query: 'Hi', workflow_id: pinned });
      expect(events[0]).toMatchObject({ event: 'workflow_started', data: { workflow_id: expected } });
    }
    const ask = (workflow_id: string) =>
      platform.post(app.key, path, { inputs: {}, query: 'Hi', user: 'u1', workflow_id });
    expect(await ask(missing)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await ask('draft')).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  });
});

describe('files of a message', () => {
  const url = 'https://files.example/a%20leaf.png?x=1';
  const upload = {
    enabled: true,
    number_limits: 2,
    allowed_file_types: ['image'],
    allowed_file_extensions: [],
    allowed_file_upload_methods: ['remote_url'],
  };

  it('are taken by address, with extra keys, and shown in the history', async () => {
    const app = await platform.importApp(filesChat(upload));
    const file = { type: 'image', transfer_method: 'remote_url', url, upload_file_id: '', id: 'x', progress: 100 };
    const reply = await say(app, 'Look', { files: [file, { ...file, url: '', remote_url: url }] });
    expect(reply.answer).toBe('Got a leaf.png|image;a leaf.png|image;');
    const stored = await platform.get(app.key, `/v1/messages?user=u1&conversation_id=${reply.conversation_id}`);
    const shown = { filename: 'a leaf.png', type: 'image', url, transfer_method: 'remote_url', belongs_to: 'user' };
    expect(stored.body).toMatchObject({ data: [{ message_files: [shown, shown] }] });
  });

  it.each([
    ['too many', [1, 2, 3].map(() => ({ type: 'image', transfer_method: 'remote_url', url }))],
    ['of another type', [{ type: 'document', transfer_method: 'remote_url', url: 'https://files.example/a.pdf' }]],
    ['sent another way', [{ type: 'image', transfer_method: 'local_file', upload_file_id: missing }]],
    ['without a method', [{ type: 'image', url }]],
    ['without an address', [{ type: 'image', transfer_method: 'remote_url' }]],
    ['at an odd address', [{ type: 'image', transfer_method: 'remote_url', url: 'file:///etc/passwd' }]],
    [
      'with a broken name',
      [{ type: 'image', transfer_method: 'remote_url', url: 'https://files.example/%E0%A4%A.pdf' }],
    ],
    ['no objects', ['x']],
  ])('are refused when they are %s', async (_case, files) => {
    const app = await platform.importApp(filesChat(upload));
    const answer = await platform.post(app.key, path, { inputs: {}, query: 'Look', user: 'u1', files });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
  });

  it('are ignored by an app that takes none', async () => {
    const files = [{ type: 'image', transfer_method: 'local_file', upload_file_id: missing }];
    expect((await say(apps['advanced-chat'] as ImportedApp, 'Hi', { files })).answer).toContain('Hi');
    expect((await say(apps['advanced-chat'] as ImportedApp, 'Hi', { files: null })).answer).toContain('Hi');
  });
});
