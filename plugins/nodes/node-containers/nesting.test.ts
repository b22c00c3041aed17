import { beforeAll, describe, expect, it } from 'vitest';
import { type GraphSketch, type RunSketch, runInPlace } from '#engine/testing/run-in-place.ts';
import { containerKinds } from './testing/container-kinds.ts';

let kinds: NonNullable<GraphSketch['kinds']>;
beforeAll(async () => {
  kinds = await containerKinds();
});

type Settings = Readonly<Record<string, unknown>>;
const iteration = (items: readonly string[], output: readonly string[], more: Settings = {}) => ({
  type: 'iteration',
  iterator_selector: items,
  output_selector: output,
  ...more,
});
const loop = (count: number, more: Settings = {}) => ({ type: 'loop', loop_count: count, ...more });
const template = (text: string, variables: Readonly<Record<string, readonly string[]>>, more: Settings = {}) => ({
  type: 'template-transform',
  template: text,
  variables: Object.entries(variables).map(([variable, value_selector]) => ({ variable, value_selector })),
  ...more,
});

describe('containers inside containers', () => {
  it('go through a list of lists, and join what the inner ones put out', async () => {
    const { outputs, events } = await runInPlace({
      kinds,
      mode: 'workflow',
      inputs: { rows: [[1, 2], [], [3]] },
      nodes: {
        start: { type: 'start', variables: [] },
        rows: { ...iteration(['start', 'rows'], ['cells', 'output'], { is_parallel: true }), start_node_id: 'r0' },
        r0: { type: 'iteration-start', parent: 'rows' },
        cells: { ...iteration(['rows', 'item'], ['cell', 'output']), start_node_id: 'c0', parent: 'rows' },
        c0: { type: 'iteration-start', parent: 'cells' },
        cell: template(
          '{{ r }}.{{ c }}={{ v }}',
          { r: ['rows', 'index'], c: ['cells', 'index'], v: ['cells', 'item'] },
          { parent: 'cells' },
        ),
        end: { type: 'end', outputs: [{ variable: 'cells', value_selector: ['rows', 'output'] }] },
      },
      edges: [
        ['start', 'rows'],
        ['r0', 'cells'],
        ['c0', 'cell'],
        ['rows', 'end'],
      ],
    });
    expect(outputs).toEqual({ cells: ['0.0=1', '0.1=2', '2.0=3'] });
    const position = { iterationId: 'cells', iterationIndex: 0, loopId: null, loopIndex: null };
    const last = events.find((event) => event.kind === 'node-finished' && event.outputs === '{"output":"2.0=3"}');
    expect(last).toMatchObject({ nodeId: 'cell', position });
  });

  it('begin a loop anew in each round of an iteration', async () => {
    const count = { label: 'n', var_type: 'number', value_type: 'variable', value: ['it', 'item'] };
    const add = { variable_selector: ['loop', 'n'], input_type: 'constant', operation: '+=', value: 1 };
    const enough = { variable_selector: ['loop', 'n'], comparison_operator: '≥', value: '3', varType: 'number' };
    const sketch = (is_parallel: boolean): RunSketch => ({
      kinds,
      mode: 'workflow',
      inputs: { list: [0, 2, 9] },
      nodes: {
        start: { type: 'start', variables: [] },
        it: { ...iteration(['start', 'list'], ['loop', 'loop_round'], { is_parallel }), start_node_id: 'i0' },
        i0: { type: 'iteration-start', parent: 'it' },
        loop: {
          ...loop(5, { loop_variables: [count], break_conditions: [enough] }),
          start_node_id: 'l0',
          parent: 'it',
        },
        l0: { type: 'loop-start', parent: 'loop' },
        wait: { type: 'work', delay: 2, parent: 'loop' },
        add: { type: 'assigner', version: '2', items: [add], parent: 'loop' },
        end: { type: 'end', outputs: [{ variable: 'rounds', value_selector: ['it', 'output'] }] },
      },
      edges: [
        ['start', 'it'],
        ['i0', 'loop'],
        ['l0', 'wait'],
        ['wait', 'add'],
        ['it', 'end'],
      ],
    });
    for (const is_parallel of [false, true]) {
      const { outputs, events } = await runInPlace(sketch(is_parallel));
      expect(outputs).toEqual({ rounds: [3, 1, 0] });
      const position = { iterationId: 'it', iterationIndex: 0, loopId: 'loop', loopIndex: 2 };
      expect(events.some((event) => event.kind === 'node-started' && event.position?.loopIndex === 2)).toBe(true);
      expect(events).toContainEqual(
        expect.objectContaining({ nodeId: 'add', position: expect.objectContaining(position) }),
      );
    }
  });

  it('may be many levels deep', async () => {
    const levels = 40;
    const nodes: Record<string, Settings & { type: string }> = { start: { type: 'start', variables: [] } };
    const edges: [string, string][] = [['start', 'c0']];
    for (let level = 0; level < levels; level += 1) {
      const parent = level === 0 ? {} : { parent: `c${level - 1}` };
      const inside = level === levels - 1 ? ['text', 'output'] : [`c${level + 1}`, 'output'];
      nodes[`c${level}`] =
        level % 2 === 0
          ? { ...iteration(['start', 'list'], inside), start_node_id: `s${level}`, ...parent }
          : { ...loop(1), start_node_id: `s${level}`, ...parent };
      nodes[`s${level}`] = { type: level % 2 === 0 ? 'iteration-start' : 'loop-start', parent: `c${level}` };
      edges.push([`s${level}`, level === levels - 1 ? 'text' : `c${level + 1}`]);
    }
    nodes.text = { type: 'answer', answer: '{{#start.list#}}', parent: `c${levels - 1}` };
    const report = await runInPlace({ kinds, inputs: { list: ['deep'] }, nodes, edges });
    expect(report.text).toBe('- deep');
    expect(report.finished).toMatchObject({ status: 'succeeded', totalSteps: 2 });
  });
});
