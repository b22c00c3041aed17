import { describe, expect, it } from 'vitest';
import { Float } from '#engine/run/values/value.ts';
import { documentDifferences, readDocument } from './round-trip.ts';

const node = (data: object) => ({ workflow: { graph: { nodes: [{ id: 'a', data }] } } });

describe('two documents', () => {
  it.each<[string, object, object, string]>([
    ['a lost key', { app: { name: 'a', icon: 'b' } }, { app: { name: 'a' } }, 'app.icon: lost'],
    ['a new key', { app: {} }, { app: { icon: '' } }, 'app.icon: new'],
    ['another text', { app: { name: 'a' } }, { app: { name: 'b' } }, 'app.name: string became string of another value'],
    ['an integer for a float', { a: new Float(1) }, { a: 1 }, 'a: float became number'],
    ['a number for a text', { a: '010' }, { a: 8 }, 'a: string became number'],
    ['a shorter list', { a: [1, 2] }, { a: [1] }, 'a: 2 items became 1'],
    ['a changed node', node({ type: 'llm', x: null }), node({ type: 'llm', x: '' }), 'workflow.graph.nodes[0].data.x'],
  ])('differ by %s', (_case, before, after, told) => {
    expect(documentDifferences({ ...before }, { ...after })).toEqual([expect.stringContaining(told)]);
  });

  it('are the same but for what an export changes on purpose', () => {
    const variables = (value: unknown) => ({
      environment_variables: [{ name: 'k', value_type: 'secret', value }],
      conversation_variables: [{ name: 'n', value_type: 'number', value: value === 'k' ? null : 0 }],
    });
    const before = { version: '0.1.0', workflow: { ...variables('k'), graph: { nodes: [{ data: tool }] } } };
    const after = {
      version: '0.6.0',
      kind: 'app',
      dependencies: [],
      workflow: { ...variables(''), graph: { nodes: [{ data: { type: 'tool', x: 1 } }] } },
    };
    expect(documentDifferences(before, after)).toEqual([]);
  });

  const tool = { type: 'tool', x: 1, credential_id: 'c' };

  it('never show a value', () => {
    expect(documentDifferences({ key: 'sk-live-1' }, { key: 'sk-live-2' }).join()).not.toContain('sk-live');
  });
});

describe('reading a document', () => {
  it('opens the envelope of a saved export, and gives null for what is none', () => {
    expect(readDocument('{"data": "app: {name: x}"}')).toEqual({ app: { name: 'x' } });
    expect(readDocument('- a')).toBeNull();
    expect(readDocument('a: [')).toBeNull();
  });
});
