import { beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { fakeKind, NodeClock } from '#engine/testing/fake-nodes.ts';
import { runFinished } from '#engine/testing/run-events.ts';
import {
  type GraphSketch,
  type RunReport,
  type RunSketch,
  reportOf,
  runInPlace,
  startInPlace,
} from '#engine/testing/run-in-place.ts';
import { create } from './iteration.ts';
import { containerKinds } from './testing/container-kinds.ts';

let kinds: NonNullable<GraphSketch['kinds']>;

/** Waits the longer the earlier its item, so that parallel rounds end in reverse. */
const slow = fakeKind({
  compile: (data) => data,
  async run(_, { variables, service }) {
    await service(NodeClock).wait(100 - 10 * Number(variables.get(['it', 'index'])));
    return { outputs: { index: variables.get(['it', 'index']) } };
  },
});

/** Fails for the items that its settings name. */
const picky = fakeKind<Readonly<Record<string, unknown>>>({
  compile: (data) => data,
  run({ refuses }, { variables }) {
    const item = variables.get(['it', 'item']);
    if (Array.isArray(refuses) && refuses.includes(item)) throw new TypeError(`${item} is refused`);
    return { outputs: { text: item, list: [item, item] } };
  },
});

beforeAll(async () => {
  kinds = { ...(await containerKinds()), slow, picky };
});

type Settings = Readonly<Record<string, unknown>>;

/** start → iteration over `list` with one node inside → end with its output. */
function graph(list: unknown, settings: Settings = {}, inside: Settings & { type: string } = { type: 'picky' }) {
  return {
    kinds,
    mode: 'workflow' as const,
    inputs: { list },
    nodes: {
      start: { type: 'start', variables: [{ variable: 'list', type: 'json_object' }] },
      it: {
        type: 'iteration',
        start_node_id: 'in',
        iterator_selector: ['start', 'list'],
        output_selector: ['node', 'text'],
        ...settings,
      },
      in: { type: 'iteration-start', parent: 'it' },
      node: { ...inside, parent: 'it' },
      end: { type: 'end', outputs: [{ variable: 'output', value_selector: ['it', 'output'] }] },
    },
    edges: [
      ['start', 'it'],
      ['in', 'node'],
      ['it', 'end'],
    ] as const,
  } satisfies RunSketch;
}

function containerEvents({ events }: Pick<RunReport, 'events'>) {
  return events
    .filter((event) => event.kind === 'container')
    .map((event) => ({ phase: event.phase, ...(JSON.parse(event.data) as object) }));
}

function metadataOf(events: readonly RunEvent[], nodeId: string): Record<string, unknown>[] {
  return events
    .filter((event) => event.kind === 'node-finished' && event.nodeId === nodeId)
    .map((event) => JSON.parse(('metadata' in event && event.metadata) || '{}') as Record<string, unknown>);
}

describe('trap 15: iteration', () => {
  it('puts out a value for each item, in order', async () => {
    const report = await runInPlace(graph(['a', 'b', 'c']));
    expect(report.outputs).toEqual({ output: ['a', 'b', 'c'] });
    expect(report.finished).toMatchObject({ status: 'succeeded', totalSteps: 3 });
    expect(report.started).toEqual(['start', 'it', 'node', 'node', 'node', 'end']);
  });

  it('tells of its start, of every item just before its round, and of its end', async () => {
    const report = await runInPlace(graph(['a', 'b']));
    expect(containerEvents(report)).toEqual([
      {
        phase: 'started',
        inputs: { iterator_selector: ['a', 'b'] },
        inputs_truncated: false,
        metadata: { iterator_length: 2 },
        extras: {},
      },
      { phase: 'next', index: 0, extras: {} },
      { phase: 'next', index: 1, extras: {} },
    ]);
    const order = report.events.filter((event) => 'nodeId' in event && ['it', 'node'].includes(event.nodeId));
    expect(order.map((event) => `${event.kind} ${'phase' in event ? event.phase : ''}`.trim())).toEqual([
      'node-started',
      'container started',
      'container next',
      'node-started',
      'node-finished',
      'container next',
      'node-started',
      'node-finished',
      'node-finished',
    ]);
    expect(metadataOf(report.events, 'it')).toEqual([
      { total_tokens: 0, iteration_duration_map: { 0: expect.any(Number), 1: expect.any(Number) } },
    ]);
    expect(metadataOf(report.events, 'node')[1]).toEqual({ iteration_id: 'it', iteration_index: 1 });
  });

  it('keeps the order in parallel mode, with no more rounds open than it may', async () => {
    const settings = { is_parallel: true, parallel_nums: 3, output_selector: ['node', 'index'] };
    const report = await runInPlace(graph(['a', 'b', 'c', 'd', 'e', 'f', 'g'], settings, { type: 'slow' }));
    expect(report.outputs).toEqual({ output: [0, 1, 2, 3, 4, 5, 6] });
    const nexts = containerEvents(report).flatMap((event) => ('index' in event ? [event.index] : []));
    expect(nexts).toEqual([0, 1, 2, 3, 4, 5, 6]);
    let open = 0;
    let most = 0;
    for (const event of report.events) {
      if (!('nodeId' in event) || event.nodeId !== 'node') continue;
      open += event.kind === 'node-started' ? 1 : -1;
      most = Math.max(most, open);
    }
    expect(most).toBe(3);
    const ends = report.events.flatMap((event) => (event.kind === 'node-finished' && event.position ? [event] : []));
    expect(ends.map((event) => event.position?.iterationIndex)).not.toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('opens ten rounds at a time when nothing is said, and never more', async () => {
    const list = Array.from({ length: 10 }, (_, index) => index);
    for (const parallel_nums of [undefined, 50, '99']) {
      const { finished } = await runInPlace(graph(list, { is_parallel: true, parallel_nums }, { type: 'slow' }));
      expect(finished.elapsed).toBe(0.1);
    }
  });

  it('opens as many as the operator lets it, whatever it asks for', async () => {
    const list = Array.from({ length: 10 }, (_, index) => index);
    const narrow = fakeKind(create({ loopRounds: 1, iterationWidth: 1 }), {
      container: { kind: 'iteration', pool: 'copied' },
    });
    const sketch = graph(list, { is_parallel: true, parallel_nums: 10 }, { type: 'slow' });
    const { finished } = await runInPlace({ ...sketch, kinds: { ...kinds, iteration: narrow } });
    expect(finished.elapsed).toBe(0.55);
  });

  it('succeeds with an empty list for null and for an empty list, and tells of both ends', async () => {
    for (const list of [null, []]) {
      const report = await runInPlace(graph(list));
      expect(report.outputs).toEqual({ output: [] });
      expect(report.statuses.it).toBe('succeeded');
      expect(containerEvents(report)).toMatchObject([{ phase: 'started', metadata: { iterator_length: 0 } }]);
    }
  });

  it('fails on what is no list, and on a variable that does not exist', async () => {
    const text = await runInPlace(graph('abc'));
    expect(text.finished).toMatchObject({
      status: 'failed',
      error: 'An iteration goes through a list, and start.list is none',
    });
    const missing = await runInPlace(graph([], { iterator_selector: ['start', 'other'] }));
    expect(missing.finished).toMatchObject({ status: 'failed', error: 'Variable start.other not found' });
    expect(containerEvents(missing)).toHaveLength(1);
  });

  it('fails with the first failure of a round, and opens no more', async () => {
    const report = await runInPlace(graph(['a', 'b', 'c'], {}, { type: 'picky', refuses: ['b', 'c'] }));
    expect(report.finished).toMatchObject({ status: 'failed', error: 'b is refused', exceptionsCount: 2 });
    expect(report.started.filter((id) => id === 'node')).toHaveLength(2);
    expect(metadataOf(report.events, 'it')[0]).toMatchObject({ iteration_duration_map: { 0: 0, 1: 0 } });
  });

  it('waits for the rounds that are open before it fails', async () => {
    const late = fakeKind({
      compile: () => null,
      async run(_, { variables, service }) {
        const index = Number(variables.get(['it', 'index']));
        await service(NodeClock).wait(index === 1 ? 10 : 50);
        if (index < 2) throw new Error(`round ${index}`);
        return { outputs: { text: index } };
      },
    });
    const sketch = graph([0, 1, 2, 3, 4], { is_parallel: true, parallel_nums: 3 }, { type: 'late' });
    const report = await runInPlace({ ...sketch, kinds: { ...kinds, late } });
    // The failure of the lowest index is told, whichever came first.
    expect(report.finished).toMatchObject({ status: 'failed', error: 'round 0', elapsed: 0.05 });
    expect(report.started.filter((id) => id === 'node')).toHaveLength(3);
  });

  it('puts null in place of a failed round', async () => {
    const settings = { error_handle_mode: 'continue-on-error' };
    const report = await runInPlace(graph(['a', 'b', 'c'], settings, { type: 'picky', refuses: ['b'] }));
    expect(report.outputs).toEqual({ output: ['a', null, 'c'] });
    expect(report.finished).toMatchObject({ status: 'partial-succeeded', exceptionsCount: 1 });
  });

  it('leaves a failed round out', async () => {
    const settings = { error_handle_mode: 'remove-abnormal-output' };
    const report = await runInPlace(graph(['a', 'b', null, 'c'], settings, { type: 'picky', refuses: ['b'] }));
    // A null that was put out is a value.
    expect(report.outputs).toEqual({ output: ['a', null, 'c'] });
    const parallel = { ...settings, is_parallel: true };
    const all = await runInPlace(graph(['a', 'b'], parallel, { type: 'picky', refuses: ['a', 'b'] }));
    expect(all.outputs).toEqual({ output: [] });
    expect(all.finished).toMatchObject({ status: 'partial-succeeded', exceptionsCount: 2 });
  });

  it('tells the tokens of its rounds, which the run counts once', async () => {
    const usage = { ...runFinished().usage, totalTokens: 7, promptTokens: 7 };
    const spends = fakeKind({ compile: () => null, run: () => ({ outputs: { text: 'x' }, usage }) });
    const sketch = graph(['a', 'b', 'c'], {}, { type: 'spends' });
    const report = await runInPlace({ ...sketch, kinds: { ...kinds, spends } });
    expect(metadataOf(report.events, 'it')[0]).toMatchObject({ total_tokens: 21 });
    expect(report.finished).toMatchObject({ totalTokens: 21, usage: { promptTokens: 21 } });
  });

  it('has null for an output that does not exist', async () => {
    const { outputs } = await runInPlace(graph(['a', 'b'], { output_selector: ['node', 'nothing'] }));
    expect(outputs).toEqual({ output: [null, null] });
  });

  it('joins the lists of its rounds unless told otherwise', async () => {
    const lists = { output_selector: ['node', 'list'] };
    expect((await runInPlace(graph(['a', 'b'], lists))).outputs).toEqual({ output: ['a', 'a', 'b', 'b'] });
    const unjoined = await runInPlace(graph(['a', 'b'], { ...lists, flatten_output: false }));
    expect(unjoined.outputs).toEqual({
      output: [
        ['a', 'a'],
        ['b', 'b'],
      ],
    });
    const failing = { ...lists, error_handle_mode: 'continue-on-error' };
    const dropped = await runInPlace(graph(['a', 'b'], failing, { type: 'picky', refuses: ['a'] }));
    expect(dropped.outputs).toEqual({ output: ['b', 'b'] });
    const none = await runInPlace(graph(['a'], failing, { type: 'picky', refuses: ['a'] }));
    expect(none.outputs).toEqual({ output: [null] });
  });

  it('takes an error strategy like any node', async () => {
    const failing = {
      error_strategy: 'default-value',
      default_value: [{ key: 'output', type: 'array[string]', value: '["x"]' }],
    };
    const report = await runInPlace(graph('no list', failing));
    expect(report.outputs).toEqual({ output: ['x'] });
    expect(report.finished).toMatchObject({ status: 'partial-succeeded', exceptionsCount: 1 });
  });

  it('lets conversation variables that its rounds write be seen afterwards, and nothing else', async () => {
    for (const is_parallel of [false, true]) {
      const { outputs } = await runInPlace({
        kinds,
        mode: 'workflow',
        conversation: [{ name: 'seen', valueType: 'array[string]', value: [] }],
        inputs: { list: ['a', 'b', 'c'] },
        nodes: {
          ...graph([]).nodes,
          it: { ...graph([]).nodes.it, is_parallel },
          note: {
            type: 'assigner',
            version: '2',
            parent: 'it',
            items: [
              {
                variable_selector: ['conversation', 'seen'],
                input_type: 'variable',
                operation: 'append',
                value: ['it', 'item'],
              },
            ],
          },
          end: {
            type: 'end',
            outputs: ['seen', 'node', 'item'].map((variable) => ({
              variable,
              value_selector: { seen: ['conversation', 'seen'], node: ['node', 'text'], item: ['it', 'item'] }[
                variable
              ],
            })),
          },
        },
        edges: [...graph([]).edges, ['node', 'note']],
      });
      expect(outputs).toEqual({ seen: ['a', 'b', 'c'], node: null, item: null });
    }
  });

  it('refuses to be built without a list or an output', async () => {
    for (const field of ['iterator_selector', 'output_selector']) {
      const { events } = startInPlaceSafely(graph([], { [field]: [] }));
      expect(events).toMatch(new RegExp(`Node it, ${field}: choose`));
    }
  });

  it('refuses an output that is too large for a value', async () => {
    const sketch = graph(['a', 'b', 'c', 'd', 'e'], { output_selector: ['start', 'text'] });
    const inputs = { ...sketch.inputs, text: 'x'.repeat(1_000_000) };
    const start = { type: 'start', variables: ['list', 'text'].map((variable) => ({ variable, type: 'paragraph' })) };
    const { finished } = await runInPlace({ ...sketch, inputs, nodes: { ...sketch.nodes, start } });
    expect(finished.error).toBe(
      'The output of the iteration is larger than the 4 million characters a value may have.',
    );
  });
});

function startInPlaceSafely(sketch: RunSketch): { events: string } {
  try {
    startInPlace(sketch);
    return { events: 'it was built' };
  } catch (error) {
    return { events: String(error) };
  }
}

describe('limits and stops', () => {
  it('trap 25: step limit counts every round', async () => {
    const report = await runInPlace({ ...graph(['a', 'b', 'c', 'd']), limits: { maxSteps: 7 } });
    // start, iteration, and for each round its hidden start and one node.
    expect(report.finished).toMatchObject({
      status: 'stopped',
      error: 'Maximum execution steps exceeded: 8 > 7 (WEFT_MAX_STEPS)',
    });
    expect(report.statuses.it).toBe('stopped');
  });

  it('trap 23: stop inside an iteration ends its rounds', async () => {
    const run = startInPlace(graph(['a', 'b', 'c'], { is_parallel: true }, { type: 'slow' }));
    await run.clock.advance(85);
    run.send({ kind: 'abort', reason: 'Stopped by the user.' });
    await run.clock.advance(1000);
    const { statuses, finished, started, events } = reportOf(run.events);
    expect(finished).toMatchObject({ status: 'stopped', error: 'Stopped by the user.' });
    expect(statuses).toMatchObject({ it: 'stopped', node: 'stopped' });
    expect(started).not.toContain('end');
    expect(events.filter((event) => event.kind === 'node-finished' && event.status === 'succeeded')).toHaveLength(2);
  });
});
