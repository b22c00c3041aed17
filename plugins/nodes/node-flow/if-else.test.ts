import { describe, expect, it } from 'vitest';
import { NodeError } from '#engine';
import { node } from './if-else.ts';
import { runNode } from './testing/fake-context.ts';

const when = (id: unknown, value: string) => ({
  case_id: id,
  logical_operator: 'and',
  conditions: [{ variable_selector: ['start', 'x'], comparison_operator: 'is', value }],
});

describe('if-else', () => {
  const data = { cases: [when('true', 'a'), when('c0ffee', 'b')] };

  it('takes the first case that holds', async () => {
    expect(await runNode(node, data, { start: { x: 'b' } })).toMatchObject({
      handle: 'c0ffee',
      outputs: { result: true, selected_case_id: 'c0ffee' },
    });
  });

  it('takes false when none holds, and records what it compared', async () => {
    const result = await runNode(node, data, { start: { x: 'z' } });
    expect(result).toMatchObject({ handle: 'false', outputs: { result: false, selected_case_id: 'false' } });
    expect(result.processData).toEqual({
      condition_results: [
        { group: data.cases[0], results: [false], final_result: false },
        { group: data.cases[1], results: [false], final_result: false },
      ],
    });
    expect(result.inputs).toEqual({
      conditions: [
        { actual_value: 'z', expected_value: 'a', comparison_operator: 'is' },
        { actual_value: 'z', expected_value: 'b', comparison_operator: 'is' },
      ],
    });
  });

  it('stops at the case that holds', async () => {
    const broken = { case_id: 'x', conditions: [{ variable_selector: ['no', 'x'], comparison_operator: 'is' }] };
    const result = await runNode(node, { cases: [when('true', 'a'), broken] }, { start: { x: 'a' } });
    expect(result.handle).toBe('true');
  });

  it('reads documents that have conditions without cases', async () => {
    const old = { logical_operator: 'and', conditions: when('', 'a').conditions };
    expect((await runNode(node, old, { start: { x: 'a' } })).handle).toBe('true');
    expect((await runNode(node, old, { start: { x: 'b' } })).handle).toBe('false');
  });

  it('takes ids that YAML made booleans or numbers for their text', async () => {
    expect((await runNode(node, { cases: [when(true, 'a')] }, { start: { x: 'a' } })).handle).toBe('true');
    expect((await runNode(node, { cases: [{ ...when(null, 'a'), id: 7 }] }, { start: { x: 'a' } })).handle).toBe('7');
  });

  it('fails for a missing variable, with what it knew', async () => {
    const failure = await runNode(node, data, {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NodeError);
    expect(failure).toMatchObject({ message: 'Variable start.x not found', details: { processData: {} } });
  });
});
