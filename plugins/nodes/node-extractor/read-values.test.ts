import { describe, expect, it } from 'vitest';
import { Float } from '#engine';
import { type Parameter, readType } from './parameter.ts';
import { readValues } from './read-values.ts';

function parameter(type: string, more: Partial<Parameter> = {}): Parameter {
  const known = readType(type);
  if (known === null) throw new Error(`no type ${type}`);
  return { name: 'p', description: '', isRequired: false, options: [], ...known, ...more };
}

describe('a value', () => {
  const options = ['高', 'Mid'];

  it.each<[string, unknown, unknown]>([
    ['string', 'a', 'a'],
    ['string', '', ''],
    ['string', 5, '5'],
    ['string', new Float(1), '1.0'],
    ['string', true, 'true'],
    ['number', 3, 3],
    ['number', new Float(3), new Float(3)],
    ['number', '42', 42],
    ['number', ' -3.50 ', -3.5],
    ['number', '4.0', new Float(4)],
    ['number', '12345678901234567890', 12345678901234567890n],
    ['boolean', false, false],
    ['bool', 'TRUE', true],
    ['Boolean', 0, false],
    ['select', '高', '高'],
    ['select', ' mid', 'Mid'],
    ['array[string]', ['a', 1], ['a', '1']],
    ['array[number]', [1, new Float(2), '3'], [1, new Float(2), 3]],
    ['array[boolean]', [true, 'no'], [true, false]],
    ['Array[Object]', [{ a: 1 }], [{ a: 1 }]],
    ['array[string]', [], []],
  ])('of type %s fits from %j', (type, given, value) => {
    const read = readValues({ p: given }, [parameter(type, { options, isRequired: true })]);
    expect(read).toEqual({ values: { p: value }, problems: [] });
  });

  it.each<[string, unknown, unknown]>([
    ['string', { a: 1 }, ''],
    ['string', ['a'], ''],
    ['number', 'about 5', 0],
    ['number', '1,000', 0],
    ['number', true, 0],
    ['number', new Float(Number.POSITIVE_INFINITY), 0],
    ['number', '1e999', 0],
    ['boolean', 'maybe', false],
    ['boolean', 2, false],
    ['select', 'Low', ''],
    ['array[string]', 'a', []],
    ['array[number]', { 0: 1 }, []],
  ])('of type %s is zero when the reply has %j', (type, given, zero) => {
    const { values, problems } = readValues({ p: given }, [parameter(type, { options })]);
    expect(values).toEqual({ p: zero });
    expect(problems).toEqual([expect.stringContaining("The value of the parameter p in the model's reply is not")]);
  });

  it('that is missing is zero, and a problem only when it is required', () => {
    const parameters = ['string', 'number', 'boolean', 'select', 'array[object]'].map((type) =>
      parameter(type, { name: type }),
    );
    const values = { string: '', number: 0, boolean: false, select: '', 'array[object]': [] };
    expect(readValues({ string: null, other: 1 }, parameters)).toEqual({ values, problems: [] });
    expect(readValues({}, [parameter('string', { isRequired: true })]).problems).toEqual([
      "The required parameter p is missing in the model's reply.",
    ]);
    expect(readValues(null, parameters)).toMatchObject({
      values,
      problems: [expect.stringContaining('no JSON object')],
    });
  });

  it('in a list that does not fit is left out, and told', () => {
    const { values, problems } = readValues({ p: [1, 'x', null, 2] }, [parameter('array[number]')]);
    expect(values).toEqual({ p: [1, 2] });
    expect(problems).toHaveLength(1);
  });

  it('is found in an object of its own, and never on a prototype', () => {
    expect(readValues({ arguments: { p: 'x' } }, [parameter('string')]).values).toEqual({ p: 'x' });
    const odd = [parameter('string', { name: 'constructor' }), parameter('string', { name: '__proto__' })];
    const { values } = readValues({ constructor: 'c' }, odd);
    expect(Object.entries(values)).toEqual([
      ['constructor', 'c'],
      ['__proto__', ''],
    ]);
    expect(readValues({ x: 1 }, odd).values.constructor).toBe('');
  });
});
