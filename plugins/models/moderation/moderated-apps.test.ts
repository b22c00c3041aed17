import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, edge, modelChat, node, promptApp } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

type Event = Readonly<Record<string, unknown>>;

const keywords = (words: string, more: object = {}) => ({
  enabled: true,
  type: 'keywords',
  config: {
    keywords: words,
    inputs_config: { enabled: true, preset_response: 'I do not talk about {{#sys.query#}} that.' },
    outputs_config: { enabled: true, preset_response: 'I take that back.' },
    ...more,
  },
});

/** An app of each mode with the feature. */
function document(mode: string, feature: object): string {
  const features = { sensitive_word_avoidance: feature };
  if (mode === 'chat' || mode === 'completion') {
    const tree = JSON.parse(promptApp(mode));
    return JSON.stringify({ ...tree, model_config: { ...tree.model_config, ...features } });
  }
  if (mode === 'advanced-chat') {
    const tree = JSON.parse(modelChat());
    return JSON.stringify({ ...tree, workflow: { ...tree.workflow, features } });
  }
  const variables = [{ variable: 'topic', label: 'Topic', type: 'paragraph', required: false }];
  const outputs = [{ variable: 'text', value_selector: ['2', 'output'] }];
  const echo = { template: 'About {{ topic }}', variables: [{ variable: 'topic', value_selector: ['1', 'topic'] }] };
  return appDocument({
    mode: 'workflow',
    features,
    nodes: [node('1', 'start', { variables }), node('2', 'template-transform', echo), node('3', 'end', { outputs })],
    edges: chain('1', '2', '3'),
  });
}

const paths: Readonly<Record<string, string>> = {
  chat: '/v1/chat-messages',
  'advanced-chat': '/v1/chat-messages',
  completion: '/v1/completion-messages',
  workflow: '/v1/workflows/run',
};
const body = (topic: string) => ({ inputs: { topic }, query: `Tell me of ${topic}`, user: 'u' });

async function ask(mode: string, feature: object, topic: string) {
  const { key } = await platform.importApp(document(mode, feature));
  const path = paths[mode] ?? '';
  const blocking = await platform.post(key, path, body(topic));
  const { events } = await platform.stream(key, path, { ...body(topic), response_mode: 'streaming' });
  return { key, blocking, events: events as unknown as readonly Event[] };
}
const names = (events: readonly Event[]) => [...new Set(events.map((event) => event.event))];

const inputPreset = 'I do not talk about {{#sys.query#}} that.';

describe('a request that may not be asked', () => {
  it.each(['chat', 'completion', 'advanced-chat'])(
    'is answered with the preset by a %s app, without a workflow event',
    async (mode) => {
      const { key, blocking, events } = await ask(mode, keywords('bombs'), 'BOMBS');
      expect(blocking).toMatchObject({
        status: 200,
        body: { answer: inputPreset, metadata: { usage: { total_tokens: 0 } } },
      });
      expect(names(events)).toEqual(['message', 'message_end']);
      expect(events[0]).toMatchObject({ answer: inputPreset });
      if (mode === 'completion') return;
      const { conversation_id } = blocking.body as { conversation_id: string };
      const history = await platform.get(key, `/v1/messages?user=u&conversation_id=${conversation_id}`);
      expect(history.body).toMatchObject({ data: [{ query: 'Tell me of BOMBS', answer: inputPreset }] });
    },
  );

  it('is answered with the preset by a workflow', async () => {
    const { blocking, events } = await ask('workflow', keywords('bombs'), 'bombs');
    expect(blocking.body).toMatchObject({ data: { status: 'succeeded', outputs: { answer: inputPreset } } });
    expect(events.filter((event) => event.event === 'text_chunk')).toMatchObject([{ data: { text: inputPreset } }]);
    expect(events.at(-1)).toMatchObject({ event: 'workflow_finished', data: { status: 'succeeded' } });
  });

  it('is refused when the model that judges it is not set up', async () => {
    const feature = { ...keywords(''), type: 'openai_moderation' };
    const { key } = await platform.importApp(document('chat', feature));
    expect(await platform.post(key, paths.chat ?? '', body('ferns'))).toMatchObject({
      status: 400,
      body: { code: 'provider_not_initialize' },
    });
  });

  it('is judged by the model that the feature names', async () => {
    const model = { provider: 'demo', name: 'demo-moderation' };
    const feature = { ...keywords('', { model }), type: 'openai_moderation' };
    const { key } = await platform.importApp(document('chat', feature));
    const say = (topic: string) => platform.post(key, paths.chat ?? '', body(topic));
    expect(await say('how to murder')).toMatchObject({ body: { answer: inputPreset } });
    expect(await say('ferns')).toMatchObject({ body: { answer: expect.stringContaining('Tell me of ferns') } });
  });
});

describe('an answer that may not be given', () => {
  const off = { inputs_config: { enabled: false } };

  it.each(['chat', 'completion', 'advanced-chat'])('is replaced in a %s app', async (mode) => {
    const { key, blocking, events } = await ask(mode, keywords('demo model', off), 'ferns');
    expect(blocking).toMatchObject({ status: 200, body: { answer: 'I take that back.' } });
    // What came together with the end is not even told.
    const order = names(events).filter((name) => name === 'message_replace' || name === 'message_end');
    expect(order).toEqual(['message_replace', 'message_end']);
    const replaced = events.find((event) => event.event === 'message_replace');
    expect(replaced).toMatchObject({
      answer: 'I take that back.',
      reason: 'output_moderation',
      id: replaced?.message_id,
    });
    expect(events.at(-1)?.event).toBe(mode === 'advanced-chat' ? 'workflow_finished' : 'message_end');
    if (mode === 'advanced-chat')
      expect(events.at(-1)).toMatchObject({ data: { outputs: { answer: 'I take that back.' } } });
    if (mode === 'completion') return;
    const { conversation_id } = blocking.body as { conversation_id: string };
    const history = await platform.get(key, `/v1/messages?user=u&conversation_id=${conversation_id}`);
    expect(history.body).toMatchObject({ data: [{ answer: 'I take that back.' }] });
  });

  it('is replaced in the thoughts of an agent too', async () => {
    const tree = JSON.parse(document('chat', keywords('demo model', off)));
    tree.app.mode = 'agent-chat';
    tree.model_config.agent_mode = { enabled: true, strategy: 'function_call', max_iteration: 3, tools: [] };
    const { key } = await platform.importApp(JSON.stringify(tree));
    const answer = await platform.stream(key, paths.chat ?? '', { ...body('ferns'), response_mode: 'streaming' });
    const events = answer.events as unknown as readonly Event[];
    expect(events.find((event) => event.event === 'message_replace')).toMatchObject({ answer: 'I take that back.' });
    expect(JSON.stringify(events)).not.toContain('demo model: it understands');
    const { conversation_id } = events[0] as { conversation_id: string };
    const history = await platform.get(key, `/v1/messages?user=u&conversation_id=${conversation_id}`);
    expect(history.body).toMatchObject({ data: [{ answer: 'I take that back.' }] });
    expect(history.text).not.toContain('it understands');
  });

  /** What a reader shows in the end: texts as they come, and what replaces them. */
  const shownOf = (events: readonly Event[]) =>
    events.reduce((text, { event, answer }) => {
      if (event === 'message_replace') return String(answer);
      return event === 'message' || event === 'agent_message' ? text + String(answer) : text;
    }, '');

  it.each(['chat', 'agent-chat', 'advanced-chat'])(
    'is the preset for every reader of a %s app: who waits, who reads a stream, who asks again, who looks later',
    async (mode) => {
      // Told word by word: the keyword is in no single piece of the text.
      const tree = JSON.parse(document(mode === 'agent-chat' ? 'chat' : mode, keywords('demo model: it', off)));
      const said = { ...body('ferns'), query: 'word '.repeat(20) };
      if (mode !== 'advanced-chat') tree.model_config.model.completion_params = { pace_ms: 2 };
      if (mode === 'agent-chat') {
        tree.app.mode = mode;
        tree.model_config.agent_mode = { enabled: true, strategy: 'function_call', max_iteration: 3, tools: [] };
      }
      const { key } = await platform.importApp(JSON.stringify(tree));
      const client = testClient(platform.url, key);
      const ask = (response_mode: string, name: string) =>
        client.open('/v1/chat-messages', {
          body: { ...said, response_mode },
          headers: { 'Idempotency-Key': name },
        });
      const preset = 'I take that back.';
      const conversations: unknown[] = [];
      for (const again of [false, true]) {
        const waited = await ask('blocking', 'waited');
        expect(waited.status, String(again)).toBe(200);
        const answered = (await waited.json()) as Event;
        expect(answered.answer).toBe(preset);
        const events = (await new EventReader(
          await ask('streaming', 'streamed'),
        ).rest()) as unknown as readonly Event[];
        expect(shownOf(events)).toBe(preset);
        const ends = names(events).filter((name) => name === 'message_replace' || name === 'message_end');
        expect(ends).toEqual(['message_replace', 'message_end']);
        conversations.push(answered.conversation_id, events[0]?.conversation_id);
      }
      expect(new Set(conversations).size).toBe(2);
      for (const id of new Set(conversations)) {
        const history = await platform.get(key, `/v1/messages?user=u&conversation_id=${id}`);
        expect(history.body).toMatchObject({ data: [{ answer: preset }] });
        expect(history.text).not.toContain('demo model: it');
      }
    },
  );

  it('is replaced for who waits for a long one, though its run was stopped', async () => {
    const tree = JSON.parse(document('chat', keywords('word60', off)));
    tree.model_config.model.completion_params = { pace_ms: 2 };
    const { key } = await platform.importApp(JSON.stringify(tree));
    const query = Array.from({ length: 600 }, (_, index) => `word${index}`).join(' ');
    const answer = await platform.post(key, '/v1/chat-messages', { inputs: {}, query, user: 'u' });
    expect(answer).toMatchObject({ status: 200, body: { answer: 'I take that back.' } });
  });

  it('is replaced in the text and the outputs of a workflow', async () => {
    const { blocking, events } = await ask('workflow', keywords('about', off), 'ferns');
    expect(blocking.body).toMatchObject({ data: { status: 'succeeded', outputs: { text: 'I take that back.' } } });
    expect(events.find((event) => event.event === 'text_replace')).toMatchObject({
      data: { text: 'I take that back.' },
    });
    expect(events.at(-1)).toMatchObject({
      event: 'workflow_finished',
      data: { outputs: { text: 'I take that back.' } },
    });
  });

  it('keeps no node with effects outside from running', async () => {
    const http = node('2', 'http-request', {
      method: 'get',
      url: 'http://127.0.0.1:9/',
      error_strategy: 'fail-branch',
    });
    const outputs = [{ variable: 'type', value_selector: ['2', 'error_type'] }];
    const yaml = appDocument({
      mode: 'workflow',
      features: { sensitive_word_avoidance: keywords('bombs', off) },
      nodes: [node('1', 'start', { variables: [] }), http, node('3', 'end', { outputs })],
      edges: [...chain('1', '2'), edge('2', '3', 'fail-branch')],
    });
    const { key } = await platform.importApp(yaml);
    expect((await platform.post(key, paths.workflow ?? '', { inputs: {}, user: 'u' })).body).toMatchObject({
      data: { status: 'partial-succeeded', outputs: { type: 'HttpRequestNodeError' } },
    });
  });

  it('stops a long one on its way', async () => {
    const tree = JSON.parse(document('chat', keywords('word60', off)));
    tree.model_config.model.completion_params = { pace_ms: 5 };
    const { key } = await platform.importApp(JSON.stringify(tree));
    const query = Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(' ');
    const answer = await platform.stream(key, paths.chat ?? '', {
      inputs: {},
      query,
      user: 'u',
      response_mode: 'streaming',
    });
    const events = answer.events as unknown as readonly Event[];
    const text = events.map((event) => (event.event === 'message' ? event.answer : '')).join('');
    expect(text).not.toContain('word1999');
    expect(names(events)).toEqual(['message', 'message_replace', 'message_end']);
  });

  it('passes when nothing is found', async () => {
    const { blocking, events } = await ask('chat', keywords('bombs'), 'ferns');
    expect(blocking).toMatchObject({ body: { answer: expect.stringContaining('Tell me of ferns') } });
    expect(names(events)).toEqual(['message', 'message_end']);
  });
});

describe('a moderated app', () => {
  it('does not tell its callers what it looks for', async () => {
    const { key } = await platform.importApp(document('chat', keywords('the unspeakable')));
    const answer = await platform.get(key, '/v1/parameters');
    expect(answer.body).toMatchObject({ sensitive_word_avoidance: { enabled: true, type: 'keywords', configs: [] } });
    expect(answer.text).not.toContain('unspeakable');
  });
});

describe('the import of a moderated app', () => {
  it('warns of a type that is not available', async () => {
    const feature = {
      ...keywords(''),
      type: 'api',
      config: { api_based_extension_id: 'x', inputs_config: { enabled: true } },
    };
    const yaml = document('advanced-chat', feature);
    const { body } = await platform.management.request('/console/api/apps/import', { body: { yaml, publish: true } });
    expect(body).toMatchObject({
      warnings: expect.arrayContaining([expect.stringMatching(/type 'api', which is not available/)]),
    });
  });
});
