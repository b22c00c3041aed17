import { beforeAll, describe, expect, it } from 'vitest';
import { fakeKind } from '#engine/testing/fake-nodes.ts';
import { type GraphSketch, type RunReport, type RunSketch, runInPlace } from '#engine/testing/run-in-place.ts';
import { containerNodeTypes } from './node-types.ts';
import { containerKinds } from './testing/container-kinds.ts';

let kinds: NonNullable<GraphSketch['kinds']>;
beforeAll(async () => {
  // Tells whether the outputs of the round before are still there.
  const witness = fakeKind({
    compile: () => null,
    run: (_, { variables }) => ({ outputs: { saw: variables.get(['witness', 'saw']) !== undefined } }),
  });
  kinds = { ...(await containerKinds()), witness };
});

type Settings = Readonly<Record<string, unknown>>;
type Nodes = RunSketch['nodes'];
type Edges = RunSketch['edges'];

const counter = { label: 'n', var_type: 'number', value_type: 'constant', value: 0 };
const increment = {
  type: 'assigner',
  version: '2',
  items: [{ variable_selector: ['loop', 'n'], input_type: 'constant', operation: '+=', value: 1 }],
};
const when = (name: string, operator: string, value: string) => ({
  variable_selector: name.split('.'),
  comparison_operator: operator,
  value,
  varType: 'number',
});

/** start → loop that counts `n` up → end; more nodes may stand behind the count. */
function graph(settings: Settings = {}, more: Nodes = {}, edges: Edges = []): RunSketch {
  return {
    kinds,
    mode: 'workflow',
    nodes: {
      start: { type: 'start', variables: [] },
      loop: { type: 'loop', start_node_id: 'in', loop_count: 5, loop_variables: [counter], ...settings },
      in: { type: 'loop-start', parent: 'loop' },
      add: { ...increment, parent: 'loop' },
      ...more,
      end: {
        type: 'end',
        outputs: [
          { variable: 'n', value_selector: ['loop', 'n'] },
          { variable: 'rounds', value_selector: ['loop', 'loop_round'] },
        ],
      },
    },
    edges: [['start', 'loop'], ['in', 'add'], ['loop', 'end'], ...edges],
  };
}

function events(report: RunReport) {
  return report.events
    .filter((event) => event.kind === 'container')
    .map((event) => ({ phase: event.phase, ...(JSON.parse(event.data) as object) }));
}

function metadata(report: RunReport): Settings {
  const event = report.events.find((one) => one.kind === 'node-finished' && one.nodeId === 'loop');
  return JSON.parse((event && 'metadata' in event && event.metadata) || '{}');
}

describe('trap 16: loop', () => {
  it('plays its rounds, keeps its variables, and puts them out with the number of rounds', async () => {
    const report = await runInPlace(graph());
    expect(report.outputs).toEqual({ n: 5, rounds: 5 });
    expect(report.nodeOutputs.loop).toEqual({ n: 5, loop_round: 5 });
    expect(report.finished).toMatchObject({ status: 'succeeded', totalSteps: 3 });
    expect(metadata(report)).toMatchObject({
      completed_reason: 'loop_completed',
      loop_variable_map: { 0: { n: 1 }, 4: { n: 5 } },
      loop_duration_map: { 0: 0, 4: 0 },
    });
  });

  it('tells of its start and, from the second round on, of each round with what the one before left', async () => {
    const report = await runInPlace(graph({ loop_count: 3 }));
    expect(events(report)).toEqual([
      {
        phase: 'started',
        inputs: { n: 0, loop_count: 3 },
        inputs_truncated: false,
        metadata: { loop_length: 3 },
        extras: {},
      },
      { phase: 'next', index: 1, pre_loop_output: { n: 1 }, extras: {} },
      { phase: 'next', index: 2, pre_loop_output: { n: 2 }, extras: {} },
    ]);
  });

  it('stops after the round in which its conditions hold', async () => {
    const report = await runInPlace(graph({ break_conditions: [when('loop.n', '≥', '3')] }));
    expect(report.outputs).toEqual({ n: 3, rounds: 3 });
    expect(metadata(report)).toMatchObject({ completed_reason: 'loop_break' });
  });

  it('plays no round when its conditions hold already; its variables can be read, and are no outputs', async () => {
    const report = await runInPlace(graph({ break_conditions: [when('loop.n', '=', '0')] }));
    expect(report.nodeOutputs.loop).toEqual({ loop_round: 0 });
    expect(report.outputs).toEqual({ n: 0, rounds: 0 });
    expect(report.started).not.toContain('add');
    expect(metadata(report)).toMatchObject({ completed_reason: 'loop_break', loop_variable_map: {} });
    expect(events(report)).toMatchObject([{ phase: 'started' }]);
  });

  it('takes conditions over what has no value as not true yet, before a round and after it', async () => {
    const later = { ...when('witness.saw', 'is', 'false'), varType: 'boolean' };
    const inside: Nodes = { witness: { type: 'witness', parent: 'loop' } };
    const known = await runInPlace(graph({ break_conditions: [later] }, inside, [['add', 'witness']]));
    expect(known.outputs).toEqual({ n: 1, rounds: 1 });
    const ghost = when('ghost.x', '=', '1');
    const unknown = await runInPlace(graph({ loop_count: 3, break_conditions: [ghost] }));
    expect(unknown.outputs).toEqual({ n: 3, rounds: 3 });
    expect(metadata(unknown)).toMatchObject({ completed_reason: 'loop_completed' });
    // Whatever is asked of it, and beside what can be decided.
    for (const operator of ['is not', 'empty', '≠']) {
      const report = await runInPlace(graph({ loop_count: 2, break_conditions: [when('ghost.x', operator, '1')] }));
      expect(report.outputs, operator).toEqual({ n: 2, rounds: 2 });
    }
    const conditions = [ghost, when('loop.n', '≥', '2')];
    const either = await runInPlace(graph({ break_conditions: conditions, logical_operator: 'or' }));
    expect(either.outputs).toEqual({ n: 2, rounds: 2 });
  });

  it('joins conditions as told', async () => {
    const conditions = [when('loop.n', '≥', '2'), when('loop.n', '≥', '4')];
    const both = await runInPlace(graph({ break_conditions: conditions, logical_operator: 'and' }));
    const either = await runInPlace(graph({ break_conditions: conditions, logical_operator: 'or' }));
    expect([both.outputs.n, either.outputs.n]).toEqual([4, 2]);
  });

  it('takes the outputs of its inside away before each round', async () => {
    const { nodeOutputs } = await runInPlace(
      graph({}, { witness: { type: 'witness', parent: 'loop' } }, [['add', 'witness']]),
    );
    expect(nodeOutputs.witness).toEqual({ saw: false });
  });

  it('ends after the round in which a branch reaches a loop end', async () => {
    const branch = {
      type: 'if-else',
      parent: 'loop',
      cases: [{ case_id: 'enough', logical_operator: 'and', conditions: [when('loop.n', '=', '2')] }],
    };
    const inside: Nodes = {
      if: branch,
      stop: { type: 'loop-end', parent: 'loop' },
      after: { type: 'template-transform', template: 'done', variables: [], parent: 'loop' },
    };
    const edges: Edges = [
      ['add', 'if'],
      ['if', 'stop', 'enough'],
      ['add', 'after'],
    ];
    const report = await runInPlace(graph({}, inside, edges));
    expect(report.outputs).toEqual({ n: 2, rounds: 2 });
    // The rest of the round still runs.
    expect(report.started.filter((id) => id === 'after')).toHaveLength(2);
    expect(metadata(report)).toMatchObject({ completed_reason: 'loop_break' });
  });

  it('ends at a loop end inside a nested iteration, not at one of a nested loop', async () => {
    const nested = (container: Settings & { type: string }): Nodes => ({
      inner: { start_node_id: 'innerstart', parent: 'loop', ...container },
      innerstart: { type: `${container.type}-start`, parent: 'inner' },
      stop: { type: 'loop-end', parent: 'inner' },
    });
    const edges: Edges = [
      ['add', 'inner'],
      ['innerstart', 'stop'],
    ];
    const list = { label: 'list', var_type: 'array[number]', value_type: 'constant', value: '[1, 2]' };
    const iteration = { type: 'iteration', iterator_selector: ['loop', 'list'], output_selector: ['stop', 'x'] };
    const settings = { loop_variables: [counter, list] };
    expect((await runInPlace(graph(settings, nested(iteration), edges))).outputs).toEqual({ n: 1, rounds: 1 });
    const loop = { type: 'loop', loop_count: 7 };
    const twice = await runInPlace(graph(settings, nested(loop), edges));
    expect(twice.outputs).toEqual({ n: 5, rounds: 5 });
    expect(twice.started.filter((id) => id === 'stop')).toHaveLength(5);
  });

  it('fails with the failure of a node inside', async () => {
    const report = await runInPlace(
      graph({}, { bad: { type: 'work', fails: true, parent: 'loop' } }, [['add', 'bad']]),
    );
    expect(report.finished).toMatchObject({ status: 'failed', error: 'bad fails', exceptionsCount: 2 });
    expect(metadata(report)).toMatchObject({ completed_reason: 'error', loop_duration_map: { 0: 0 } });
    expect(report.started.filter((id) => id === 'add')).toHaveLength(1);
  });
});

describe('variables of a loop', () => {
  const reading = async (variable: Settings, more: Partial<RunSketch> = {}) => {
    const sketch = graph({ loop_count: 1, loop_variables: [counter, { label: 'v', ...variable }] });
    return runInPlace({ ...sketch, ...more });
  };
  const constant = (var_type: string, value: unknown) => ({ var_type, value_type: 'constant', value });

  it('begin with constants of their type, also written as JSON text', async () => {
    for (const [variable, value] of [
      [constant('string', 'text'), 'text'],
      [constant('string', 5), '5'],
      [constant('number', '7'), 7],
      [constant('number', 7.5), 7.5],
      [constant('boolean', 'True'), true],
      [constant('object', '{"a": [1]}'), { a: [1] }],
      [constant('object', { a: 1 }), { a: 1 }],
      [constant('array[string]', '["x"]'), ['x']],
      [constant('Array[Object]', [{ y: 1 }]), [{ y: 1 }]],
      [constant('array[number]', ''), []],
      [constant('object', null), {}],
      [constant('number', null), 0],
    ] as const) {
      expect((await reading(variable)).nodeOutputs.loop).toMatchObject({ v: value });
    }
  });

  it('are refused when a constant does not fit its type', async () => {
    for (const variable of [
      constant('number', 'seven'),
      constant('array[string]', '{}'),
      constant('object', '[1'),
      constant('boolean', 3),
      { var_type: 'string', value_type: 'variable', value: null },
    ]) {
      await expect(() => reading(variable)).rejects.toMatchObject({ code: 'engine.invalid_graph' });
    }
  });

  it('begin with other variables, null included, and fail the loop when there is none', async () => {
    const from = (name: string) => ({ var_type: 'string', value_type: 'variable', value: name.split('.') });
    const system = { query: 'hi', nothing: null };
    expect((await reading(from('sys.query'), { system })).nodeOutputs.loop).toMatchObject({ v: 'hi' });
    expect((await reading(from('sys.nothing'), { system })).nodeOutputs.loop).toMatchObject({ v: null });
    const report = await reading(from('sys.ghost'), { system });
    expect(report.finished.error).toBe('Variable sys.ghost not found, with which v begins');
    expect(events(report)).toMatchObject([{ phase: 'started', inputs: { loop_count: 1 } }]);
  });

  it('keep their declared type for assignments', async () => {
    const list = { label: 'list', ...constant('array[string]', []) };
    const append = {
      type: 'assigner',
      version: '2',
      parent: 'loop',
      items: [
        { variable_selector: ['loop', 'list'], input_type: 'variable', operation: 'append', value: ['loop', 'n'] },
      ],
    };
    const report = await runInPlace(graph({ loop_variables: [counter, list] }, { append }, [['add', 'append']]));
    expect(report.finished).toMatchObject({ status: 'failed', error: expect.stringContaining('append') });
  });

  it('may have any name', async () => {
    const { nodeOutputs } = await runInPlace(
      graph({ loop_count: 1, loop_variables: [counter, { label: '__proto__', ...constant('string', 'x') }] }),
    );
    expect(Object.entries(nodeOutputs.loop as object)).toContainEqual(['__proto__', 'x']);
  });

  it('are cut in the record of the rounds when they are large', async () => {
    const big = { label: 'big', ...constant('string', 'x'.repeat(900_000)) };
    const variables = [{ variable: 'big', value_selector: ['loop', 'big'] }];
    const size = { type: 'template-transform', template: '{{ big | length }}', variables, parent: 'loop' };
    const settings = { loop_count: 100, loop_variables: [counter, big] };
    const report = await runInPlace(graph(settings, { size }, [['add', 'size']]));
    expect(report.outputs).toEqual({ n: 100, rounds: 100 });
    expect(report.nodeOutputs.size).toEqual({ output: '900000' });
    expect(JSON.stringify(metadata(report)).length).toBeLessThan(500_000);
    const shown = report.events.map((event) => (event.kind === 'container' ? event.data.length : 0));
    expect(Math.max(...shown.slice(5))).toBeLessThan(20_000);
  });
});

describe('the number of rounds', () => {
  it('is from 1 to 100', async () => {
    for (const loop_count of [0, -1, 101, 2.5, 'many', null]) {
      await expect(async () => runInPlace(graph({ loop_count }))).rejects.toThrow(/loop_count: give a whole number/);
    }
    expect((await runInPlace(graph({ loop_count: '2' }))).outputs).toEqual({ n: 2, rounds: 2 });
  });

  it('trap 25: step limit counts them', async () => {
    const { finished } = await runInPlace({ ...graph({ loop_count: 100 }), limits: { maxSteps: 20 } });
    expect(finished).toMatchObject({
      status: 'stopped',
      error: 'Maximum execution steps exceeded: 21 > 20 (WEFT_MAX_STEPS)',
    });
  });
});

it('a loop is warned of break conditions whose operator nobody knows', () => {
  const loop = containerNodeTypes.find(({ type }) => type === 'loop');
  const break_conditions = [{ comparison_operator: '>=' }, { comparison_operator: 'reached' }];
  expect(loop?.lint?.({ break_conditions })).toMatchObject([
    { field: 'break_conditions.1.comparison_operator', message: expect.stringContaining("'reached'") },
  ]);
});
