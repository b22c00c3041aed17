import { beforeAll, describe, expect, it } from 'vitest';
import { type GraphSketch, type RunReport, type RunSketch, runInPlace } from '#engine/testing/run-in-place.ts';
import { flowKinds } from './testing/flow-kinds.ts';

let kinds: NonNullable<GraphSketch['kinds']>;
beforeAll(async () => {
  kinds = await flowKinds();
});

type Sketch = Omit<RunSketch, 'kinds'>;
const run = (sketch: Sketch): Promise<RunReport> => runInPlace({ ...sketch, kinds });

const start = { type: 'start', variables: [{ variable: 'x', type: 'text-input' }] };
const branch = (handle: string, operator: string, value?: string) => ({
  case_id: handle,
  logical_operator: 'and',
  conditions: [{ variable_selector: ['start', 'x'], comparison_operator: operator, value }],
});
const end = (...selectors: readonly (readonly string[])[]) => ({
  type: 'end',
  outputs: selectors.map((value_selector) => ({ variable: value_selector.join('_'), value_selector })),
});
const template = (text: string, ...variables: readonly (readonly [string, readonly string[]])[]) => ({
  type: 'template-transform',
  template: text,
  variables: variables.map(([variable, value_selector]) => ({ variable, value_selector })),
});

describe('graphs of flow nodes', () => {
  it('trap 18: start node values: system values are published under the start node', async () => {
    const { outputs } = await run({
      nodes: { start, end: end(['start', 'sys.query'], ['start', 'x'], ['sys', 'query']) },
      edges: [['start', 'end']],
      mode: 'workflow',
      inputs: { x: 'in' },
      system: { query: 'q' },
    });
    expect(outputs).toEqual({ 'start_sys.query': 'q', start_x: 'in', sys_query: 'q' });
  });

  it('join branches in an aggregator, whichever was taken', async () => {
    const sketch = (x: string): Sketch => ({
      nodes: {
        start,
        if: { type: 'if-else', cases: [branch('yes', 'is', 'a')] },
        a: template('A'),
        b: template('B'),
        agg: {
          type: 'variable-aggregator',
          variables: [
            ['a', 'output'],
            ['b', 'output'],
          ],
        },
        end: end(['agg', 'output']),
      },
      edges: [
        ['start', 'if'],
        ['if', 'a', 'yes'],
        ['if', 'b', 'false'],
        ['a', 'agg'],
        ['b', 'agg'],
        ['agg', 'end'],
      ],
      mode: 'workflow',
      inputs: { x },
    });
    expect((await run(sketch('a'))).outputs).toEqual({ agg_output: 'A' });
    expect((await run(sketch('z'))).outputs).toEqual({ agg_output: 'B' });
  });

  it('end succeeded when the chosen handle has no edge', async () => {
    const report = await run({
      nodes: { start, if: { type: 'if-else', cases: [branch('yes', 'is', 'a')] }, end: end(['start', 'x']) },
      edges: [
        ['start', 'if'],
        ['if', 'end', 'yes'],
      ],
      inputs: { x: 'z' },
      mode: 'workflow',
    });
    expect(report.finished.status).toBe('succeeded');
    expect(report.outputs).toEqual({});
  });

  it('fail when a condition names a missing variable or compares wrong types', async () => {
    const report = await run({
      nodes: { start, if: { type: 'if-else', cases: [branch('yes', '>', '5')] }, end: end(['start', 'x']) },
      edges: [
        ['start', 'if'],
        ['if', 'end', 'yes'],
      ],
      inputs: { x: 'text' },
      mode: 'workflow',
    });
    expect(report.finished).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Invalid actual value type'),
    });
  });

  it('let other nodes test the error of a failed template', async () => {
    const { outputs } = await run({
      nodes: {
        start,
        bad: {
          ...template('{{ 1 / 0 }}'),
          error_strategy: 'default-value',
          default_value: [{ key: 'output', type: 'string', value: 'd' }],
        },
        if: {
          type: 'if-else',
          cases: [
            {
              case_id: 'known',
              logical_operator: 'and',
              conditions: [
                {
                  variable_selector: ['bad', 'error_type'],
                  comparison_operator: 'is',
                  value: 'TemplateTransformError',
                },
                {
                  variable_selector: ['bad', 'error_message'],
                  comparison_operator: 'contains',
                  value: 'division by zero',
                },
              ],
            },
          ],
        },
        end: end(['bad', 'output'], ['if', 'selected_case_id']),
      },
      edges: [
        ['start', 'bad'],
        ['bad', 'if'],
        ['if', 'end', 'known'],
      ],
      mode: 'workflow',
    });
    expect(outputs).toEqual({ bad_output: 'd', if_selected_case_id: 'known' });
  });

  it('stream what the answer says, assignments included', async () => {
    const report = await run({
      nodes: {
        start,
        assign: {
          type: 'assigner',
          items: [
            { variable_selector: ['conversation', 'count'], operation: '+=', input_type: 'constant', value: 1 },
            {
              variable_selector: ['conversation', 'names'],
              operation: 'append',
              input_type: 'variable',
              value: ['start', 'x'],
            },
          ],
        },
        answer: { type: 'answer', answer: 'n={{#conversation.count#}} {{#conversation.names#}} {{#no.thing#}}' },
      },
      edges: [
        ['start', 'assign'],
        ['assign', 'answer'],
      ],
      conversation: [
        { name: 'count', valueType: 'number', value: 1 },
        { name: 'names', valueType: 'array[string]', value: ['a'] },
      ],
      memory: { count: 41 },
      inputs: { x: 'b' },
    });
    expect(report.outputs).toMatchObject({ answer: 'n=42 - a\n- b no.thing' });
    expect(report.text).toBe('n=42 - a\n- b no.thing');
  });

  it.each([
    ['the output of a node', ['say', 'answer']],
    ['an input', ['start', 'x']],
    ['an environment variable', ['env', 'token']],
    ['a system variable', ['sys', 'query']],
  ])('refuse an assigner that writes %s', async (_case, target) => {
    const report = await run({
      nodes: {
        start,
        say: { type: 'answer', answer: 'as it was' },
        assign: {
          type: 'assigner',
          error_strategy: 'fail-branch',
          items: [{ variable_selector: target, operation: 'over-write', input_type: 'constant', value: 'overwritten' }],
        },
        answer: { type: 'answer', answer: ' {{#say.answer#}} {{#assign.error_type#}}' },
      },
      edges: [
        ['start', 'say'],
        ['say', 'assign'],
        ['assign', 'answer', 'fail-branch'],
      ],
      environment: [{ name: 'token', value: 'secret' }],
      system: { query: 'Hi' },
      inputs: { x: 'given' },
    });
    expect(report.text).toBe('as it was as it was VariableOperatorNodeError');
  });

  it('apply nothing of an assigner that fails', async () => {
    const report = await run({
      nodes: {
        start,
        assign: {
          type: 'assigner',
          error_strategy: 'fail-branch',
          items: [
            { variable_selector: ['conversation', 'count'], operation: '+=', input_type: 'constant', value: 1 },
            { variable_selector: ['conversation', 'gone'], operation: 'clear' },
          ],
        },
        answer: { type: 'answer', answer: '{{#conversation.count#}} {{#assign.error_type#}}' },
      },
      edges: [
        ['start', 'assign'],
        ['assign', 'answer', 'fail-branch'],
      ],
      conversation: [{ name: 'count', valueType: 'number', value: 1 }],
    });
    expect(report.outputs).toMatchObject({ answer: '1 VariableNotFoundError' });
  });

  it('show an answer behind one of two branches without the other one', async () => {
    const report = await run({
      nodes: {
        start,
        if: { type: 'if-else', cases: [branch('yes', 'is', 'a')] },
        a: template('A'),
        b: template('B'),
        answer: { type: 'answer', answer: '[{{#a.output#}}|{{#b.output#}}]' },
      },
      edges: [
        ['start', 'if'],
        ['if', 'a', 'yes'],
        ['if', 'b', 'false'],
        ['a', 'answer'],
        ['b', 'answer'],
      ],
      inputs: { x: 'a' },
    });
    expect(report.outputs).toMatchObject({ answer: '[A|]' });
    expect(report.text).toBe('[A|]');
  });

  it('stream nothing for an output of an end node that never appeared: its value is null', async () => {
    const report = await run({
      nodes: { start, end: end(['start', 'x'], ['ghost', 'y'], ['start', 'nothing'], ['sys', 'query']) },
      edges: [['start', 'end']],
      inputs: { x: 'in' },
      system: { query: 'q' },
      mode: 'workflow',
    });
    expect(report.outputs).toEqual({ start_x: 'in', ghost_y: null, start_nothing: null, sys_query: 'q' });
    expect(report.text).toBe('in\n\n\nq');
  });

  it('refuse settings that mean nothing, naming node and field', async () => {
    await expect(run({ nodes: { start, t: { type: 'template-transform' } }, edges: [['start', 't']] })).rejects.toThrow(
      /template.*is required/s,
    );
  });
});
