import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { failingWorkflow, speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
let greeting: ImportedApp;

beforeAll(async () => {
  platform = await sharedPlatform();
  greeting = await platform.importApp(greetingWorkflow());
});
afterAll(() => platform.dispose());

const path = '/v1/workflows/run';
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const now = () => Math.floor(Date.now() / 1000);

interface Data {
  readonly id: string;
  readonly [field: string]: unknown;
}
interface WorkflowEvent {
  readonly event: string;
  readonly data?: Data;
  readonly [field: string]: unknown;
}

async function streamed(app: ImportedApp, inputs: object = {}) {
  const answer = await platform.stream(app.key, path, { inputs, user: 'u1', response_mode: 'streaming' });
  return { ...answer, events: answer.events as unknown as WorkflowEvent[] };
}

async function detail(app: ImportedApp, runId: unknown) {
  return (await platform.get(app.key, `${path}/${runId}`)).body as Record<string, unknown>;
}

describe('a blocking run', () => {
  it('answers with exactly the fields of the contract', async () => {
    const before = now();
    const answer = await platform.post(greeting.key, path, { inputs: { name: 'Ada' }, user: 'u1' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    const body = answer.body as { workflow_run_id: string; data: { created_at: number; finished_at: number } };
    expect(body).toEqual({
      task_id: uuid,
      workflow_run_id: uuid,
      log_id: body.workflow_run_id,
      data: {
        id: body.workflow_run_id,
        workflow_id: uuid,
        status: 'succeeded',
        outputs: { greeting: 'Hello Ada' },
        error: null,
        elapsed_time: expect.any(Number),
        total_tokens: 0,
        total_steps: 3,
        created_at: expect.any(Number),
        finished_at: expect.any(Number),
        sequence_number: 1,
      },
    });
    expect(Number.isInteger(body.data.created_at) && body.data.created_at >= before).toBe(true);
    expect(body.data.finished_at).toBeGreaterThanOrEqual(body.data.created_at);
  });

  it('is in the history when it is answered', async () => {
    const answer = await platform.post(greeting.key, path, { inputs: { name: 'Ada' }, user: 'u1' });
    const { sequence_number: _, ...data } = (answer.body as { data: Data }).data;
    const run = await detail(greeting, data.id);
    expect(run).toEqual({ ...data, inputs: expect.any(String) });
    expect(JSON.parse(run.inputs as string)).toMatchObject({
      name: 'Ada',
      'sys.user_id': 'u1',
      'sys.timestamp': run.created_at,
      'sys.workflow_run_id': data.id,
    });
  });

  it('takes a null response mode, null files and fields it does not know', async () => {
    const body = {
      inputs: { name: 'A', x: 1 },
      user: 'u1',
      response_mode: null,
      files: null,
      conversation_id: '',
      z: {},
    };
    const answer = await platform.post(greeting.key, path, body);
    expect(answer).toMatchObject({ status: 200, body: { data: { outputs: { greeting: 'Hello A' } } } });
  });

  it('keeps text of any kind as it is', async () => {
    const name = '"\\\u2028\n🙂é\u0001';
    const answer = await platform.post(greeting.key, path, { inputs: { name: `\0${name}` }, user: 'u1' });
    const { data } = answer.body as { data: Data };
    expect(data.outputs).toEqual({ greeting: `Hello ${name}` });
    expect((await detail(greeting, data.id)).outputs).toEqual(data.outputs);
  });
});

describe('a streamed run', () => {
  it('consists of frames and pings, byte by byte', async () => {
    const answer = await streamed(greeting, { name: 'Ada' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('no-cache');
    expect(answer.headers.get('content-length')).toBeNull();
    expect(answer.headers.get('content-encoding')).toBeNull();
    const text = answer.bytes.toString('utf8');
    const pieces = answer.events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
    expect(text).toBe(`event: ping\n\n${pieces.join('')}`);
    expect(text).not.toContain('\r');
  });

  it('tells its events in order, each with the envelope', async () => {
    const { events } = await streamed(greeting, { name: 'Ada' });
    expect(events.map((event) => `${event.event} ${event.data?.node_id ?? ''}`.trim())).toEqual([
      'workflow_started',
      'node_started 1',
      'node_finished 1',
      'node_started 2',
      'text_chunk',
      'node_finished 2',
      'node_started 3',
      'node_finished 3',
      'workflow_finished',
    ]);
    const [first] = events;
    for (const event of events) {
      expect(Object.keys(event)).toEqual(['event', 'workflow_run_id', 'task_id', 'data']);
      expect(event).toMatchObject({ workflow_run_id: first?.workflow_run_id, task_id: first?.task_id });
    }
  });

  it('starts and ends with the fields of the contract', async () => {
    const { events } = await streamed(greeting, { name: 'Ada' });
    const started = events[0];
    const id = started?.workflow_run_id;
    expect(started?.data).toEqual({
      id,
      workflow_id: uuid,
      inputs: expect.objectContaining({ name: 'Ada', 'sys.user_id': 'u1' }),
      created_at: expect.any(Number),
      reason: 'initial',
      sequence_number: 1,
    });
    expect(events.at(-1)?.data).toEqual({
      id,
      workflow_id: started?.data?.workflow_id,
      status: 'succeeded',
      outputs: { greeting: 'Hello Ada' },
      error: null,
      elapsed_time: expect.any(Number),
      total_tokens: 0,
      total_steps: 3,
      created_by: { id: uuid, user: 'u1' },
      created_at: started?.data?.created_at,
      finished_at: expect.any(Number),
      exceptions_count: 0,
      files: [],
      sequence_number: 1,
    });
  });

  it('shows nodes with the fields of the contract, matched by node and execution', async () => {
    const { events } = await streamed(greeting, { name: 'Ada' });
    const started = events.find((event) => event.event === 'node_started' && event.data?.node_id === '2');
    const finished = events.find((event) => event.event === 'node_finished' && event.data?.node_id === '2');
    const both = { id: uuid, node_id: '2', node_type: 'template-transform', title: 'template-transform 2', index: 2 };
    const place = { predecessor_node_id: '1', iteration_id: null, loop_id: null };
    expect(started?.data).toEqual({
      ...both,
      ...place,
      inputs: null,
      inputs_truncated: false,
      created_at: expect.any(Number),
      extras: {},
      agent_strategy: null,
    });
    expect(finished?.data).toEqual({
      ...both,
      ...place,
      id: started?.data?.id,
      inputs: { name: 'Ada' },
      inputs_truncated: false,
      process_data: null,
      process_data_truncated: false,
      outputs: { output: 'Hello Ada' },
      outputs_truncated: false,
      status: 'succeeded',
      error: null,
      elapsed_time: expect.any(Number),
      execution_metadata: null,
      created_at: expect.any(Number),
      finished_at: expect.any(Number),
      files: [],
    });
  });

  it('carries a model node that counts its tokens, word by word', async () => {
    const app = await platform.importApp(speakingWorkflow(0, 5));
    const { events } = await streamed(app);
    const texts = events.filter((event) => event.event === 'text_chunk').map((event) => event.data?.text);
    const end = events.at(-1)?.data as { outputs: { text: string }; total_tokens: number } | undefined;
    expect(texts.join('')).toBe(end?.outputs.text);
    expect(texts.length).toBeGreaterThan(5);
    expect(end?.total_tokens).toBeGreaterThan(0);
    const model = events.find((event) => event.event === 'node_finished' && event.data?.node_type === 'llm');
    expect(model?.data?.execution_metadata).toMatchObject({
      total_tokens: end?.total_tokens,
      total_price: expect.any(String),
      currency: 'USD',
    });
  });

  it('goes on when its reader leaves, and its result is in the history', async () => {
    const app = await platform.importApp(speakingWorkflow(10, 30));
    const leave = new AbortController();
    const body = { inputs: {}, user: 'u1', response_mode: 'streaming' };
    const answer = await platform.open(app.key, path, { body, signal: leave.signal });
    const runId = answer.headers.get('x-workflow-run-id');
    const reader = answer.body?.getReader();
    await reader?.read();
    leave.abort();
    await reader?.read().catch(() => {});
    expect(await detail(app, runId)).toMatchObject({ status: 'running', finished_at: null, outputs: {} });
    await expect
      .poll(() => detail(app, runId))
      .toMatchObject({ status: 'succeeded', outputs: { text: expect.stringContaining('word29') } });
  });
});

describe('a run with a failing node', () => {
  it('answers 200 with its failure when it blocks', async () => {
    const app = await platform.importApp(failingWorkflow());
    const answer = await platform.post(app.key, path, { inputs: {}, user: 'u1' });
    expect(answer.status).toBe(200);
    const { data } = answer.body as { data: Data };
    expect(data).toMatchObject({ status: 'failed', error: expect.stringContaining('boom at noon') });
    expect(await detail(app, data.id)).toMatchObject({ status: 'failed', error: data.error, outputs: {} });
  });

  it('streams the failed node, the failed run, then the error, and nothing after it', async () => {
    const app = await platform.importApp(failingWorkflow());
    const { events } = await streamed(app);
    const [node, run, error] = events.slice(-3);
    expect(node).toMatchObject({ event: 'node_finished', data: { node_id: '2', status: 'failed' } });
    expect(run).toMatchObject({ event: 'workflow_finished', data: { status: 'failed' } });
    expect(error).toEqual({
      event: 'error',
      workflow_run_id: run?.workflow_run_id,
      status: 400,
      code: 'invalid_param',
      message: expect.stringContaining('boom at noon'),
      trouble: 'fault',
      retry_after: null,
    });
  });

  it('takes the fail branch and ends partly succeeded', async () => {
    const app = await platform.importApp(failingWorkflow({ error_strategy: 'fail-branch' }));
    const { events } = await streamed(app);
    const node = events.find((event) => event.event === 'node_finished' && event.data?.node_id === '2');
    expect(node?.data).toMatchObject({
      status: 'exception',
      error: expect.stringContaining('boom at noon'),
      execution_metadata: { error_strategy: 'fail-branch' },
    });
    expect(events.at(-1)).toMatchObject({
      event: 'workflow_finished',
      data: {
        status: 'partial-succeeded',
        exceptions_count: 1,
        error: null,
        outputs: { problem: expect.stringContaining('boom at noon') },
      },
    });
    expect(events.some((event) => event.event === 'error')).toBe(false);
  });

  it('goes on with a default value', async () => {
    const default_value = [{ key: 'text', type: 'string', value: 'instead' }];
    const app = await platform.importApp(failingWorkflow({ error_strategy: 'default-value', default_value }));
    const answer = await platform.post(app.key, path, { inputs: {}, user: 'u1' });
    const { data } = answer.body as { data: Data };
    expect(data).toMatchObject({ status: 'partial-succeeded', outputs: { text: 'instead' } });
    expect(await detail(app, data.id)).toMatchObject({ status: 'partial-succeeded', outputs: { text: 'instead' } });
  });

  it('tells each attempt of a retried node, then its end', async () => {
    const retry_config = { retry_enabled: true, max_retries: 2, retry_interval: 10 };
    const app = await platform.importApp(failingWorkflow({ retry_config }));
    const { events } = await streamed(app);
    const own = events.filter((event) => event.data?.node_id === '2');
    expect(own.map((event) => `${event.event} ${event.data?.retry_index ?? ''}`.trim())).toEqual([
      'node_started',
      'node_retry 1',
      'node_retry 2',
      'node_finished',
    ]);
    expect(events.at(-1)?.event).toBe('error');
  });
});

describe('the detail of a run', () => {
  it('is found by the key of its app only', async () => {
    const other = await platform.importApp(greetingWorkflow());
    const answer = await platform.post(greeting.key, path, { inputs: { name: 'Ada' }, user: 'u1' });
    const { workflow_run_id: id } = answer.body as { workflow_run_id: string };
    expect(await platform.get(other.key, `${path}/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await platform.get(greeting.key, `${path}/${id.toUpperCase()}`)).status).toBe(200);
  });

  it('stays when the app is published again, under the version that ran', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const first = await platform.post(app.key, path, { inputs: { name: 'Ada' }, user: 'u1' });
    await platform.management.request(`/console/api/apps/${app.appId}/publish`, { method: 'POST' });
    const second = await platform.post(app.key, path, { inputs: { name: 'Ada' }, user: 'u1' });
    const ids = [first, second].map((answer) => (answer.body as { data: Data }).data);
    expect(ids[0]?.workflow_id).not.toBe(ids[1]?.workflow_id);
    expect((await detail(app, ids[0]?.id)).workflow_id).toBe(ids[0]?.workflow_id);
  });
});
