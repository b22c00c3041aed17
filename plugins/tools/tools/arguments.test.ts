import { describe, expect, it } from 'vitest';
import { Float, toJson } from '#engine';
import { castArgument, completeArguments, type ToolParameter, type ToolParameterType } from './contract.ts';

const parameter = (type: ToolParameterType, more: Partial<ToolParameter> = {}): ToolParameter => ({
  name: 'p',
  type,
  form: 'llm',
  description: '',
  ...more,
});

describe('a text', () => {
  it.each<[ToolParameterType, string, unknown]>([
    ['string', 'True', 'True'],
    ['number', ' 12 ', 12],
    ['number', '1.0', new Float(1)],
    ['number', '-.5e1', new Float(-5)],
    ['number', '123456789012345678901', 123456789012345678901n],
    ['number', '', null],
    ['boolean', 'True', true],
    ['boolean', 'no', false],
    ['boolean', '', false],
    ['object', '{"a": 1.0}', { a: new Float(1) }],
    ['object', "{'a': None}", { a: null }],
    ['array', '[1, 2]', [1, 2]],
    ['array', 'one', ['one']],
    ['array', '', null],
    ['select', 'a', 'a'],
    ['files', '', ['']],
  ])('is read as %s from %j', (type, text, value) => {
    expect(castArgument(parameter(type), text)).toEqual(value);
  });

  it.each<[ToolParameterType, unknown]>([
    ['number', 'many'],
    ['number', '0x10'],
    ['number', '1e999'],
    ['number', {}],
    ['boolean', 'perhaps'],
    ['object', '[1]'],
    ['object', 'x'],
    ['select', 'b'],
  ])('that is no %s is refused: %j', (type, given) => {
    expect(() => castArgument(parameter(type, { options: ['a'] }), given)).toThrow(
      /The parameter "p" (must be|is too large)/,
    );
  });
});

describe('arguments', () => {
  const parameters = [
    parameter('string', { name: 'text', required: true }),
    parameter('string', { name: 'zone', default: 'UTC' }),
    parameter('number', { name: 'count', default: 3 }),
    parameter('string', { name: 'note' }),
  ];

  it('are what is declared, with defaults', () => {
    const given = new Map<string, unknown>([
      ['text', ''],
      ['zone', ''],
      ['count', null],
      ['foreign', 1],
      ['__proto__', 1],
    ]);
    expect(toJson(completeArguments(parameters, given))).toBe('{"text":"","zone":"UTC","count":3}');
  });

  it('that are required must be there', () => {
    expect(() => completeArguments(parameters, new Map())).toThrow(
      'The parameter "text" is required and has no value.',
    );
    const number = [parameter('number', { required: true })];
    expect(() => completeArguments(number, new Map([['p', '']]))).toThrow('required');
  });
});
