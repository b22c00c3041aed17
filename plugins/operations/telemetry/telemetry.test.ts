import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { modelNode } from '#plugins/delivery-api/testing/documents.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { sayingIteration } from '#plugins/node-containers/testing/documents.ts';
import {
  beginStream,
  chunkFrame,
  DONE_FRAME,
  type FakeOpenAi,
  startFakeOpenAi,
  usageFrame,
} from '#plugins/provider-openai/testing/fake-openai.ts';
import { TraceExport } from './contract.ts';
import { type Collector, type SeenSpan, startCollector } from './testing/collector.ts';

const canaries = {
  key: 'sk-canary-provider-key',
  environment: 'canary-environment-secret',
  input: 'canary-input-of-a-user',
  prompt: 'canary-prompt-of-an-author',
  answer: 'canary-answer-of-a-model',
  collector: 'canary-collector-key',
};
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

let collector: Collector;
let models: FakeOpenAi;
let web: LocalServer;
let platform: TestPlatform;

beforeAll(async () => {
  collector = await startCollector();
  models = await startFakeOpenAi({
    'gpt-traced': (_, response) => {
      beginStream(response);
      const end = chunkFrame({}, { finish_reason: 'stop' }) + usageFrame(12, 5) + DONE_FRAME;
      response.end(chunkFrame({ content: canaries.answer }) + end);
    },
  });
  web = await startServer((_, response) => void response.end('fine'));
  platform = await tracedPlatform();
}, 120_000);

beforeEach(() => {
  collector.behave = 'well';
});

afterAll(async () => {
  await platform?.dispose();
  for (const server of [collector, models, web]) await server?.[Symbol.asyncDispose]();
});

async function tracedPlatform(settings: Readonly<Record<string, unknown>> = {}): Promise<TestPlatform> {
  const started = await startPlatform({
    config: {
      telemetry: {
        endpoint: collector.url,
        headers: [`x-key=${canaries.collector}`],
        exportTimeout: 500,
        exportInterval: 50,
        ...settings,
      },
    },
    env: { WEFT_EGRESS_ALLOW: '127.0.0.1' },
  });
  const credentials = { openai_api_key: canaries.key, openai_api_base: models.url };
  const path = '/console/api/providers/openai';
  const stored = await started.management.request(path, { method: 'PUT', body: { credentials } });
  expect(stored.status).toBe(200);
  return started;
}

/** Calls a server, then a model. */
function calling(model = 'gpt-traced'): string {
  return appDocument({
    mode: 'workflow',
    name: `Calling ${model}`,
    environmentVariables: [
      { id: 'e', name: 'secret', value_type: 'secret', value: canaries.environment, description: '' },
    ],
    nodes: [
      node('1', 'start', { variables: [{ variable: 'word', label: 'Word', type: 'text-input', required: true }] }),
      node('h', 'http-request', {
        method: 'get',
        url: `${web.url}/`,
        headers: 'X-Token: {{#env.secret#}}',
        params: '',
        authorization: { type: 'no-auth', config: null },
        body: { type: 'none', data: [] },
      }),
      modelNode('m', `${canaries.prompt} {{#1.word#}} {{#env.secret#}}`, {
        provider: 'openai',
        name: model,
        completion_params: { temperature: 0.5, max_tokens: 100 },
      }),
      node('end', 'end', { outputs: [{ variable: 'text', value_selector: ['m', 'text'] }] }),
    ],
    edges: chain('1', 'h', 'm', 'end'),
  });
}

interface Answered {
  readonly workflow_run_id: string;
  readonly data: { readonly status: string };
}

async function run(on: TestPlatform, key: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  const body = { inputs: { word: canaries.input }, response_mode: 'blocking', user: 'ada' };
  const answer = await fetch(`${on.url}/v1/workflows/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answered;
}

/** The spans of a trace, when its run is among them: it is the last. */
async function traced(isRun: (span: SeenSpan) => boolean): Promise<readonly SeenSpan[]> {
  await expect.poll(() => collector.spans.some(isRun), { interval: 20 }).toBe(true);
  const { traceId } = collector.spans.find(isRun) as SeenSpan;
  return collector.spans.filter((span) => span.traceId === traceId);
}

const named = (spans: readonly SeenSpan[], name: string): SeenSpan => {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
  return found;
};

const ofRun = (runId: string) => (span: SeenSpan) => span.attributes['weft.run.id'] === runId;

describe('a run that is traced', () => {
  it('is one trace: the caller’s, with the nodes beneath the run and the model beneath its node', async () => {
    const { key, appId } = await platform.importApp(calling());
    const { workflow_run_id: id, data } = await run(platform, key, { traceparent: `00-${TRACE}-${PARENT}-01` });
    expect(data.status).toBe('succeeded');
    const spans = await traced(ofRun(id));
    const root = named(spans, 'run workflow');
    expect(root).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2 });
    expect(root.attributes).toMatchObject({
      'weft.run.status': 'succeeded',
      'weft.run.source': 'app-run',
      'weft.app.id': appId,
      'weft.app.mode': 'workflow',
      'weft.workspace.id': platform.workspaceId,
    });
    const names = spans.map(({ name }) => name).toSorted();
    expect(names).toEqual([
      'chat gpt-traced',
      'node end',
      'node http-request',
      'node llm',
      'node start',
      'run workflow',
    ]);
    for (const name of ['node start', 'node http-request', 'node llm', 'node end'])
      expect(named(spans, name).parentSpanId).toBe(root.spanId);
    const call = named(spans, 'chat gpt-traced');
    expect(call).toMatchObject({ parentSpanId: named(spans, 'node llm').spanId, kind: 3 });
    expect(call.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-traced',
      'gen_ai.request.temperature': 0.5,
      'gen_ai.request.max_tokens': 100,
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 5,
      'gen_ai.response.finish_reasons': ['stop'],
      'weft.model.credential_set': 'Default',
      'weft.model.time_to_first_token': expect.any(Number),
    });
    for (const span of spans) {
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
      expect(span.spanId).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
    }
    expect(collector.headers[0]?.['x-key']).toBe(canaries.collector);
  });

  it('passes the trace on to the servers that its nodes call, each from its own span', async () => {
    const { key } = await platform.importApp(calling());
    const trace = TRACE.replaceAll('4', '5');
    const { workflow_run_id: id } = await run(platform, key, { traceparent: `00-${trace}-${PARENT}-01` });
    const spans = await traced(ofRun(id));
    const passed = (span: SeenSpan) => `00-${trace}-${span.spanId}-01`;
    expect(web.seen.at(-1)?.headers.traceparent).toBe(passed(named(spans, 'node http-request')));
    expect(models.seen.at(-1)?.headers.traceparent).toBe(passed(named(spans, 'chat gpt-traced')));
  });

  it('begins a trace that is found by the id of the run, where the caller sends none or nonsense', async () => {
    const { key } = await platform.importApp(calling());
    for (const traceparent of [
      undefined,
      'nonsense',
      `00-${'0'.repeat(32)}-${PARENT}-01`,
      `ff-${TRACE}-${PARENT}-01`,
    ]) {
      const { workflow_run_id: id } = await run(platform, key, traceparent === undefined ? {} : { traceparent });
      const root = named(await traced(ofRun(id)), 'run workflow');
      expect(root.traceId).toBe(id.replaceAll('-', ''));
      expect(root.parentSpanId ?? '').toBe('');
    }
  });

  it('is not traced when its caller says so, and says that to others', async () => {
    const { key } = await platform.importApp(calling());
    const trace = TRACE.replaceAll('4', '6');
    const { workflow_run_id: id } = await run(platform, key, { traceparent: `00-${trace}-${PARENT}-00` });
    expect(web.seen.at(-1)?.headers.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
    const next = await run(platform, key);
    await traced(ofRun(next.workflow_run_id));
    expect(collector.spans.some(ofRun(id))).toBe(false);
    expect(collector.spans.some(({ traceId }) => traceId === trace)).toBe(false);
  });

  it('tells what failed by its kind, and keeps the message for itself', async () => {
    const { key } = await platform.importApp(calling('500'));
    const { workflow_run_id: id, data } = await run(platform, key);
    expect(data.status).toBe('failed');
    const spans = await traced(ofRun(id));
    expect(named(spans, 'run workflow')).toMatchObject({ status: { code: 2 } });
    expect(named(spans, 'node llm')).toMatchObject({
      status: { code: 2 },
      attributes: { 'error.type': 'InvokeError', 'weft.node.status': 'failed' },
    });
    expect(named(spans, 'chat 500').attributes['error.type']).toBe('models.completion_request_error');
    for (const span of spans) expect(span.status.message ?? '').toBe('');
  });

  it('shows the rounds of a container beneath it', async () => {
    const { key } = await platform.importApp(sayingIteration());
    const body = { inputs: {}, query: 'hello', response_mode: 'blocking', conversation_id: '', user: 'ada' };
    const answer = await platform.post(key, '/v1/chat-messages', body);
    expect(answer.status, answer.text).toBe(200);
    const spans = await traced((span) => span.attributes['weft.app.mode'] === 'advanced-chat');
    const container = named(spans, 'node iteration');
    const inside = spans.filter(({ attributes }) => attributes['weft.node.id'] === '3');
    expect(inside.map(({ attributes }) => attributes['weft.node.path'])).toEqual(['2:0/', '2:1/']);
    for (const span of inside) expect(span.parentSpanId).toBe(container.spanId);
  });

  it('shows the tools an agent calls and the model it asks, beneath it', async () => {
    const agent = {
      version: '0.6.0',
      kind: 'app',
      app: { name: 'Agent', mode: 'agent-chat' },
      model_config: {
        model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 0 } },
        pre_prompt: 'Help.',
        agent_mode: {
          enabled: true,
          strategy: 'function_call',
          max_iteration: 3,
          tools: [
            {
              enabled: true,
              provider_type: 'builtin',
              provider_id: 'maths',
              provider_name: 'maths',
              tool_name: 'eval_expression',
              tool_label: 'eval_expression',
              tool_parameters: { expression: '' },
            },
          ],
        },
      },
    };
    const { key } = await platform.importApp(JSON.stringify(agent));
    const body = { inputs: {}, query: 'What is 6 * 7?', response_mode: 'blocking', conversation_id: '', user: 'ada' };
    const answer = await platform.post(key, '/v1/chat-messages', body);
    expect(answer.status, answer.text).toBe(200);
    const spans = await traced((span) => span.attributes['weft.app.mode'] === 'agent-chat');
    const invoked = spans.find(({ attributes }) => attributes['gen_ai.operation.name'] === 'invoke_agent');
    const tool = named(spans, 'execute_tool eval_expression');
    expect(tool).toMatchObject({
      parentSpanId: invoked?.spanId,
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'eval_expression' },
    });
    const calls = spans.filter(({ name }) => name === 'chat demo-chat');
    expect(calls.length).toBeGreaterThanOrEqual(2);
    for (const call of calls) expect(call.parentSpanId).toBe(invoked?.spanId);
  });

  it('has told nothing that was said, and no secret', () => {
    const sent = collector.bodies.join('\n');
    expect(sent).toContain('chat gpt-traced');
    for (const secret of Object.values(canaries)) expect(sent).not.toContain(secret);
    expect(JSON.stringify(platform.log)).not.toContain(canaries.collector);
  });
});

describe('a collector that fails', () => {
  it.each(['hang', 'reset', 'refuse'] as const)('changes nothing for runs: %s', async (how) => {
    const { key } = await platform.importApp(calling());
    const traces = platform.kernel.resolve(TraceExport);
    const before = traces.dropped;
    collector.behave = how;
    for (let count = 0; count < 3; count += 1) expect((await run(platform, key)).data.status).toBe('succeeded');
    await expect.poll(() => traces.dropped, { timeout: 30_000 }).toBeGreaterThan(before);
    collector.behave = 'well';
    const { workflow_run_id: id } = await run(platform, key);
    await traced(ofRun(id));
  });
});

describe('what was said', () => {
  it('is told where the operator wants it, still without secrets', async () => {
    const telling = await tracedPlatform({ content: true });
    try {
      const { key } = await telling.importApp(calling());
      const { workflow_run_id: id } = await run(telling, key);
      const spans = await traced(ofRun(id));
      const { attributes } = named(spans, 'node llm');
      expect(attributes['gen_ai.input.messages']).toContain(canaries.prompt);
      expect(attributes['gen_ai.input.messages']).toContain(canaries.input);
      expect(attributes['gen_ai.output.messages']).toContain(canaries.answer);
      const text = JSON.stringify(spans);
      for (const secret of [canaries.key, canaries.environment, canaries.collector]) expect(text).not.toContain(secret);
    } finally {
      await telling.dispose();
    }
  }, 60_000);
});

describe('without a collector', () => {
  it('nothing is traced, and nobody hears of traces', async () => {
    const quiet = await startPlatform({ env: { WEFT_EGRESS_ALLOW: '127.0.0.1' } });
    try {
      const credentials = { openai_api_key: canaries.key, openai_api_base: models.url };
      const path = '/console/api/providers/openai';
      await quiet.management.request(path, { method: 'PUT', body: { credentials } });
      const { key } = await quiet.importApp(calling());
      await run(quiet, key, { traceparent: `00-${TRACE}-${PARENT}-01` });
      expect(web.seen.at(-1)?.headers).not.toHaveProperty('traceparent');
      expect(models.seen.at(-1)?.headers).not.toHaveProperty('traceparent');
    } finally {
      await quiet.dispose();
    }
  }, 60_000);
});
