import { describe, expect, it } from 'vitest';
import type { NodeImplementation, Round } from '#engine';
import { fakeKind, NodeClock } from '#engine/testing/fake-nodes.ts';
import { reportOf, runInPlace, startInPlace } from '#engine/testing/run-in-place.ts';

const start = { type: 'start' };
const work = (settings: Record<string, unknown> = {}) => ({ type: 'work', ...settings });
const answer = (text: string, settings: Record<string, unknown> = {}) => ({
  type: 'answer',
  answer: text,
  ...settings,
});

interface EachSettings {
  readonly items?: readonly unknown[];
  readonly parallel?: boolean;
  readonly read?: readonly string[];
}

/** A small iteration: a round for each item, all at once when parallel. */
const each: NodeImplementation<EachSettings> = {
  compile: (data) => data,
  async run({ items = [], parallel = false, read = [] }, { rounds, node }) {
    if (rounds === undefined) throw new Error(`${node.id} has no rounds`);
    rounds.report('started', { iteration_length: items.length });
    const open = (item: unknown, index: number) => rounds.open({ index, pool: 'copied', values: { item, index } });
    const done: Round[] = [];
    if (parallel) done.push(...(await Promise.all(items.map(open))));
    else for (const [index, item] of items.entries()) done.push(await open(item, index));
    const steps = done.reduce((sum, round) => sum + round.steps, 0);
    const output = done.map((round) => (round.failures.length > 0 ? 'failed' : (round.variables.get(read) ?? null)));
    return { outputs: { output, steps } };
  },
};

/** A small loop: rounds on the shared pool until a loop-end ran. */
const repeat: NodeImplementation<{ readonly count?: number }> = {
  compile: (data) => data,
  async run({ count = 3 }, { rounds, variables }) {
    let index = 0;
    for (; index < count; index += 1) {
      const round = await rounds?.open({ index, pool: 'shared', values: { index } });
      if (round?.types.has('loop-end') === true) break;
    }
    return { outputs: { rounds: index + 1, last: variables.get(['inside', 'seen']) ?? null } };
  },
};

/** Counts on `[container, n]` and remembers whether an earlier round's output is still there. */
const counter: NodeImplementation<{ readonly container: string }> = {
  compile: (data) => ({ container: String(data.container) }),
  run({ container }, { variables }) {
    const n = Number(variables.get([container, 'n']) ?? 0) + 1;
    const seen = variables.get(['inside', 'n']) !== undefined;
    return { outputs: { n, seen }, updates: [{ selector: [container, 'n'], value: n }] };
  },
  writes: ({ container }) => [[container, 'n']],
};

const kinds = {
  each: fakeKind(each, { container: { kind: 'iteration', pool: 'copied' } }),
  repeat: fakeKind(repeat, { container: { kind: 'loop', pool: 'shared' } }),
  counter: fakeKind(counter),
  'loop-end': fakeKind({ compile: () => null, run: () => ({ outputs: {} }) }),
};

describe('rounds of an iteration', () => {
  const fruit = (settings: Record<string, unknown>, inner: Record<string, unknown> = {}) => ({
    kinds,
    nodes: {
      start,
      it: { type: 'each', start_node_id: 'in', items: ['apple', 'banana'], read: ['show', 'answer'], ...settings },
      in: { ...work(inner), parent: 'it' },
      show: { ...answer('{{#it.item#}}\n'), parent: 'it' },
      done: answer('done'),
    },
    edges: [
      ['start', 'it'],
      ['in', 'show'],
      ['it', 'done'],
    ] as const,
  });

  it('trap 9: streamed text equals the final answer: each round in order, then what follows the container', async () => {
    const { text, outputs, nodeOutputs, events, finished } = await runInPlace(fruit({}));
    expect(text).toBe('apple\nbanana\ndone');
    expect(outputs.answer).toBe(text);
    expect(nodeOutputs.it).toEqual({ output: ['apple\n', 'banana\n'], steps: 4 });
    expect(finished).toMatchObject({ status: 'succeeded', totalSteps: 3 });
    const position = { iterationId: 'it', iterationIndex: 1, loopId: null, loopIndex: null };
    expect(events.filter((event) => event.kind === 'chunk')[2]).toMatchObject({ position });
    const inner = events.filter((event) => event.kind === 'node-finished' && event.nodeId === 'in');
    expect(inner[1]).toMatchObject({ position, metadata: '{"iteration_id":"it","iteration_index":1}' });
  });

  it('are known by their paths, whatever characters the ids of nodes have', async () => {
    const tell = fakeKind({
      compile: () => null,
      run: (_, { variables }) => ({
        outputs: { inside: variables.get(['a/b:1', 'output']), outside: variables.get(['a/b:1:0/x', 'text']) },
      }),
    });
    const sketch = {
      kinds: { ...kinds, tell },
      nodes: {
        start,
        'a/b:1': { type: 'each', start_node_id: 'x', items: ['apple'], read: ['x', 'text'] },
        x: { ...work({ outputs: { text: 'inside' }, delay: 1 }), parent: 'a/b:1' },
        'a/b:1:0/x': work({ outputs: { text: 'outside' } }),
        tell: { type: 'tell' },
      },
      edges: [
        ['start', 'a/b:1'],
        ['a/b:1', 'a/b:1:0/x'],
        ['a/b:1:0/x', 'tell'],
      ] as const,
    };
    const { events } = await runInPlace(sketch);
    const outputs = { inside: ['inside'], outside: 'outside' };
    const cut = events.findIndex((event) => event.kind === 'node-started' && event.nodeId === 'tell');
    const resumed = await runInPlace({ ...sketch, past: { events: events.slice(0, cut) } });
    expect(resumed.nodeOutputs.tell).toEqual(outputs);
    const fork = { events, nodeId: 'a/b:1', values: [] };
    const edited = { ...sketch.nodes, x: { ...sketch.nodes.x, outputs: { text: 'anew' } } };
    const forked = await runInPlace({ ...sketch, nodes: edited, past: { events: [], fork } });
    expect(forked.nodeOutputs.tell).toEqual({ ...outputs, inside: ['anew'] });
  });

  it('stay in order when a later one is faster, in both modes', async () => {
    const kind = fakeKind({
      compile: () => null,
      run: async (_, { variables, service }) => {
        await service(NodeClock).wait(variables.get(['it', 'index']) === 0 ? 20 : 1);
        return { outputs: {} };
      },
    });
    for (const mode of ['workflow', 'advanced-chat'] as const) {
      const sketch = fruit({ parallel: true });
      const slow = {
        ...sketch,
        mode,
        kinds: { ...kinds, slow: kind },
        nodes: { ...sketch.nodes, in: { type: 'slow', parent: 'it' } },
      };
      const { text, outputs, finished } = await runInPlace(slow);
      expect(text).toBe('apple\nbanana\ndone');
      expect(outputs.answer).toBe(text);
      expect(finished.elapsed).toBe(0.02);
    }
  });

  it('keep their values to themselves', async () => {
    const sketch = fruit({});
    const { text } = await runInPlace({ ...sketch, nodes: { ...sketch.nodes, done: answer('{{#show.answer#}}') } });
    expect(text).toBe('apple\nbanana\nshow.answer');
  });

  it('go on beside a failing node and tell the container, which ends the run partial', async () => {
    const sketch = fruit({}, { fails: true });
    const { nodeOutputs, finished, started } = await runInPlace({
      ...sketch,
      nodes: { ...sketch.nodes, in: { ...work(), parent: 'it' }, bad: { ...work({ fails: true }), parent: 'it' } },
      edges: [...sketch.edges, ['in', 'bad']],
    });
    expect(nodeOutputs.it).toMatchObject({ output: ['failed', 'failed'] });
    expect(started.filter((id) => id === 'show')).toHaveLength(2);
    expect(finished).toMatchObject({ status: 'partial-succeeded', exceptionsCount: 2 });
  });

  it('trap 25: step limit counts rounds in containers', async () => {
    const { finished } = await runInPlace({ ...fruit({}), limits: { maxSteps: 4 } });
    expect(finished).toMatchObject({
      status: 'stopped',
      error: 'Maximum execution steps exceeded: 5 > 4 (WEFT_MAX_STEPS)',
      totalSteps: 2,
    });
  });

  it('trap 23: stop inside an iteration ends its rounds', async () => {
    const run = startInPlace(fruit({}, { delay: 10 }));
    await run.clock.advance(15);
    run.send({ kind: 'abort', reason: 'stop' });
    await run.clock.advance(100);
    const { statuses, text, finished } = reportOf(run.events);
    expect(statuses).toMatchObject({ it: 'stopped', in: 'stopped' });
    const ends = run.events.flatMap((event) => (event.kind === 'node-finished' ? [event.nodeId] : []));
    expect(ends.slice(-2)).toEqual(['in', 'it']);
    // What a template shows of values that are known goes out as soon as its round begins.
    expect(text).toBe('apple\nbanana\n');
    expect(finished).toMatchObject({ status: 'stopped', answer: text });
  });

  it('show what came off beside a failed node', async () => {
    const sketch = fruit({});
    const nodes = {
      ...sketch.nodes,
      in: { ...work(), parent: 'it' },
      bad: { ...work({ fails: true }), parent: 'it' },
      // Its turn comes first, and it waits for what never comes.
      a: { ...answer('({{#bad.text#}})'), parent: 'it' },
    };
    const edges = [...sketch.edges, ['in', 'bad'], ['bad', 'a']] as const;
    const { text, outputs, statuses } = await runInPlace({ ...sketch, nodes, edges });
    expect(statuses).toMatchObject({ bad: 'failed', show: 'succeeded' });
    expect(text).toBe('(apple\n(banana\ndone');
    expect(outputs.answer).toBe(text);
  });

  it('report as containers', async () => {
    const { events } = await runInPlace(fruit({}));
    expect(events.find((event) => event.kind === 'container')).toMatchObject({
      phase: 'started',
      container: 'iteration',
      nodeId: 'it',
      data: '{"iteration_length":2,"inputs_truncated":false}',
    });
  });
});

describe('rounds of a loop', () => {
  it('share the pool, begin without the outputs of the round before, and stop at a loop end anywhere inside', async () => {
    const { nodeOutputs, text } = await runInPlace({
      kinds,
      nodes: {
        start,
        loop: { type: 'repeat', start_node_id: 'inside', count: 5 },
        inside: { type: 'counter', container: 'loop', parent: 'loop' },
        show: { ...answer('{{#loop.n#}}\n'), parent: 'loop' },
        inner: { type: 'each', start_node_id: 'end', items: [1], parent: 'loop' },
        end: { type: 'loop-end', parent: 'inner' },
        after: answer('{{#loop.n#}} {{#loop.rounds#}}'),
      },
      edges: [
        ['start', 'loop'],
        ['inside', 'show'],
        ['show', 'inner'],
        ['loop', 'after'],
      ],
    });
    expect(nodeOutputs.loop).toEqual({ rounds: 1, last: false });
    expect(text).toBe('1\n1 1');
  });

  it('run as often as asked', async () => {
    const { text, nodeOutputs } = await runInPlace({
      kinds,
      nodes: {
        start,
        loop: { type: 'repeat', start_node_id: 'inside', count: 2 },
        inside: { type: 'counter', container: 'loop', parent: 'loop' },
        show: { ...answer('{{#loop.n#}}\n'), parent: 'loop' },
        after: answer('{{#loop.n#}}'),
      },
      edges: [
        ['start', 'loop'],
        ['inside', 'show'],
        ['loop', 'after'],
      ],
    });
    expect(text).toBe('1\n2\n2');
    expect(nodeOutputs.inside).toEqual({ n: 2, seen: false });
  });
});
