/** Documents with containers through the whole platform: import, publish, the runtime API, the history. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventReader, type StreamedEvent } from '#plugins/delivery-api/testing/event-reader.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { child, countingLoop, oldWordWorkflow, sayingIteration, wordWorkflow } from './testing/documents.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

type Values = Readonly<Record<string, unknown>>;
const data = (event: StreamedEvent | undefined): Values => (event?.data ?? {}) as Values;
const names = (events: readonly StreamedEvent[]) =>
  events.map(({ event, data: values }) => {
    const { node_id: id, index } = (values ?? {}) as Values;
    return [event, id, event.endsWith('_next') ? index : undefined].filter((part) => part !== undefined).join(' ');
  });

async function chat(app: ImportedApp): Promise<readonly StreamedEvent[]> {
  const body = { inputs: {}, query: 'hi', user: 'u1', response_mode: 'streaming' };
  const answer = await platform.stream(app.key, '/v1/chat-messages', body);
  return answer.events as unknown as StreamedEvent[];
}

async function run(app: ImportedApp, words: unknown): Promise<readonly StreamedEvent[]> {
  const body = { inputs: { words: { list: words } }, user: 'u1', response_mode: 'streaming' };
  const answer = await platform.stream(app.key, '/v1/workflows/run', body);
  return answer.events as unknown as StreamedEvent[];
}

const textOf = (events: readonly StreamedEvent[]) =>
  events.map((event) => (event.event === 'message' ? event.answer : '')).join('');

describe('answers inside containers', () => {
  it.each([
    ['an iteration', sayingIteration(), 'apple\nbanana\ndone'],
    ['a parallel iteration', sayingIteration({ is_parallel: true }), 'apple\nbanana\ndone'],
    ['a loop', countingLoop(), '1\n2\nafter 2'],
  ])('of %s are streamed round by round, and are the answer that is kept', async (_, document, text) => {
    const app = await platform.importApp(document);
    const events = await chat(app);
    expect(textOf(events)).toBe(text);
    const finished = events.find((event) => event.event === 'workflow_finished');
    expect(data(finished)).toMatchObject({ status: 'succeeded', outputs: { answer: text } });
    const body = { inputs: {}, query: 'hi', user: 'u1', response_mode: 'blocking' };
    expect(await platform.post(app.key, '/v1/chat-messages', body)).toMatchObject({
      status: 200,
      body: { answer: text },
    });
    const conversation = events.find((event) => event.event === 'message_end')?.conversation_id;
    const history = await platform.get(app.key, `/v1/messages?user=u1&conversation_id=${conversation}`);
    expect(history.body).toMatchObject({ data: [{ answer: text }] });
  });

  it('come between the events of their rounds', async () => {
    const events = await chat(await platform.importApp(sayingIteration()));
    expect(names(events).filter((name) => !name.startsWith('ping'))).toEqual([
      'workflow_started',
      'node_started 1',
      'node_finished 1',
      'iteration_started 2',
      'iteration_next 2 0',
      'message',
      'message',
      'node_started 3',
      'node_finished 3',
      'iteration_next 2 1',
      'message',
      'message',
      'node_started 3',
      'node_finished 3',
      'message',
      'iteration_completed 2',
      'node_started 4',
      'node_finished 4',
      'message_end',
      'workflow_finished',
    ]);
  });
});

describe('the events of an iteration', () => {
  it('carry the fields of the contract', async () => {
    const events = await run(await platform.importApp(wordWorkflow()), ['a', 'b']);
    const named = (name: string) => events.filter((event) => event.event === name).map(data);
    const identity = { id: expect.any(String), node_id: '2', node_type: 'iteration', title: 'iteration 2' };
    expect(named('iteration_started')).toEqual([
      {
        ...identity,
        created_at: expect.any(Number),
        inputs: { iterator_selector: ['a', 'b'] },
        inputs_truncated: false,
        metadata: { iterator_length: 2 },
        extras: {},
      },
    ]);
    expect(named('iteration_next')).toEqual(
      [0, 1].map((index) => ({ ...identity, index, created_at: expect.any(Number), extras: {} })),
    );
    expect(named('iteration_completed')).toEqual([
      {
        ...identity,
        inputs: { iterator_selector: ['a', 'b'] },
        inputs_truncated: false,
        outputs: { output: ['0:A', '1:B'] },
        outputs_truncated: false,
        created_at: expect.any(Number),
        finished_at: expect.any(Number),
        extras: {},
        status: 'succeeded',
        error: null,
        elapsed_time: expect.any(Number),
        total_tokens: 0,
        execution_metadata: {
          total_tokens: 0,
          iteration_duration_map: { 0: expect.any(Number), 1: expect.any(Number) },
        },
        steps: 2,
      },
    ]);
    expect(named('node_started').map((event) => event.node_id)).toEqual(['1', '3', '3', '4']);
    expect(named('node_finished')[2]).toMatchObject({
      node_id: '3',
      iteration_id: '2',
      loop_id: null,
      execution_metadata: { iteration_id: '2', iteration_index: 1 },
    });
    expect(data(events.at(-1))).toMatchObject({ outputs: { words: ['0:A', '1:B'] }, total_steps: 3 });
  });

  it('tell of its failure, of its rounds and of its end also when it fails', async () => {
    const app = await platform.importApp(wordWorkflow());
    const events = await run(app, 'no list');
    expect(names(events).slice(-5)).toEqual([
      'node_finished 1',
      'iteration_started 2',
      'iteration_completed 2',
      'workflow_finished',
      'error',
    ]);
    const error = 'An iteration goes through a list, and 1.words.list is none';
    expect(data(events.at(-3))).toMatchObject({ status: 'failed', error, outputs: null, steps: 0 });
    const body = { inputs: { words: { list: 'no list' } }, user: 'u1' };
    const blocking = await platform.post(app.key, '/v1/workflows/run', body);
    expect(blocking).toMatchObject({ status: 200, body: { data: { status: 'failed', error } } });
  });

  it('trap 23: stop inside an iteration: they tell of its end', async () => {
    const model = {
      model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 50 } },
      prompt_template: [{ role: 'user', text: Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ') }],
      context: { enabled: false, variable_selector: [] },
      vision: { enabled: false },
    };
    const app = await platform.importApp(wordWorkflow({ is_parallel: true }, child('2', 'inside', 'llm', model)));
    const body = { inputs: { words: { list: ['a', 'b'] } }, user: 'u1', response_mode: 'streaming' };
    const reader = new EventReader(await platform.open(app.key, '/v1/workflows/run', { body }));
    const { task_id: task } = await reader.until(({ event, data: values }) => {
      return event === 'node_started' && (values as Values).node_id === 'inside';
    });
    await platform.post(app.key, `/v1/workflows/tasks/${task}/stop`, { user: 'u1' });
    const events = await reader.rest();
    expect(data(events.find((event) => event.event === 'iteration_completed'))).toMatchObject({ status: 'stopped' });
    expect(data(events.at(-1))).toMatchObject({ status: 'stopped' });
  });
});

describe('the history of a run with containers', () => {
  it('has a record of every round, and of the container with its rounds', async () => {
    const app = await platform.importApp(countingLoop());
    const events = await chat(app);
    const runId = String(events[0]?.workflow_run_id);
    const page = { after: 0, limit: 100, values: true };
    const records = await platform.kernel.resolve(Runs).nodes(platform.workspaceId, runId, page);
    expect(records.map(({ nodeId }) => nodeId)).toEqual(['1', '2', '3', '4', '3', '4', '5']);
    const read = (index: number) => JSON.parse(records[index]?.metadata ?? '{}') as Values;
    expect([read(2), read(5)]).toEqual([
      { loop_id: '2', loop_index: 0 },
      { loop_id: '2', loop_index: 1 },
    ]);
    expect(read(1)).toEqual({
      total_tokens: 0,
      completed_reason: 'loop_break',
      loop_duration_map: { 0: expect.any(Number), 1: expect.any(Number) },
      loop_variable_map: { 0: { n: 1 }, 1: { n: 2 } },
    });
    expect(JSON.parse(records[1]?.outputs ?? '')).toEqual({ n: 2, loop_round: 2 });
    const loopEvents = names(events).filter((name) => name.startsWith('loop'));
    expect(loopEvents).toEqual(['loop_started 2', 'loop_next 2 1', 'loop_completed 2']);
  });
});

describe('trap 17: legacy containers', () => {
  it.each([
    ['names an ordinary node as its start', oldWordWorkflow('data')],
    ['knows its start by the wrapper only', oldWordWorkflow('wrapper')],
    ['does not say what lies inside', oldWordWorkflow('none')],
    ['is of today', wordWorkflow()],
  ])('run when one %s', async (_, document) => {
    const app = await platform.importApp(document);
    const events = await run(app, ['x', 'y']);
    expect(data(events.at(-1))).toMatchObject({ status: 'succeeded', outputs: { words: ['0:X', '1:Y'] } });
  });
});
