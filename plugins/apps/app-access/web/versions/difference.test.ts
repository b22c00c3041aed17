import { expect, it } from 'vitest';
import { type Change, differenceOf } from './difference.ts';

const node = (id: string, x: number) => ({ id, position: { x, y: 0 }, data: { type: 'answer', title: id } });
const tree = (nodes: readonly object[], edges: readonly object[]) => ({ workflow: { graph: { nodes, edges } } });
const change = (part: Change['part'], kind: Change['change'], id: string): Change => ({
  ...{ part, change: kind, id, title: id, fields: [], authors: [] },
});
const say = ({ change: text }: Change) => ({ text, label: text });

it('draws what came, went and changed in one graph, each under its mark', () => {
  const before = tree([node('a', 0), node('b', 300)], [{ id: 'e', source: 'a', sourceHandle: 'source', target: 'b' }]);
  const after = tree([node('a', 0), node('c', 300)], [{ id: 'e', source: 'a', target: 'c' }]);
  const changes = [
    change('node', 'changed', 'a'),
    change('node', 'added', 'c'),
    change('node', 'removed', 'b'),
    change('edge', 'removed', 'a/source → b'),
    change('edge', 'added', 'a/source → c'),
  ];
  const drawn = differenceOf(before, after, changes, say);
  expect(drawn?.tree).toEqual(
    tree(
      // The place of b is another's by now.
      [node('a', 0), node('c', 300), { ...node('b', 300), position: { x: 340, y: 40 } }],
      [
        { id: 'e', source: 'a', target: 'c' },
        { id: 'removed-0', source: 'a', sourceHandle: 'source', target: 'b' },
      ],
    ),
  );
  expect([...(drawn?.marks ?? [])].map(([id, { look }]) => [id, look])).toEqual([
    ['a', 'accent'],
    ['c', 'ok'],
    ['b', 'bad'],
  ]);
  expect([...(drawn?.edgeMarks ?? [])].map(([id, { look }]) => [id, look])).toEqual([
    ['e', 'ok'],
    ['removed-0', 'bad'],
  ]);
});

it('lays out what nobody has drawn', () => {
  const after = tree([node('a', 0), node('b', 0), node('c', 0), node('d', 900)], []);
  const nodes = ['a', 'b', 'c', 'd'].map((id) => ({ id, data: { type: 'answer', title: id } }));
  expect(differenceOf(undefined, after, [], say)?.tree).toEqual(tree(nodes, []));
});

it('draws nothing of apps without a graph, and the whole of what is new', () => {
  expect(differenceOf({ model_config: {} }, { model_config: {} }, [], say)).toBe(null);
  expect(differenceOf(undefined, tree([node('a', 0)], []), [], say)?.tree).toEqual(tree([node('a', 0)], []));
});
