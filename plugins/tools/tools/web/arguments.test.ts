import { expect, it } from 'vitest';
import { argumentsIn, parameterOf, parametersOfSchema, WrongArgument } from './arguments.ts';

const schema = {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string', title: 'Text', description: 'What to say' },
    times: { type: ['null', 'integer'], default: 1 },
    kind: { type: 'string', enum: ['a', 'b'] },
    more: { properties: {} },
    list: { type: 'array' },
    loud: { type: 'boolean' },
  },
};

const formOf = (values: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(`argument.${name}`, value);
  return form;
};

it('reads parameters of a schema', () => {
  const parameters = parametersOfSchema(schema);
  expect(parameters.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'text: string',
    'times: number',
    'kind: select',
    'more: object',
    'list: array',
    'loud: boolean',
  ]);
  expect(parameters[0]).toMatchObject({ label: 'Text', isRequired: true });
  expect(parameters[1]).toMatchObject({ preset: '1', isRequired: false });
  expect(parameterOf({ name: 'x', type: 'object', default: { a: 1 } }).preset).toBe('{"a":1}');
});

it('gives values of their types, and says which can not be read', async () => {
  const parameters = parametersOfSchema(schema);
  const given = { text: '42', times: '2', more: '{"a":1}', list: '[1]', loud: 'false', kind: '' };
  expect(await argumentsIn(formOf(given), parameters)).toEqual({
    ...{ text: '42', times: 2, more: { a: 1 }, list: [1], loud: false },
  });
  for (const wrong of [{ more: '[1]' }, { list: '{}' }, { more: '{' }, { times: 'two' }]) {
    await expect(argumentsIn(formOf(wrong), parameters)).rejects.toThrow(WrongArgument);
  }
});

it('gives files with their names, and none where none was chosen', async () => {
  const parameters = [parameterOf({ name: 'paper', type: 'file' }), parameterOf({ name: 'more', type: 'files' })];
  const form = new FormData();
  form.append('argument.paper', new File(['ferns'], 'ferns.txt', { type: 'text/plain' }));
  form.append('argument.more', new File([], ''));
  const paper = [{ url: `data:text/plain;base64,${btoa('ferns')}`, name: 'ferns.txt' }];
  expect(await argumentsIn(form, parameters)).toEqual({ paper });
});
