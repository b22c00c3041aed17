import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { EventReader, type StreamedEvent } from '#plugins/delivery-api/testing/event-reader.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import {
  chunkFrame,
  DONE_FRAME,
  type FakeOpenAi,
  startFakeOpenAi,
  usageFrame,
} from '#plugins/provider-openai/testing/fake-openai.ts';

let platform: TestPlatform;
let server: FakeOpenAi;

const tool = (provider_id: string, tool_name: string, tool_parameters = {}) => ({
  enabled: true,
  provider_type: 'builtin',
  provider_id,
  provider_name: provider_id,
  tool_name,
  tool_label: tool_name,
  tool_parameters,
});

const calculator = tool('maths', 'eval_expression', { expression: '' });

function agentDocument(agentMode: object = {}, config: object = {}): string {
  return JSON.stringify({
    version: '0.6.0',
    kind: 'app',
    app: { name: 'Agent', mode: 'agent-chat' },
    model_config: {
      model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 0 } },
      pre_prompt: 'Help.',
      agent_mode: { enabled: true, strategy: 'function_call', max_iteration: 3, tools: [calculator], ...agentMode },
      ...config,
    },
  });
}

/** A model of the scripted server. */
const scripted = (name: string) => ({
  model: { provider: 'openai_api_compatible', name, mode: 'chat', completion_params: {} },
});

beforeAll(async () => {
  server = await startFakeOpenAi({
    // Calls a tool, tells what that used, and then speaks until nobody listens.
    talkative: (call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (JSON.stringify(call.body).includes('"role":"tool"')) {
        response.write(chunkFrame({ content: 'word '.repeat(8) }));
        return;
      }
      const tool = { index: 0, id: 'c', function: { name: 'eval_expression', arguments: '{"expression":"1"}' } };
      response.write(chunkFrame({ tool_calls: [tool] }) + chunkFrame({}, { finish_reason: 'tool_calls' }));
      response.end(usageFrame(1_000, 500) + DONE_FRAME);
    },
    // Calls for ever.
    forever: (_call, response) => {
      const call = { index: 0, id: 'c', function: { name: 'eval_expression', arguments: '{"expression":"1"}' } };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(chunkFrame({ tool_calls: [call] }) + chunkFrame({}, { finish_reason: 'tool_calls' }) + DONE_FRAME);
    },
  });
  platform = await sharedPlatform();
  const answer = await platform.management.request('/console/api/providers/openai_api_compatible', {
    method: 'PUT',
    body: { credentials: { endpoint_url: server.url, api_key: 'k' } },
  });
  expect(answer.status, answer.text).toBeLessThan(300);
});

afterAll(async () => {
  await platform.dispose();
  await server[Symbol.asyncDispose]();
});

const ask = (query: string, more: object = {}) => ({ inputs: {}, query, user: 'ada', ...more });
const streamed = async (key: string, query: string): Promise<readonly StreamedEvent[]> => {
  const { events } = await platform.stream(key, '/v1/chat-messages', ask(query, { response_mode: 'streaming' }));
  return events as readonly StreamedEvent[];
};

describe('an agent app', () => {
  it('streams its thoughts and its answer, and ends with the message', async () => {
    const { key } = await platform.importApp(agentDocument());
    const events = await streamed(key, 'What is 2 + 3?');
    const names = events.map(({ event }) => event).filter((name, index, all) => name !== all[index - 1]);
    expect(names).toEqual(['agent_thought', 'agent_message', 'agent_thought', 'message_end']);
    const thoughts = events.filter(({ event }) => event === 'agent_thought');
    expect(new Set(thoughts.map(({ id }) => id)).size).toBe(2);
    expect(thoughts[0]).toEqual({
      event: 'agent_thought',
      conversation_id: expect.any(String),
      message_id: expect.any(String),
      created_at: expect.any(Number),
      task_id: expect.any(String),
      id: expect.any(String),
      position: 1,
      thought: '',
      observation: '',
      tool: '',
      tool_labels: {},
      tool_input: '',
      message_files: [],
    });
    expect(thoughts[2]).toMatchObject({
      id: thoughts[0]?.id,
      position: 1,
      tool: 'eval_expression',
      tool_labels: { eval_expression: { en_US: 'Calculator' } },
      tool_input: '{"eval_expression":{"expression":"2 + 3"}}',
      observation: '{"eval_expression":"5"}',
    });
    expect(thoughts.at(-1)).toMatchObject({ position: 2, tool: '', observation: '' });
    const answer = events.filter(({ event }) => event === 'agent_message').map((event) => event.answer);
    expect(answer.join('')).toContain('The tool answered: 5');
    expect(events.find(({ event }) => event === 'agent_message')).not.toHaveProperty('from_variable_selector');
    expect(events.at(-1)).toMatchObject({
      event: 'message_end',
      metadata: { usage: { total_tokens: expect.any(Number) } },
    });
  });

  it('tells what the calls of a stopped answer have used', async () => {
    const { key } = await platform.importApp(agentDocument({}, scripted('talkative')));
    const request = { body: ask('Go on', { response_mode: 'streaming' }) };
    const reader = new EventReader(await platform.open(key, '/v1/chat-messages', request));
    const { task_id } = await reader.until(({ event }) => event === 'agent_message');
    await platform.post(key, `/v1/chat-messages/${task_id}/stop`, { user: 'ada' });
    const end = (await reader.rest()).at(-1);
    expect(end).toMatchObject({ event: 'message_end' });
    const { usage } = (end?.metadata ?? {}) as { usage: Record<string, number> };
    expect(usage.prompt_tokens).toBeGreaterThan(1_000);
    // 40 characters of the second call, which has not told its tokens.
    expect(usage.completion_tokens).toBe(510);
  });

  it('keeps its thoughts with the message, and remembers the conversation', async () => {
    const { key } = await platform.importApp(agentDocument());
    const first = await platform.post(key, '/v1/chat-messages', ask('What is 6 * 7?'));
    expect(first.status, first.text).toBe(200);
    const body = first.body as { conversation_id: string; message_id: string };
    expect(body).toMatchObject({ mode: 'agent-chat', answer: expect.stringContaining('The tool answered: 42') });
    const { conversation_id } = body;
    const second = await platform.post(key, '/v1/chat-messages', ask('Thanks', { conversation_id }));
    expect(second.body).toMatchObject({ conversation_id, answer: expect.stringContaining('You said: Thanks') });
    const list = await platform.get(key, `/v1/messages?user=ada&conversation_id=${conversation_id}`);
    const [message, thanks] = (list.body as { data: Record<string, unknown>[] }).data;
    expect(message?.agent_thoughts).toEqual([
      {
        id: expect.any(String),
        chain_id: null,
        message_id: body.message_id,
        position: 1,
        thought: '',
        tool: 'eval_expression',
        tool_labels: { eval_expression: { en_US: 'Calculator' } },
        tool_input: '{"eval_expression":{"expression":"6 * 7"}}',
        observation: '{"eval_expression":"42"}',
        files: [],
        created_at: expect.any(Number),
      },
      expect.objectContaining({ position: 2, tool: '', thought: expect.stringContaining('answered: 42') }),
    ]);
    expect(thanks?.agent_thoughts).toHaveLength(1);
  });

  it('reasons and acts with models that know no tools', async () => {
    const { key } = await platform.importApp(agentDocument({ strategy: 'react' }));
    const events = await streamed(key, 'Hello');
    expect(events.some(({ event, answer }) => event === 'agent_message' && answer !== '')).toBe(true);
    expect(events.at(-1)?.event).toBe('message_end');
  });

  it('takes its inputs, and says so when they are missing', async () => {
    const user_input_form = [{ paragraph: { variable: 'topic', label: 'Topic', required: true } }];
    const { key } = await platform.importApp(agentDocument({}, { user_input_form, pre_prompt: 'About {{topic}}.' }));
    expect((await platform.post(key, '/v1/chat-messages', ask('Hi'))).status).toBe(400);
    expect((await platform.post(key, '/v1/chat-messages', ask('Hi', { inputs: { topic: 'x' } }))).status).toBe(200);
    expect((await platform.get(key, '/v1/parameters?user=ada')).body).toMatchObject({
      user_input_form: [{ paragraph: { variable: 'topic' } }],
    });
  });

  it('tells its model what is missing, and goes on', async () => {
    const dataset = { dataset: { enabled: true, id: '7c1f0c1e-6a57-4a53-8f5c-3f8f6f1b2a10' } };
    const { key } = await platform.importApp(agentDocument({ tools: [tool('a/b/c', 'web_search'), dataset] }));
    const search = await platform.post(key, '/v1/chat-messages', ask('Do a web search'));
    expect(search.body).toMatchObject({ answer: expect.stringContaining('install the plugin "a/b"') });
    const events = await streamed(key, 'Use dataset 7c1f0c1e 6a57 4a53 8f5c 3f8f6f1b2a10');
    expect(JSON.stringify(events)).toContain('dataset not found');
  });

  it('that can not stop calling ends in an error, and keeps what it did', async () => {
    const { key } = await platform.importApp(agentDocument({ max_iteration: 2 }, scripted('forever')));
    const events = await streamed(key, 'Go on');
    expect(events.at(-1)).toMatchObject({ event: 'error', message: expect.stringContaining('used its 2 rounds') });
    const { conversation_id } = events[0] as unknown as { conversation_id: string };
    const list = await platform.get(key, `/v1/messages?user=ada&conversation_id=${conversation_id}`);
    expect((list.body as { data: { agent_thoughts: unknown[] }[] }).data[0]?.agent_thoughts).toHaveLength(3);
  });

  it('that is stopped ends its message with what was said', async () => {
    const model = { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 10_000 } };
    const { key } = await platform.importApp(agentDocument({}, { model }));
    const request = { body: ask('What is 2 + 3?', { response_mode: 'streaming' }) };
    const reader = new EventReader(await platform.open(key, '/v1/chat-messages', request));
    const { task_id, conversation_id } = await reader.until(({ event }) => event === 'agent_message');
    await platform.post(key, `/v1/chat-messages/${task_id}/stop`, { user: 'ada' });
    expect((await reader.rest()).at(-1)).toMatchObject({ event: 'message_end' });
    const list = await platform.get(key, `/v1/messages?user=ada&conversation_id=${conversation_id}`);
    expect((list.body as { data: object[] }).data[0]).toMatchObject({
      answer: 'This',
      agent_thoughts: [{ tool: 'eval_expression' }, { position: 2 }],
    });
  });

  it('reports the trouble of its provider by its own code', async () => {
    const { key } = await platform.importApp(agentDocument({}, scripted('500')));
    expect((await streamed(key, 'Hi')).at(-1)).toMatchObject({ event: 'error', code: 'completion_request_error' });
  });
});

describe('an agent app with a package', () => {
  it('runs as its package says', async () => {
    const soul = { prompt: { system_prompt: 'You are Ada.' }, model: { model_provider: 'demo', model: 'demo-chat' } };
    const settings = { ...soul, model: { ...soul.model, model_settings: { pace_ms: 0 } } };
    const { key } = await platform.importApp(
      JSON.stringify({
        version: '0.6.0',
        app: { name: 'Ada', mode: 'agent' },
        agent: { package_ref: 'ada' },
        agent_packages: { ada: { schema_version: 1, metadata: { name: 'Ada' }, soul: settings } },
      }),
    );
    const answer = await platform.post(key, '/v1/chat-messages', ask('Hello'));
    expect(answer.body).toMatchObject({ mode: 'agent', answer: expect.stringContaining('You said: Hello') });
  });
});

describe('tools and agents in graphs', () => {
  const agentNode = (id: string, more: object = {}) =>
    node(id, 'agent', {
      agent_strategy_name: 'function_calling',
      agent_strategy_provider_name: 'langgenius/agent/agent',
      tool_node_version: '2',
      agent_parameters: {
        model: { type: 'constant', value: { provider: 'demo', model: 'demo-chat', completion_params: { pace_ms: 0 } } },
        instruction: { type: 'constant', value: '' },
        query: { type: 'constant', value: '{{#sys.query#}}' },
        tools: {
          type: 'constant',
          value: [
            { enabled: true, type: 'builtin', provider_name: 'maths', tool_name: 'eval_expression', parameters: {} },
          ],
        },
      },
      ...more,
    });

  it('tell their steps in a chatflow', async () => {
    const { key } = await platform.importApp(
      appDocument({
        mode: 'advanced-chat',
        nodes: [node('1', 'start', { variables: [] }), agentNode('2'), node('3', 'answer', { answer: '{{#2.text#}}' })],
        edges: chain('1', '2', '3'),
      }),
    );
    const events = await streamed(key, 'What is 2 ** 10?');
    const logs = events.filter(({ event }) => event === 'agent_log');
    expect(logs[0]).toMatchObject({
      data: { node_id: '2', label: 'ROUND 1', parent_id: null, status: 'start', node_execution_id: expect.any(String) },
    });
    expect(logs[0]).not.toHaveProperty('workflow_run_id');
    const text = events.filter(({ event }) => event === 'message').map((event) => event.answer);
    expect(text.join('')).toContain('The tool answered: 1024');
    const finished = events.find(
      (event) => event.event === 'node_finished' && (event.data as { node_id: string }).node_id === '2',
    );
    expect(finished).toMatchObject({
      data: {
        status: 'succeeded',
        execution_metadata: { total_tokens: expect.any(Number), agent_log: expect.any(Array) },
      },
    });
  });

  it('run in a workflow, with parameters of both forms, and fail by name when a tool is missing', async () => {
    const toolNode = (id: string, more: object) => node(id, 'tool', { provider_type: 'builtin', ...more });
    const { key } = await platform.importApp(
      appDocument({
        mode: 'workflow',
        nodes: [
          node('1', 'start', {
            variables: [{ variable: 'sum', label: 's', type: 'text-input', required: true, max_length: 99 }],
          }),
          toolNode('2', {
            provider_id: 'langgenius/maths/maths',
            tool_name: 'eval_expression',
            tool_node_version: '2',
            tool_parameters: { expression: { type: 'mixed', value: '{{#1.sum#}}' } },
            tool_configurations: {},
          }),
          toolNode('3', {
            provider_id: 'time',
            tool_name: 'current_time',
            tool_parameters: {},
            tool_configurations: { format: '%Y', timezone: 'Asia/Shanghai' },
          }),
          toolNode('4', {
            provider_id: 'firecrawl',
            tool_name: 'firecrawl_scrape',
            error_strategy: 'default-value',
            default_value: [{ key: 'text', type: 'string', value: 'none' }],
          }),
          node('5', 'end', {
            outputs: [
              { variable: 'sum', value_selector: ['2', 'text'] },
              { variable: 'json', value_selector: ['2', 'json'] },
              { variable: 'year', value_selector: ['3', 'text'] },
              { variable: 'problem', value_selector: ['4', 'error_message'] },
              { variable: 'kind', value_selector: ['4', 'error_type'] },
            ],
          }),
        ],
        edges: chain('1', '2', '3', '4', '5'),
      }),
    );
    const answer = await platform.post(key, '/v1/workflows/run', { inputs: { sum: '7 / 2' }, user: 'ada' });
    expect(answer.body).toMatchObject({
      data: {
        status: 'partial-succeeded',
        outputs: {
          sum: '3.5',
          json: [{ data: [] }],
          year: expect.stringMatching(/^20\d\d$/),
          problem: expect.stringContaining('install the plugin "firecrawl"'),
          kind: 'ToolNodeError',
        },
      },
    });
    const bad = await platform.post(key, '/v1/workflows/run', { inputs: { sum: 'import os' }, user: 'ada' });
    expect(bad.text).toContain("can't be calculated");
  });

  it('are warned of at import: tools that are missing, agents that can not run', async () => {
    const yaml = appDocument({
      mode: 'workflow',
      nodes: [
        node('1', 'start', { variables: [] }),
        node('2', 'tool', { provider_type: 'builtin', provider_id: 'firecrawl', tool_name: 'firecrawl_scrape' }),
        node('3', 'tool', { provider_type: 'builtin', provider_id: 'time', tool_name: 'current_time' }),
        agentNode('4', { agent_strategy_name: 'TOD' }),
        node('5', 'end', { outputs: [] }),
      ],
      edges: chain('1', '2', '3', '4', '5'),
    });
    const answer = await platform.management.request('/console/api/apps/import', { body: { yaml, publish: true } });
    const { warnings } = answer.body as { warnings: string[] };
    const text = warnings.join('\n');
    expect(text).toContain('"firecrawl_scrape" of the provider "firecrawl" is not installed');
    expect(text).toContain('strategy "TOD"');
    expect(text).not.toContain('current_time');
  });
});
