import { describe, expect, it } from 'vitest';
import { applyOperations } from './apply-operations.ts';

const tree = () => ({
  app: { name: 'A', mode: 'workflow' },
  workflow: {
    graph: {
      nodes: [
        { id: '1', data: { title: 'One', list: [1, 2] } },
        { id: '2', data: {} },
      ],
    },
  },
});
const nodes = ['workflow', 'graph', 'nodes'] as const;

describe('changes by place', () => {
  it('set, insert and remove; what they do not name is the same object', () => {
    const before = tree();
    const after = applyOperations(before, [
      { path: [...nodes, { id: '1' }, 'data', 'title'], set: 'Uno' },
      { path: [...nodes, { id: '1' }, 'data', 'list', 1], insert: 9 },
      { path: [...nodes, '-'], insert: { id: '3', data: {} } },
      { path: [...nodes, { id: '2' }], remove: true },
      { path: ['app', 'icon'], set: 'x' },
    ]) as ReturnType<typeof tree>;
    expect(after.workflow.graph.nodes).toEqual([
      { id: '1', data: { title: 'Uno', list: [1, 9, 2] } },
      { id: '3', data: {} },
    ]);
    expect(Object.keys(after.app)).toEqual(['name', 'mode', 'icon']);
    expect(before).toEqual(tree());
    const same = applyOperations(before, [{ path: ['app', 'name'], set: 'B' }]) as ReturnType<typeof tree>;
    expect(same.workflow).toBe(before.workflow);
  });

  it('keep the order of keys', () => {
    expect(Object.keys(applyOperations(tree(), [{ path: ['app', 'name'], set: 'B' }]).app as object)).toEqual([
      'name',
      'mode',
    ]);
  });

  it('remove what is gone already without a word', () => {
    for (const path of [
      ['app', 'none'],
      [...nodes, { id: 'none' }],
      [...nodes, 7],
    ])
      expect(applyOperations(tree(), [{ path, remove: true }])).toEqual(tree());
  });

  it.each([
    ['a key below what is not there', ['none', 'x']],
    ['a member that is not there', [...nodes, { id: 'none' }, 'data', 'x']],
    ['a place beyond the end', [...nodes, 9]],
    ['a key of a list', [...nodes, 'length']],
    ['a place of a mapping', ['app', 0]],
    ['nothing', []],
    ['what lies too deep', Array.from({ length: 41 }, () => 'app')],
  ])('attack T03: %s is no place', (_, path) => {
    expect(() => applyOperations(tree(), [{ path, set: 1 }])).toThrow(/no place/);
  });

  it('attack T03: names of parts of every object are keys like others', () => {
    const after = applyOperations(tree(), [{ path: ['app', '__proto__'], set: { admin: true } }]);
    expect(Object.hasOwn(after.app as object, '__proto__')).toBe(true);
    expect((after.app as { admin?: boolean }).admin).toBeUndefined();
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect(() => applyOperations(tree(), [{ path: ['constructor', 'name'], set: 1 }])).toThrow(/no place/);
  });
});
