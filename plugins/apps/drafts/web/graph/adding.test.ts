import { describe, expect, it } from 'vitest';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { applyAll, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { type AddPlace, placeBehind } from './add-place.ts';
import { addAt } from './adding.ts';
import { Forms } from './forms.ts';
import { type Graph, readGraph } from './read-graph.ts';

const traits = { root: false, sole_root: false, response: false, branch: false, retry: false, side_effects: false };
const form = (type: string, more: object = {}) => ({
  ...{ id: `${type}@1`, type, versions: ['1'], former_types: [], is_single: false, title: type, about: '', group: 'x' },
  ...{ icon: 'Square', colour: 'io', start: {}, summary: [], fields: [], required: [], can_fail: false, outputs: [] },
  ...{ aliases: [], handles: [{ id: 'source' }], traits: { ...traits, container: null } },
  ...more,
});
const forms = new Forms({
  ...{ language: 'en', groups: [], system_variables: [] },
  data: [
    form('ask'),
    form('fork', { handles: [{ id: 'yes' }, { id: 'no' }] }),
    form('last', { handles: [] }),
    form('rounds', { traits: { ...traits, container: { kind: 'loop', pool: 'shared' } } }),
  ],
} as unknown as Schemas['NodeTypeForms']);
const [ask, fork, last, rounds] = forms.all as [
  ...[Forms['all'][number], Forms['all'][number], Forms['all'][number], Forms['all'][number]],
];

const node = (id: string, type: string, x: number, y = 0) => ({
  ...{ id, type: 'custom', position: { x, y }, data: { type, title: id } },
});
const treeOf = (nodes: readonly object[], edges: readonly object[]): Mapping => ({
  workflow: { graph: { nodes, edges } },
});
const chain = treeOf(
  [node('a', 'ask', 0), node('b', 'ask', 320), node('c', 'last', 640)],
  [
    { id: 'ab', source: 'a', sourceHandle: 'source', target: 'b', targetHandle: 'target' },
    { id: 'bc', source: 'b', target: 'c' },
  ],
);

function added(tree: Mapping, kind: Forms['all'][number], place: AddPlace) {
  const { id, operations } = addAt(tree, forms, { form: kind }, place, { mode: 'workflow', model: null });
  const after = applyAll(tree, operations).tree;
  return { id, tree: after, graph: readGraph(after) };
}
const behind = (tree: Mapping, id: string): AddPlace => {
  const graph = readGraph(tree);
  const found = graph.byId.get(id);
  if (found === undefined) throw new Error(`no ${id}`);
  return placeBehind(graph, forms, found);
};
const at = (graph: Graph, id: string) => graph.byId.get(id)?.node.position;
const joined = (graph: Graph) => graph.edges.map(({ source, sourceHandle, target }) => [source, sourceHandle, target]);

describe('a node that is added', () => {
  it('goes into the only edge of what it is added behind, and what follows makes way', () => {
    expect(behind(chain, 'a')).toEqual({ kind: 'edge', id: 'ab' });
    const { id, graph } = added(chain, ask, behind(chain, 'a'));
    expect(joined(graph)).toEqual([
      ['b', null, 'c'],
      ['a', 'source', id],
      [id, 'source', 'b'],
    ]);
    expect([at(graph, id), at(graph, 'b'), at(graph, 'c')]).toEqual([
      ...[
        { x: 320, y: 0 },
        { x: 640, y: 0 },
        { x: 960, y: 0 },
      ],
    ]);
  });

  it('takes the first way that is free, lower than what the others lead to', () => {
    const first = added(treeOf([node('f', 'fork', 0)], []), ask, { kind: 'behind', source: 'f', sourceHandle: 'yes' });
    expect(behind(first.tree, 'f')).toEqual({ kind: 'behind', source: 'f', sourceHandle: 'no' });
    const second = added(first.tree, ask, behind(first.tree, 'f'));
    expect(joined(second.graph)).toEqual([
      ['f', 'yes', first.id],
      ['f', 'no', second.id],
    ]);
    const [one, two] = [at(second.graph, first.id), at(second.graph, second.id)] as [{ y: number }, { y: number }];
    expect(two.y).toBeGreaterThan(one.y + 44);
  });

  it('stands beside what leads nowhere, and on nothing', () => {
    const { id, graph } = added(chain, ask, behind(chain, 'c'));
    expect(graph.edges).toHaveLength(2);
    expect(at(graph, id)).toEqual({ x: 960, y: 0 });
    const on = added(chain, ask, { kind: 'at', at: { x: 330, y: 10 }, parentId: null });
    expect(at(on.graph, on.id)).toEqual({ x: 330, y: 72 });
  });

  it('lies in a container that is empty, which grows, and what is right of it makes way', () => {
    const one = added(chain, rounds, behind(chain, 'a'));
    const inner = added(one.tree, ask, behind(one.tree, one.id));
    expect(inner.graph.byId.get(inner.id)?.parentId).toBe(one.id);
    expect(joined(inner.graph)).toContainEqual([`${one.id}start`, 'source', inner.id]);
    const next = added(inner.tree, fork, behind(inner.tree, inner.id));
    expect(next.graph.byId.get(next.id)?.parentId).toBe(one.id);
    const [before, after] = [at(one.graph, 'b'), at(next.graph, 'b')] as [{ x: number }, { x: number }];
    expect(after.x).toBeGreaterThan(before.x);
    expect(behind(next.tree, one.id)).toMatchObject({ kind: 'edge' });
  });

  it('that gives nothing on ends the way it is put into', () => {
    const { id, graph } = added(chain, last, { kind: 'edge', id: 'ab' });
    expect(joined(graph)).toEqual([
      ['b', null, 'c'],
      ['a', 'source', id],
    ]);
  });
});
