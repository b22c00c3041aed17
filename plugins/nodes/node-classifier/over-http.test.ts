import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appDocument, chain, edge, node } from '#engine/testing/app-document.ts';
import { modelNode, textInput } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import {
  beginStream,
  chunkFrame,
  DONE_FRAME,
  type FakeOpenAi,
  type Script,
  startFakeOpenAi,
  usageFrame,
} from '#plugins/provider-openai/testing/fake-openai.ts';

/** Classifier, extractor and what models cost, as callers of the runtime API see them. */

let platform: TestPlatform;
let provider: FakeOpenAi;
/** What the scripted model says next; the last one stays. */
let replies: string[] = [];

/** 1,000 prompt tokens and 100 completion tokens a call. */
const scripted: Script = (_call, response) => {
  const reply = replies.length > 1 ? replies.shift() : replies[0];
  beginStream(response);
  const end = chunkFrame({}, { finish_reason: 'stop' }) + usageFrame(1000, 100) + DONE_FRAME;
  response.end(chunkFrame({ content: reply ?? '' }) + end);
};

const boastful: Script = (_call, response) => {
  beginStream(response);
  const end = chunkFrame({}, { finish_reason: 'stop' }) + usageFrame(Number.MAX_SAFE_INTEGER, 2 ** 31) + DONE_FRAME;
  response.end(chunkFrame({ content: '{"class_id": "1"}' }) + end);
};

beforeAll(async () => {
  provider = await startFakeOpenAi({ scripted, 'gpt-4o-mini': scripted, boastful });
  platform = await sharedPlatform();
  const credentials = {
    openai_api_key: 'sk-test',
    openai_api_base: provider.url,
    prices: '{"scripted": {"prompt": "0.1", "completion": "0.2"}}',
  };
  const stored = await platform.management.request('/console/api/providers/openai', {
    method: 'PUT',
    body: { credentials },
  });
  expect(stored.status).toBe(200);
});
afterAll(async () => {
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});
beforeEach(() => {
  replies = [];
});

type Values = Readonly<Record<string, unknown>>;

const demo = { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 0 } };
const openai = (name: string) => ({ provider: 'openai', name, mode: 'chat', completion_params: {} });
const classes = [
  { id: '1', name: 'Questions about bills' },
  { id: '1742508132865', name: '技術サポート' },
];
const start = node('start', 'start', { variables: [textInput('q')] });
const classifier = (model: Values, more: Values = {}) =>
  node('qc', 'question-classifier', { query_variable_selector: ['start', 'q'], model, classes, ...more });
const extractor = (model: Values, more: Values = {}) =>
  node('pe', 'parameter-extractor', {
    query: ['start', 'q'],
    model,
    parameters: [
      { name: 'city', type: 'string', required: true },
      { name: 'nights', type: 'number', required: true },
      { name: 'kind', type: 'select', options: ['hotel', 'camping'], required: true },
      { name: 'tags', type: 'array[string]', required: false },
    ],
    reasoning_mode: 'function_call',
    ...more,
  });
const end = (id: string, ...selectors: readonly (readonly string[])[]) =>
  node(id, 'end', {
    outputs: selectors.map((value_selector) => ({ variable: value_selector.join('_'), value_selector })),
  });

function workflow(nodes: readonly object[], edges: readonly object[]): string {
  return appDocument({ mode: 'workflow', name: 'Models', nodes, edges });
}

/** A branch for each class. */
function routing(model: Values, more: Values = {}): string {
  return workflow(
    [
      start,
      classifier(model, more),
      end('a', ['qc', 'class_name']),
      end('b', ['qc', 'class_id']),
      end('c', ['qc', 'error_type']),
    ],
    [...chain('start', 'qc'), edge('qc', 'a', '1'), edge('qc', 'b', '1742508132865'), edge('qc', 'c', 'fail-branch')],
  );
}

async function run(yaml: string, q: string) {
  const { key } = await platform.importApp(yaml);
  const answer = await platform.stream(key, '/v1/workflows/run', {
    inputs: { q },
    user: 'u1',
    response_mode: 'streaming',
  });
  const events = answer.events as unknown as {
    event: string;
    data: Record<string, unknown>;
    [field: string]: unknown;
  }[];
  const finished = events.find(({ event }) => event === 'workflow_finished')?.data ?? {};
  const nodes = events.filter(({ event }) => event === 'node_finished').map(({ data }) => data);
  const retries = events.filter(({ event }) => event === 'node_retry').map(({ data }) => data);
  return { events, finished, retries, node: (type: string) => nodes.find((data) => data.node_type === type) ?? {} };
}

describe('with the demo model, offline,', () => {
  it.each([
    ['There is a mistake on my bill', { qc_class_name: 'Questions about bills' }],
    ['サポートをお願いします', { qc_class_id: '1742508132865' }],
  ])('the class of %j is the one whose words it has', async (q, outputs) => {
    const { finished, node: result } = await run(routing(demo), q);
    expect(finished).toMatchObject({ status: 'succeeded', outputs });
    const tokens = (result('question-classifier').execution_metadata as Values).total_tokens;
    expect(tokens).toBeGreaterThan(0);
    expect(finished.total_tokens).toBe(tokens);
  });

  it.each(['function_call', 'prompt'])('parameters read by %s have values of their types', async (reasoning_mode) => {
    const yaml = workflow(
      [
        start,
        extractor(demo, { reasoning_mode }),
        end('end', ['pe', 'city'], ['pe', 'nights'], ['pe', 'kind'], ['pe', 'tags'], ['pe', '__is_success']),
      ],
      chain('start', 'pe', 'end'),
    );
    const { finished } = await run(yaml, 'Two nights of camping');
    expect(finished).toMatchObject({
      status: 'succeeded',
      outputs: { pe_city: 'demo', pe_nights: 0, pe_kind: 'camping', pe_tags: [], pe___is_success: 1 },
    });
  });
});

describe('what models cost', () => {
  it('is told by each node and summed up over the run, with the prices of the workspace', async () => {
    replies = ['{"class_id": "1742508132865"}', '{"city": "Köln", "nights": "2", "kind": "hotel"}', 'Done.'];
    const yaml = workflow(
      [
        start,
        classifier(openai('scripted')),
        extractor(openai('scripted')),
        modelNode('llm', 'Hi', openai('gpt-4o-mini')),
        end('end', ['pe', 'city'], ['pe', 'nights'], ['llm', 'text']),
      ],
      [...chain('start', 'qc'), edge('qc', 'pe', '1742508132865'), ...chain('pe', 'llm', 'end')],
    );
    const { finished, node: result } = await run(yaml, 'Hallo');
    expect(finished).toMatchObject({
      status: 'succeeded',
      outputs: { pe_city: 'Köln', pe_nights: 2, llm_text: 'Done.' },
      total_tokens: 3300,
    });
    const own = { total_tokens: 1100, total_price: '0.00012', currency: 'USD' };
    expect(result('question-classifier')).toMatchObject({
      execution_metadata: own,
      outputs: { usage: own },
      process_data: { usage: own },
    });
    expect(result('parameter-extractor')).toMatchObject({
      execution_metadata: own,
      outputs: { __usage: own },
      process_data: { usage: own },
    });
    expect(result('llm')).toMatchObject({ execution_metadata: { total_tokens: 1100, total_price: '0.00021' } });
  });

  it('can be looked up: list prices with their day, and the tokens of a run in its record', async () => {
    const { body } = await platform.management.request('/console/api/providers');
    const { data } = body as { data: { id: string; models: { name: string; price: unknown }[] }[] };
    const models = data.find(({ id }) => id === 'openai')?.models;
    expect(models?.find(({ name }) => name === 'gpt-4o-mini')?.price).toEqual({
      prompt: '0.15',
      completion: '0.6',
      unit: '0.000001',
      currency: 'USD',
      cached_prompt: '0.075',
      cache_write: null,
      tiers: [],
      as_of: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    replies = ['{"class_id": "1"}'];
    const { key } = await platform.importApp(routing(openai('scripted')));
    const request = { inputs: { q: 'x' }, user: 'u1', response_mode: 'blocking' };
    const answer = (await platform.post(key, '/v1/workflows/run', request)).body as { workflow_run_id: string };
    const record = await platform.get(key, `/v1/workflows/run/${answer.workflow_run_id}`);
    expect(record.body).toMatchObject({ status: 'succeeded', total_tokens: 1100 });
  });

  it('stays within what records hold when a server tells tokens beyond measure', async () => {
    const { finished, node: result } = await run(routing(openai('boastful')), 'x');
    expect(finished).toMatchObject({ status: 'succeeded' });
    expect(finished.total_tokens).toBeLessThan(1_000_000);
    expect(result('question-classifier')).toMatchObject({
      execution_metadata: { total_tokens: finished.total_tokens },
    });
  });

  it('is in the usage of a chat message', async () => {
    replies = ['{"class_id": "1"}', 'Hello!'];
    const yaml = appDocument({
      mode: 'advanced-chat',
      name: 'Chat',
      nodes: [
        node('start', 'start', { variables: [] }),
        classifier(openai('scripted'), {
          query_variable_selector: ['sys', 'query'],
          memory: { window: { enabled: false, size: 5 } },
        }),
        modelNode('llm', 'Hi', openai('scripted')),
        node('answer', 'answer', { answer: '{{#qc.class_label#}}: {{#llm.text#}}' }),
      ],
      edges: [...chain('start', 'qc'), edge('qc', 'llm', '1'), ...chain('llm', 'answer')],
    });
    const { key } = await platform.importApp(yaml);
    const say = async (query: string, more: Values = {}) => {
      const answer = await platform.post(key, '/v1/chat-messages', {
        inputs: {},
        query,
        user: 'u1',
        response_mode: 'blocking',
        ...more,
      });
      return answer.body as { answer: string; conversation_id: string; metadata: { usage: Values } };
    };
    const first = await say('About my bill');
    expect(first.answer).toBe('Questions about bills: Hello!');
    expect(first.metadata.usage).toMatchObject({ total_tokens: 2200, total_price: '0.00024', prompt_price: '0.0002' });
    await say('And now?', { conversation_id: first.conversation_id });
    const [asked] = provider.seen.slice(-2);
    expect(JSON.stringify(asked?.body.messages)).toContain('Human: About my bill');
  });

  it('counts attempts that failed after they were answered, each once', async () => {
    replies = ['no JSON at all', '{"a": 1}'];
    const llm = modelNode('llm', 'Hi', openai('scripted'), {
      structured_output_switch_on: true,
      structured_output: { schema: { type: 'object', properties: { a: { type: 'number' } } } },
      retry_config: { retry_enabled: true, max_retries: 2, retry_interval: 1 },
    });
    const { finished, retries } = await run(
      workflow([start, llm, end('end', ['llm', 'structured_output'])], chain('start', 'llm', 'end')),
      'x',
    );
    expect(finished).toMatchObject({
      status: 'partial-succeeded',
      outputs: { llm_structured_output: { a: 1 } },
      total_tokens: 2200,
    });
    expect(retries).toMatchObject([
      { execution_metadata: { total_tokens: 1100, total_price: '0.00012', currency: 'USD' } },
    ]);
  });
});

describe('a failed call of a model', () => {
  it('fails the run, and says why', async () => {
    const { events, finished, node: result } = await run(routing(openai('quota')), 'x');
    const error = expect.stringContaining('exceeded quota');
    expect(finished).toMatchObject({ status: 'failed', outputs: {}, error });
    expect(result('question-classifier')).toMatchObject({ status: 'failed', error, inputs: { query: 'x' } });
    expect(events.at(-1)).toMatchObject({ event: 'error', status: 400, message: error });
  });

  it('takes the fail branch of a classifier that has one, and the class otherwise', async () => {
    const strategy = { error_strategy: 'fail-branch' };
    const failed = await run(routing(openai('quota'), strategy), 'x');
    expect(failed.finished).toMatchObject({
      status: 'partial-succeeded',
      outputs: { qc_error_type: 'QuotaExceededError' },
    });
    replies = ['{"class_id": "1"}'];
    const good = await run(routing(openai('scripted'), strategy), 'x');
    expect(good.finished).toMatchObject({ status: 'succeeded', outputs: { qc_class_name: 'Questions about bills' } });
  });

  it('gives an extractor its default values', async () => {
    const strategy = {
      error_strategy: 'default-value',
      default_value: [{ key: 'city', type: 'string', value: 'Bonn' }],
    };
    const yaml = workflow(
      [start, extractor(openai('500'), strategy), end('end', ['pe', 'city'])],
      chain('start', 'pe', 'end'),
    );
    expect((await run(yaml, 'x')).finished).toMatchObject({
      status: 'partial-succeeded',
      outputs: { pe_city: 'Bonn' },
    });
  });
});
