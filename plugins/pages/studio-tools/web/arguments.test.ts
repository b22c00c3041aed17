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

it('gives values of their types, and says which can not be read', () => {
  const parameters = parametersOfSchema(schema);
  const given = { text: '42', times: '2', more: '{"a":1}', list: '[1]', loud: 'false', kind: '' };
  expect(argumentsIn(formOf(given), parameters)).toEqual({
    ...{ text: '42', times: 2, more: { a: 1 }, list: [1], loud: false },
  });
  for (const wrong of [{ more: '[1]' }, { list: '{}' }, { more: '{' }, { times: 'two' }]) {
    expect(() => argumentsIn(formOf(wrong), parameters)).toThrow(WrongArgument);
  }
});
