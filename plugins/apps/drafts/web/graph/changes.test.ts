import { describe, expect, it } from 'vitest';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { applyAll, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { addNode, connect, copyNodes, moveNodes, pasteNodes, removeNodes, whyNoEdge } from './changes.ts';
import { Forms } from './forms.ts';
import { readGraph } from './read-graph.ts';
import { writeSetting } from './settings.ts';
import { variablesBefore } from './variables.ts';

const traits = { root: false, sole_root: false, response: false, branch: false, retry: false, side_effects: false };
const form = (type: string, more: object = {}) => ({
  ...{ id: `${type}@1`, type, versions: ['1'], former_types: [], is_single: false, title: type, about: '', group: 'x' },
  ...{ icon: 'Square', colour: 'io', start: {}, summary: [], fields: [], required: [], can_fail: false },
  ...{
    outputs: [{ name: 'text', type: 'string' }],
    handles: [{ id: 'source' }],
    traits: { ...traits, container: null },
  },
  ...more,
});
const forms = new Forms({
  ...{ language: 'en', groups: [], system_variables: [{ name: 'query', type: 'string', about: '' }] },
  data: [
    form('begin', { is_single: true, traits: { ...traits, root: true, container: null } }),
    form('ask'),
    form('rounds', { traits: { ...traits, container: { kind: 'loop', pool: 'shared' } }, inside: [{ name: 'item' }] }),
  ],
} as unknown as Schemas['NodeTypeForms']);

const node = (id: string, type: string, more: object = {}) => ({
  ...{ id, type: 'custom', position: { x: 0, y: 0 }, data: { type, title: id } },
  ...more,
});
const tree: Mapping = {
  workflow: {
    graph: {
      nodes: [
        node('a', 'begin'),
        node('b', 'ask', { data: { type: 'ask', title: 'b', prompt: 'of {{#a.text#}}', from: ['a', 'text'] } }),
        node('c', 'rounds'),
        node('d', 'ask', { parentId: 'c' }),
      ],
      edges: [
        { id: 'e1', source: 'a', target: 'b' },
        { id: 'e2', source: 'b', target: 'c' },
      ],
    },
  },
};
const graph = readGraph(tree);
const drawnAfter = (operations: Parameters<typeof applyAll>[1], before = tree) =>
  readGraph(applyAll(before, operations).tree);
const from = (source: string) => ({ source, sourceHandle: null });

describe('changes of a graph', () => {
  it('connect what may be connected, and say why the rest may not', () => {
    const why = (source: string, target: string) => whyNoEdge(graph, forms, from(source), target);
    expect([why('a', 'a'), why('a', 'b'), why('c', 'b'), why('b', 'd'), why('b', 'a')]).toEqual([
      ...['itself', 'there', 'circle', 'elsewhere', 'root'],
    ]);
    expect(why('a', 'c')).toBeNull();
    expect(drawnAfter(connect(graph, forms, from('a'), 'c')).edges.at(-1)).toMatchObject({ source: 'a', target: 'c' });
  });

  it('remove a container with what lies in it, and their edges', () => {
    const left = drawnAfter(removeNodes(graph, forms, new Set(['c'])));
    expect(left.nodes.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(left.edges.map(({ id }) => id)).toEqual(['e1']);
  });

  it('paste copies that name each other, not those they are copies of; one of a kind is not made twice', () => {
    const clip = copyNodes(graph, new Set(['a', 'b', 'c']));
    const { ids, operations } = pasteNodes(graph, forms, clip, { x: 40, y: 40 });
    const pasted = drawnAfter(operations);
    expect(ids).toHaveLength(2);
    expect(pasted.nodes).toHaveLength(7);
    const [b = '', c = ''] = ids;
    // The first of its kind is not copied, so that the copy names it still.
    expect(pasted.byId.get(b)?.data).toMatchObject({ prompt: 'of {{#a.text#}}', from: ['a', 'text'] });
    expect(pasted.nodes.filter(({ parentId }) => parentId === c)).toHaveLength(1);
    expect(pasted.edges.at(-1)).toMatchObject({ source: b, target: c });
  });

  it('put a new container down with the node its inside begins at', () => {
    const [, , rounds] = forms.all;
    if (rounds === undefined) throw new Error('there are three forms');
    const { id, operations } = addNode(graph, forms, { form: rounds, at: { x: 1.4, y: 2 }, parentId: null });
    const made = drawnAfter(operations);
    expect(made.byId.get(id)?.node).toMatchObject({ position: { x: 1, y: 2 }, data: { start_node_id: `${id}start` } });
    expect(made.byId.get(`${id}start`)).toMatchObject({ parentId: id, type: 'loop-start' });
  });

  it('put a new node down with UUIDs of its own where its form says so', () => {
    const ways = { start: { ways: [{ type: 'webapp', config: {} }, 'odd'], rest: [{}] }, uuids_in: ['ways', 'gone'] };
    const asking = new Forms({
      ...{ language: 'en', groups: [], system_variables: [] },
      data: [form('ask', ways)],
    } as unknown as Schemas['NodeTypeForms']);
    const [ask] = asking.all;
    if (ask === undefined) throw new Error('there is one form');
    const made = [1, 2].map(() => {
      const { id, operations } = addNode(graph, asking, { form: ask, at: { x: 0, y: 0 }, parentId: null });
      return drawnAfter(operations).byId.get(id)?.data;
    });
    const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const data = { ways: [{ id, type: 'webapp', config: {} }, 'odd'], rest: [{}] };
    expect(made).toMatchObject([data, data]);
    expect(JSON.stringify(made[0])).not.toBe(JSON.stringify(made[1]));
  });

  it('move nodes only where they move', () => {
    expect(moveNodes(graph, new Map([['a', { x: 0, y: 0 }]]))).toEqual([]);
    expect(moveNodes(graph, new Map([['a', { x: 10.2, y: 0 }]]))).toMatchObject([{ set: { x: 10, y: 0 } }]);
  });

  it('write settings with the mappings that are missing on the way', () => {
    const base = ['workflow', 'graph', 'nodes', { id: 'b' }, 'data'];
    expect(writeSetting(tree, base, 'model.name', 'm')).toEqual([{ path: [...base, 'model'], set: { name: 'm' } }]);
    expect(writeSetting(tree, base, 'prompt', undefined)).toEqual([{ path: [...base, 'prompt'], remove: true }]);
  });

  it('attack T10: takes an id that names a prototype for an id', () => {
    const nodes = [{ id: '__proto__', data: { type: 'ask' }, position: 7 }];
    const clip = { nodes: JSON.parse(JSON.stringify(nodes)) as Mapping[], edges: [] };
    expect(drawnAfter(pasteNodes(graph, forms, clip, { x: 0, y: 0 }).operations).nodes).toHaveLength(5);
    expect(({} as Mapping).data).toBeUndefined();
  });
});

it('tells a node of the variables before it, and of the container it lies in', () => {
  const groups = variablesBefore({ graph, forms, tree, mode: 'workflow' }, 'd');
  expect(groups.map(({ id }) => id)).toEqual(['c', 'b', 'a', 'sys']);
  expect(groups[0]?.variables[0]?.selector).toEqual(['c', 'item']);
});
