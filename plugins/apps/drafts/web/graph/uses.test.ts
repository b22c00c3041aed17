import { expect, it } from 'vitest';
import { applyAll, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { namedIn, renamed, usersOf } from './uses.ts';

const tree: Mapping = {
  workflow: {
    environment_variables: [{ id: 'e', name: 'key', selector: ['env', 'key'] }],
    features: { opening_statement: 'Hello {{#env.key#}}' },
    graph: {
      nodes: [
        { id: 'a', data: { text: '{{#env.key#}}{{#env.key.part#}}{{#env.key_2#}}', from: ['env', 'key', 'part'] } },
        { id: 'b', data: { list: [{ value: ['env', 'key_2'] }], note: 'env.key' } },
        { id: 'c', data: { deep: [[['env', 'key']]] } },
      ],
      edges: [],
    },
  },
};

it('a variable is used by the nodes that name it, in selectors and in texts', () => {
  expect(usersOf(tree, ['env', 'key'])).toEqual(['a', 'c']);
  expect(usersOf(tree, ['env', 'key_2'])).toEqual(['a', 'b']);
  expect(usersOf(tree, ['conversation', 'key'])).toEqual([]);
});

it('a variable is renamed at each place that names it, and taken back as it was', () => {
  const { tree: next, inverse } = applyAll(tree, renamed(tree, ['env', 'key'], 'token'));
  const text = JSON.stringify(next);
  expect(text).toContain('{{#env.token#}}{{#env.token.part#}}{{#env.key_2#}}');
  expect(text).toContain('"from":["env","token","part"]');
  expect(text).toContain('"deep":[[["env","token"]]]');
  expect(text).toContain('Hello {{#env.token#}}');
  expect(text).toContain('"note":"env.key"');
  expect(applyAll(next, inverse).tree).toEqual(tree);
});

it('what settings name is found once, in its order, of the owners that are asked for', () => {
  const settings = {
    text: '{{#b.x.y#}} {{#env.key#}} {{#gone.z#}}',
    list: [
      ['a', 'one'],
      ['b', 'x', 'y'],
      ['just', 'words'],
    ],
  };
  const owners = new Set(['a', 'b', 'env']);
  expect(namedIn(settings, (id) => owners.has(id))).toEqual([
    ['b', 'x'],
    ['env', 'key'],
    ['a', 'one'],
  ]);
});
