import { expect, it } from 'vitest';
import { fieldLabels } from './field-labels.ts';
import { Forms } from './forms.ts';

type Answer = ConstructorParameters<typeof Forms>[0];

it('finds the field that stands nearest above a path, and none where a form has none', () => {
  const fields = [
    { kind: 'model', at: 'model', label: 'Model' },
    { kind: 'group', at: '', label: 'More', fields: [{ kind: 'number', at: 'model.limit', label: 'Limit' }] },
  ];
  const form = { id: 'llm', type: 'llm', versions: ['1'], former_types: [], traits: { container: null }, fields };
  const forms = new Forms({ data: [form], groups: [], system_variables: [] } as unknown as Answer);
  const label = fieldLabels({ workflow: { graph: { nodes: [{ id: 'a', data: { type: 'llm' } }] } } }, forms);
  expect(['model.name', 'model[x]', 'model.limit', 'models', 'title'].map((path) => label('a', path))).toEqual([
    ...['Model', 'Model', 'Limit', null, null],
  ]);
  expect(label('gone', 'model')).toBe(null);
});
