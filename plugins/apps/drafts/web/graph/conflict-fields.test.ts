import { expect, it } from 'vitest';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { conflictFields } from './conflict-fields.ts';
import { Forms } from './forms.ts';

type Answer = ConstructorParameters<typeof Forms>[0];

const fields = [
  { kind: 'messages', at: 'prompt_template', label: 'Prompt' },
  { kind: 'model', at: 'model', label: 'Model' },
];
const form = { id: 'llm', type: 'llm', versions: ['1'], former_types: [], traits: { container: null }, fields };
const forms = new Forms({ data: [form], groups: [], system_variables: [] } as unknown as Answer);
const prompt = (text: string) => [{ id: 'p', role: 'user', text }];
const data = { type: 'llm', title: 'Write', prompt_template: prompt('theirs'), model: { name: 'b', mode: 'chat' } };
const tree = {
  workflow: {
    environment_variables: [{ id: 'v', name: 'address', value: 'x' }],
    features: { opening_statement: 'Hi' },
    graph: { nodes: [{ id: '1739', position: { x: 1, y: 1 }, data }], edges: [] },
  },
};
const below = ['workflow', 'graph', 'nodes', { id: '1739' }] as const;
const told = (...own: Parameters<typeof conflictFields>[1]) =>
  conflictFields(tree, own, { forms, mode: 'workflow' }).map(({ title, label, mine, theirs, canKeep }) => ({
    ...{ of: `${title}: ${label}`, mine, theirs },
    ...(!canKeep && { canKeep }),
  }));

it('names nodes by their titles and fields as their forms do, with the texts of both', () => {
  expect(told({ path: [...below, 'data', 'prompt_template'], set: prompt('mine {{#1739.text#}}') })).toEqual([
    { of: 'Write: Prompt', mine: 'User:\nmine {Write · text}', theirs: 'User:\ntheirs' },
  ]);
  expect(told({ path: [...below, 'data', 'title'], set: 'Draft' })).toEqual([
    { of: 'Write: Title', mine: 'Draft', theirs: 'Write' },
  ]);
});

it('joins what one field is changed by', () => {
  const model = [...below, 'data', 'model'] as const;
  const found = told({ path: [...model, 'name'], set: 'a' }, { path: [...model, 'mode'], set: 'completion' });
  expect(found).toHaveLength(1);
  expect(found[0]?.of).toBe('Write: Model');
  expect(JSON.parse(found[0]?.mine ?? '')).toEqual({ name: 'a', mode: 'completion' });
});

it('names what belongs to the app, and what is gone', () => {
  const variable = ['workflow', 'environment_variables', { id: 'v' }, 'value'];
  expect(told({ path: variable, set: 'y' })[0]?.of).toBe('Environment variables: address');
  expect(told({ path: ['workflow', 'features', 'opening_statement'], set: 'Ho' })[0]).toMatchObject({
    ...{ of: `Features: ${configurationTexts().openingStatement}`, mine: 'Ho', theirs: 'Hi' },
  });
  expect(told({ path: below, remove: true })[0]).toMatchObject({ of: 'Write: The whole node', mine: null });
  const gone = ['workflow', 'graph', 'nodes', { id: 'gone' }, 'data', 'title'];
  expect(told({ path: gone, set: 'kept' })).toEqual([
    { of: 'gone: Title', mine: 'kept', theirs: null, canKeep: false },
  ]);
});
