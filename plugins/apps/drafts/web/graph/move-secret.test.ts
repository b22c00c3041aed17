import { expect, it } from 'vitest';
import { applyAll, isMapping, valueAt } from '#plugins/drafts/web/document/operations.ts';
import { movedSecret } from './move-secret.ts';
import { dataPath } from './read-graph.ts';

const tree = (variables: readonly object[] | null) => ({
  workflow: {
    ...(variables !== null && { environment_variables: variables }),
    graph: { nodes: [{ id: 'n', data: { authorization: { config: { api_key: 'x' } } } }] },
  },
});
const at = 'authorization.config.api_key';

function moved(value: string, variables: readonly object[] | null = []) {
  const before = tree(variables);
  const operations = movedSecret(before, { base: dataPath('n'), at, value });
  const after = applyAll(before, operations);
  const made = valueAt(after.tree, ['workflow', 'environment_variables']);
  return {
    field: valueAt(after.tree, [...dataPath('n'), ...at.split('.')]),
    made: Array.isArray(made) ? made.map((each) => isMapping(each) && [each.name, each.value_type, each.value]) : made,
    undone: applyAll(after.tree, after.inverse).tree,
    before,
  };
}

it.each([
  ['what was typed', 'sk-1', '{{#env.api_key#}}', ['sk-1']],
  ['a mark', '[__HIDDEN__:hidden_0123456789abcdef]', '{{#env.api_key#}}', ['[__HIDDEN__:hidden_0123456789abcdef]']],
  ['what stands behind a scheme', 'Bearer sk-1', 'Bearer {{#env.api_key#}}', ['sk-1']],
  ['what stands between placeholders', '{{#s.u#}}:pass {{#s.v#}}', '{{#s.u#}}:{{#env.api_key#}} {{#s.v#}}', ['pass']],
])('%s goes to a secret variable, and a placeholder is where it was', (_, value, field, values) => {
  const { made, undone, before, ...rest } = moved(value);
  expect(rest.field).toBe(field);
  expect(made).toEqual(values.map((each) => ['api_key', 'secret', each]));
  expect(undone).toEqual(before);
});

it('takes a name that is free, in documents without variables too', () => {
  expect(moved('sk-1', [{ name: 'api_key' }, { name: 'api_key_2' }]).field).toBe('{{#env.api_key_3#}}');
  expect(moved('sk-1', null).made).toEqual([['api_key', 'secret', 'sk-1']]);
});

it.each(['', '  ', '{{#env.token#}}', 'Bearer {{#env.token#}}', '[__HIDDEN__]'])(
  'has nothing to move in %j',
  (value) => {
    expect(movedSecret(tree([]), { base: dataPath('n'), at, value })).toEqual([]);
  },
);
