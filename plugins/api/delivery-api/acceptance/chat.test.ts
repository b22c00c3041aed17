import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat, promptApp } from '#engine/testing/app-document.ts';
import type { StreamAnswer } from '#http/testing/client.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import type { ImportedApp, TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { modelApp } from '#plugins/history-api/testing/documents.ts';
import { type ScriptedPlatform, startScripted } from '#plugins/history-api/testing/scripted-platform.ts';
import { beginStream, framesOf } from '#plugins/provider-openai/testing/fake-openai.ts';

let scripted: ScriptedPlatform;
let platform: TestPlatform;
let chat: ImportedApp;

/** Lets the model that says nothing speak. */
let speak = () => {};

beforeAll(async () => {
  const silent = new Promise<void>((resolve) => {
    speak = resolve;
  });
  scripted = await startScripted(
    {
      silent: async (_call, response) => {
        beginStream(response);
        await silent;
        response.end(framesOf('At last.').join(''));
      },
    },
    // A twentieth of the 10 s that pings are apart by default: 25 s of silence become 1.25 s.
    { config: { http: { pingInterval: 500 } } },
  );
  platform = scripted.platform;
  chat = await platform.importApp(promptApp('chat'));
});
afterAll(() => scripted.dispose());

const path = '/v1/chat-messages';
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const price = expect.stringMatching(/^\d+(\.\d+)?$/);
const count = expect.any(Number);
const long = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');

const usageOf = (time: unknown) => ({
  prompt_tokens: count,
  prompt_unit_price: price,
  prompt_price_unit: price,
  prompt_price: price,
  completion_tokens: count,
  completion_unit_price: price,
  completion_price_unit: price,
  completion_price: price,
  total_tokens: count,
  total_price: price,
  currency: 'USD',
  latency: count,
  time_to_first_token: time,
  time_to_generate: time,
});

interface Answer {
  readonly conversation_id: string;
  readonly message_id: string;
  readonly answer: string;
}

interface Page<Item> {
  readonly limit: number;
  readonly has_more: boolean;
  readonly data: readonly Item[];
}

async function say(app: ImportedApp, query: string, more: object = {}): Promise<Answer> {
  const answer = await platform.post(app.key, path, { inputs: {}, query, user: 'u1', ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Answer;
}

const streamed = (app: ImportedApp, query: string, more: object = {}) =>
  platform.stream(app.key, path, { inputs: {}, query, user: 'u1', response_mode: 'streaming', ...more });

const open = async (app: ImportedApp, query: string) =>
  new EventReader(
    await platform.open(app.key, path, { body: { inputs: {}, query, user: 'u1', response_mode: 'streaming' } }),
  );

const names = ({ events }: Pick<StreamAnswer, 'events'>) => events.map(({ event }) => event);
const textOf = ({ events }: Pick<StreamAnswer, 'events'>) =>
  events.map((event) => (event.event === 'message' ? event.answer : '')).join('');

async function page<Item>(app: ImportedApp, address: string): Promise<Page<Item>> {
  const answer = await platform.get(app.key, address);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Page<Item>;
}

describe('acceptance', () => {
  it('3. New chat, blocking → 4.2 body; second call with the returned id continues; wrong user → 404 not_found', async () => {
    const first = await say(chat, 'Hello');
    expect(first).toEqual({
      event: 'message',
      task_id: uuid,
      id: first.message_id,
      message_id: uuid,
      conversation_id: uuid,
      mode: 'chat',
      answer: expect.stringContaining('Hello'),
      metadata: { annotation_reply: null, retriever_resources: [], usage: usageOf(null) },
      created_at: expect.any(Number),
    });
    const { conversation_id } = first;
    expect((await say(chat, 'And now?', { conversation_id })).conversation_id).toBe(conversation_id);
    const history = await page<{ query: string }>(chat, `/v1/messages?user=u1&conversation_id=${conversation_id}`);
    expect(history.data.map(({ query }) => query)).toEqual(['Hello', 'And now?']);
    const foreign = { inputs: {}, query: 'Hi', user: 'u2', conversation_id };
    expect(await platform.post(chat.key, path, foreign)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each(['chat', 'advanced-chat'])(
    '4. Same over SSE: raw bytes contain only data and ping frames; deltas joined = stored answer; message_end.metadata.usage has all fields; connection closes: %s',
    async (mode) => {
      const app = mode === 'chat' ? chat : await platform.importApp(modelChat());
      // The reader throws at any other frame, and at an end inside of one.
      const first = await streamed(app, 'Grüße 🌿, 你好');
      expect(first.status).toBe(200);
      expect(first.headers.get('content-type')).toContain('text/event-stream');
      expect(first.headers.get('connection')).toBe('close');
      const end = first.events.find(({ event }) => event === 'message_end');
      expect(end?.metadata).toEqual({ annotation_reply: null, retriever_resources: [], usage: usageOf(count) });
      const id = String(end?.conversation_id);
      const second = await streamed(app, 'And now?', { conversation_id: id });
      const history = await page<Answer>(app, `/v1/messages?user=u1&conversation_id=${id}`);
      expect(history.data.map(({ answer }) => answer)).toEqual([textOf(first), textOf(second)]);
      expect(textOf(first)).toContain('Grüße 🌿, 你好');
      expect(
        await platform.post(app.key, path, {
          inputs: {},
          query: 'Hi',
          user: 'u2',
          conversation_id: id,
          response_mode: 'streaming',
        }),
      ).toMatchObject({ status: 404, body: { code: 'not_found' } });
    },
  );

  it('5. A 25 s idle generation shows at least two pings', async () => {
    const app = await platform.importApp(modelApp('chat', 'silent'));
    const answer = await platform.open(app.key, path, {
      body: { inputs: {}, query: 'Hi', user: 'u1', response_mode: 'streaming' },
    });
    let text = '';
    for await (const piece of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += piece;
      // Only after two pings is the model allowed to speak: without them this never ends.
      if (text.split('event: ping\n\n').length > 2) speak();
    }
    expect(text).toMatch(/^(event: ping\n\n){2,}data: \{"event":"message"/);
    expect(text).toContain('"event":"message_end"');
  });

  it.each(['chat', 'advanced-chat'])(
    '6. Stop with the stream’s task_id ends the stream with message_end; stop with a foreign user answers success and changes nothing: %s',
    async (mode) => {
      const slow = { completion_params: { pace_ms: 100 } };
      const app = await platform.importApp(mode === 'chat' ? promptApp('chat', slow) : modelChat(slow));
      const reader = await open(app, long);
      const { task_id: task } = await reader.until(({ event }) => event === 'message');
      const stop = (user: string) => platform.post(app.key, `${path}/${task}/stop`, { user });
      expect(await stop('u2')).toMatchObject({ status: 200, body: { result: 'success' } });
      for (let more = 0; more < 3; more++) await reader.until(({ event }) => event === 'message');
      expect(await stop('u1')).toMatchObject({ status: 200, body: { result: 'success' } });
      const events = await reader.rest();
      expect(events.map(({ event }) => event)).toContain('message_end');
      expect(textOf({ events })).not.toContain('word199');
    },
  );

  it('7. After a first answer GET /conversations lists the new conversation first; rename with auto_generate: true returns a non-empty name', async () => {
    await say(chat, 'An older one', { user: 'u7' });
    const { conversation_id: id } = await say(chat, 'How often do I water a fern?', { user: 'u7' });
    const list = await page<{ id: string }>(chat, '/v1/conversations?user=u7');
    expect(list.data[0]?.id).toBe(id);
    const named = await platform.post(chat.key, `/v1/conversations/${id}/name`, { auto_generate: true, user: 'u7' });
    expect(named).toMatchObject({ status: 200, body: { id, name: expect.stringMatching(/\S/) } });
  });

  it('8. 25 messages: limit=20 → 20 oldest-first of the newest, has_more; first_id=data[0].id → remaining 5', async () => {
    let conversation_id = '';
    for (let turn = 1; turn <= 25; turn++) {
      conversation_id = (await say(chat, `Turn ${turn}`, { user: 'u8', conversation_id })).conversation_id;
    }
    const address = `/v1/messages?user=u8&conversation_id=${conversation_id}&limit=20`;
    const turns = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `Turn ${from + index}`);
    const newest = await page<{ id: string; query: string }>(chat, address);
    expect([newest.limit, newest.has_more]).toEqual([20, true]);
    expect(newest.data.map(({ query }) => query)).toEqual(turns(6, 25));
    const rest = await page<{ query: string }>(chat, `${address}&first_id=${newest.data[0]?.id}`);
    expect(rest.has_more).toBe(false);
    expect(rest.data.map(({ query }) => query)).toEqual(turns(1, 5));
  });

  it.each(['0', '101', 'abc', '-1', '1.5'])('9. limit 0, 101, abc → 400 invalid_param: %s', async (limit) => {
    const { conversation_id: id } = await say(chat, 'Hi', { user: 'u9' });
    for (const address of [
      `/v1/messages?user=u9&conversation_id=${id}`,
      '/v1/conversations?user=u9',
      `/v1/conversations/${id}/variables?user=u9`,
    ]) {
      const answer = await platform.get(chat.key, `${address}&limit=${limit}`);
      expect([address, answer.status, (answer.body as { code: string }).code]).toEqual([address, 400, 'invalid_param']);
    }
  });

  it('9. annotations limit 500 → 200 with limit 100', async () => {
    const list = await page(chat, '/v1/apps/annotations?limit=500');
    expect(list).toMatchObject({ limit: 100, page: 1, total: 0, has_more: false, data: [] });
  });

  it('12. feedback like → dislike → null → null: 200, 200, 200, 400', async () => {
    const { message_id: id } = await say(chat, 'Hi');
    const statuses: number[] = [];
    for (const rating of ['like', 'dislike', null, null]) {
      const body = { rating, user: 'u1' };
      statuses.push((await platform.post(chat.key, `/v1/messages/${id}/feedbacks`, body)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 400]);
  });

  it('14. advanced-chat success: message_end index < workflow_finished index; nothing after except TTS end', async () => {
    const app = await platform.importApp(modelChat());
    const events = names(await streamed(app, 'Hi'));
    expect(events.filter((name) => name === 'message_end' || name === 'workflow_finished')).toEqual([
      'message_end',
      'workflow_finished',
    ]);
    const after = events.slice(events.indexOf('workflow_finished') + 1);
    expect(after).toEqual([]);
    const tree = JSON.parse(modelChat());
    tree.workflow.features = { text_to_speech: { enabled: true, autoPlay: 'enabled' } };
    const spoken = names(await streamed(await platform.importApp(JSON.stringify(tree)), 'Hi'));
    expect(spoken.indexOf('message_end')).toBeLessThan(spoken.indexOf('workflow_finished'));
    expect(spoken).toContain('tts_message');
    expect(spoken.slice(spoken.indexOf('workflow_finished') + 1)).toEqual(['tts_message_end']);
  });
});
