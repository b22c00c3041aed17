import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat, promptApp } from '#engine/testing/app-document.ts';
import { modelWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import {
  beginStream,
  chunkFrame,
  type FakeOpenAi,
  fail,
  framesOf,
  startFakeOpenAi,
} from '#plugins/provider-openai/testing/fake-openai.ts';

const CANARY = 'sk-canary0123456789abcdefghij';

let provider: FakeOpenAi;
let platform: TestPlatform;

beforeAll(async () => {
  provider = await startFakeOpenAi({
    'slow-but-good': async (_request, response) => {
      beginStream(response);
      for (const word of ['Slow', ' but', ' good']) {
        response.write(chunkFrame({ content: word }));
        await sleep(400);
      }
      response.end(`${chunkFrame({}, { finish_reason: 'stop' })}data: [DONE]\n\n`);
    },
    moody: ({ text }, response) => {
      if (text.includes('Fail!')) return fail(response, 500, { message: 'crash' });
      beginStream(response);
      response.end(framesOf('Good.').join(''));
    },
  });
  platform = await sharedPlatform();
  const credentials = {
    openai_api_key: CANARY,
    openai_api_base: provider.url,
    first_byte_timeout: '1',
    idle_timeout: '1',
  };
  const stored = await platform.management.request('/console/api/providers/openai', {
    method: 'PUT',
    body: { credentials },
  });
  expect(stored).toMatchObject({ status: 200, body: { result: 'success' } });
});
afterAll(async () => {
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});

const model = (name: string) => ({ provider: 'langgenius/openai/openai', name, completion_params: {} });
const inputs = { topic: 'ferns' };
const paths = { chat: '/v1/chat-messages', completion: '/v1/completion-messages' };

/**
 * What the server does, and the code callers are told by apps without a graph of their own (runtime API, error event).
 */
const troubles = [
  ['hang', 'completion_request_error'],
  ['hang-midway', 'completion_request_error'],
  ['reset', 'completion_request_error'],
  ['reset-midway', 'completion_request_error'],
  ['stop-midway', 'completion_request_error'],
  ['garbage', 'completion_request_error'],
  ['not-an-answer', 'completion_request_error'],
  ['html', 'completion_request_error'],
  ['error-midway', 'completion_request_error'],
  ['429', 'completion_request_error'],
  ['500', 'completion_request_error'],
  ['502', 'completion_request_error'],
  ['401', 'provider_not_initialize|completion_request_error'],
  ['402', 'provider_quota_exceeded'],
  ['quota', 'provider_quota_exceeded'],
  ['404', 'model_currently_not_support'],
] as const;

async function askBoth(app: ImportedApp, path: string) {
  const body = { inputs, query: 'Hi', user: 'u1' };
  const [blocking, streaming] = await Promise.all([
    platform.post(app.key, path, body),
    platform.stream(app.key, path, { ...body, response_mode: 'streaming' }),
  ]);
  return { blocking, events: streaming.events as unknown as Record<string, unknown>[], streaming };
}

describe.each(['chat', 'completion'] as const)('a %s app', (mode) => {
  it.each(troubles)('reports a server that does `%s` with its own code', async (script, codes) => {
    const app = await platform.importApp(promptApp(mode, model(script)));
    const { blocking, streaming, events } = await askBoth(app, paths[mode]);
    const code = expect.stringMatching(`^(${codes})$`);
    expect(blocking).toMatchObject({ status: 400, body: { code, message: expect.stringMatching(/./), status: 400 } });
    expect(streaming.status).toBe(200);
    expect(events.at(-1)).toMatchObject({ event: 'error', code, status: 400 });
    expect(events.at(-1)).not.toHaveProperty('task_id');
    // What was said before the trouble came is told, and nothing else.
    expect(events.slice(0, -1).every((event) => event.event === 'message')).toBe(true);
    if (script === 'stop-midway') expect(events[0]).toMatchObject({ event: 'message', answer: 'Hello' });
    expect(blocking.text + streaming.bytes.toString()).not.toContain(CANARY);
  });
});

describe('an app with a graph', () => {
  it.each(troubles)('reports a server that does `%s` as a failed node', async (script) => {
    const [chat, workflow] = await Promise.all([
      platform.importApp(modelChat(model(script))),
      platform.importApp(modelWorkflow(model(script))),
    ]);
    const [said, run] = await Promise.all([askBoth(chat, paths.chat), askBoth(workflow, '/v1/workflows/run')]);
    const failure = { code: 'invalid_param', status: 400 };
    expect(said.blocking).toMatchObject({ status: 400, body: failure });
    expect(run.blocking).toMatchObject({
      status: 200,
      body: { data: { status: 'failed', error: expect.any(String) } },
    });
    for (const events of [said.events, run.events]) {
      const [node, finished, error] = events.slice(-3);
      expect(node).toMatchObject({ event: 'node_finished', data: { status: 'failed' } });
      expect(finished).toMatchObject({ event: 'workflow_finished', data: { status: 'failed' } });
      expect(error).toMatchObject({ event: 'error', ...failure });
    }
    expect(JSON.stringify([said, run])).not.toContain(CANARY);
  });
});

describe('a provider', () => {
  it('that is slower than its limits in all, but never silent for long, is waited for', async () => {
    const app = await platform.importApp(promptApp('chat', model('slow-but-good')));
    const { blocking, events } = await askBoth(app, paths.chat);
    expect(blocking).toMatchObject({ status: 200, body: { answer: 'Slow but good' } });
    expect(events.at(-1)).toMatchObject({ event: 'message_end' });
  });

  it('without credentials is named by its code', async () => {
    const unset = { provider: 'openai_api_compatible', name: 'm', completion_params: {} };
    const app = await platform.importApp(promptApp('chat', unset));
    const { blocking, events } = await askBoth(app, paths.chat);
    expect(blocking).toMatchObject({ status: 400, body: { code: 'provider_not_initialize' } });
    expect(events.at(-1)).toMatchObject({ event: 'error', code: 'provider_not_initialize', status: 400 });
  });

  it('that is unknown is named by its code', async () => {
    const unknown = { provider: 'nobody/nothing/none', name: 'm', completion_params: {} };
    const app = await platform.importApp(promptApp('chat', unknown));
    const { blocking } = await askBoth(app, paths.chat);
    expect(blocking.status).toBe(400);
    expect(blocking.body).toMatchObject({
      code: expect.stringMatching(/^(provider_not_initialize|model_currently_not_support)$/),
    });
  });
});

describe('the memory of a conversation', () => {
  it.each([
    ['chat', promptApp('chat', model('moody'))],
    ['advanced-chat', modelChat(model('moody'))],
  ])('of a %s app reaches the model, oldest first, without failed turns', async (_mode, document) => {
    const app = await platform.importApp(document);
    const ask = async (query: string, conversation_id = '') => {
      const answer = await platform.post(app.key, paths.chat, { inputs: {}, query, user: 'u1', conversation_id });
      return (answer.body as { conversation_id: string }).conversation_id;
    };
    const id = await ask('My name is Ada.');
    await ask('I live in Bergen.', id);
    const failed = { inputs: {}, query: 'Fail!', user: 'u1', conversation_id: id };
    expect(await platform.post(app.key, paths.chat, failed)).toMatchObject({ status: 400 });
    await ask('Who am I?', id);
    const messages = provider.seen.at(-1)?.body.messages as { role: string; content: string }[];
    const said = messages.filter((message) => message.role !== 'system').map(({ role, content }) => [role, content]);
    expect(said).toEqual([
      ['user', 'My name is Ada.'],
      ['assistant', 'Good.'],
      ['user', 'I live in Bergen.'],
      ['assistant', 'Good.'],
      ['user', 'Who am I?'],
    ]);
  });

  it('is cut to its window', async () => {
    const memory = { window: { enabled: true, size: 1 }, query_prompt_template: '{{#sys.query#}}' };
    const app = await platform.importApp(modelChat(model('m'), { memory }));
    let conversation_id = '';
    for (const query of ['One', 'Two', 'Three']) {
      const answer = await platform.post(app.key, paths.chat, { inputs: {}, query, user: 'u1', conversation_id });
      conversation_id = (answer.body as { conversation_id: string }).conversation_id;
    }
    const messages = provider.seen.at(-1)?.body.messages as { role: string; content: string }[];
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(['Two', 'Three']);
  });
});
