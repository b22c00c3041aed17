import { describe, expect, it } from 'vitest';
import { type FileValue, Float, toJson } from '#engine';
import { runNode } from '#plugins/node-flow/testing/fake-context.ts';
import { node } from './list-operator.ts';
import { listWarnings } from './list-warnings.ts';

type Settings = Readonly<Record<string, unknown>>;
type Condition = readonly [operator: string, value?: unknown, key?: string];

const filter = (...conditions: readonly Condition[]): Settings => ({
  filter_by: {
    enabled: true,
    conditions: conditions.map(([operator, value, key = '']) => ({ key, comparison_operator: operator, value })),
  },
});

async function run(list: unknown, settings: Settings, pool: Settings = {}): Promise<Settings> {
  const { outputs } = await runNode(node, { variable: ['in', 'list'], ...settings }, { in: { list, ...pool } });
  return outputs;
}

const listOf = async (list: unknown, settings: Settings, pool: Settings = {}) =>
  (await run(list, settings, pool)).result;

const file = (filename: string, fields: Partial<FileValue> = {}): FileValue => ({
  dify_model_identity: '__dify__file__',
  type: 'document',
  transfer_method: 'remote_url',
  remote_url: `http://host.test/${filename}`,
  filename,
  extension: /\.\w+$/.exec(filename)?.[0] ?? '',
  mime_type: 'text/plain',
  size: 10,
  url: `http://host.test/${filename}`,
  related_id: null,
  ...fields,
});

describe('list-operator', () => {
  it('filters, extracts, orders and limits, in this order', async () => {
    const list = ['b', 'x1', 'a', 'x0', 'c'];
    const settings = filter(['start with', 'x']);
    expect(await listOf(list, settings)).toEqual(['x1', 'x0']);
    const order = { order_by: { enabled: true, key: '', value: 'asc' } };
    expect(await listOf(list, { ...settings, ...order })).toEqual(['x0', 'x1']);
    // The first of the filtered list, not of the sorted one.
    const extract = { extract_by: { enabled: true, serial: '1' } };
    expect(await listOf(list, { ...settings, ...extract, ...order })).toEqual(['x1']);
    expect(await listOf(list, { ...settings, ...order, limit: { enabled: true, size: 1 } })).toEqual(['x0']);
  });

  it('gives first and last record, null when nothing is left', async () => {
    expect(await run(['a', 'b'], {})).toEqual({ result: ['a', 'b'], first_record: 'a', last_record: 'b' });
    expect(await run(['a'], filter(['is', 'z']))).toEqual({ result: [], first_record: null, last_record: null });
  });

  it('succeeds with empties for an empty or falsy value', async () => {
    for (const value of [[], null, '', 0, false, {}]) {
      expect(await run(value, { extract_by: { enabled: true, serial: '5' } })).toEqual({
        result: [],
        first_record: null,
        last_record: null,
      });
    }
  });

  it('fails for a missing variable and for other types, naming them', async () => {
    for (const variable of [['in', 'nothing'], ['in'], null, '']) {
      await expect(run([], { variable })).rejects.toMatchObject({ type: 'VariableNotFoundError' });
    }
    for (const value of ['text', 7, { a: 1 }, [{ a: 1 }], [[1]], ['a', 1]]) {
      await expect(run(value, {})).rejects.toMatchObject({
        type: 'ListOperatorError',
        message: expect.stringContaining('in.list'),
      });
    }
  });
});

describe('filters of texts', () => {
  const list = ['apple', 'pear', ''];

  it.each<[Condition, unknown[]]>([
    [['contains', 'pp'], ['apple']],
    [
      ['not contains', 'pp'],
      ['pear', ''],
    ],
    [['start with', 'p'], ['pear']],
    [['end with', 'e'], ['apple']],
    [['is', 'pear'], ['pear']],
    [
      ['is not', 'pear'],
      ['apple', ''],
    ],
    [['in', ['pear', 'fig']], ['pear']],
    [
      ['not in', ['pear', 'fig']],
      ['apple', ''],
    ],
    [['in', 'a pear'], ['pear']],
    [
      ['not in', 'a pear'],
      ['apple', ''],
    ],
    [['empty'], ['']],
    [['not empty'], ['apple', 'pear']],
  ])('%j', async (condition, expected) => {
    expect(await listOf(list, filter(condition))).toEqual(expected);
  });

  it('must all hold, and take templates, also inside a list', async () => {
    const both = filter(['contains', 'p'], ['end with', '{{#in.end#}}']);
    expect(await listOf(list, both, { end: 'r' })).toEqual(['pear']);
    expect(await listOf(list, filter(['in', ['{{#in.wanted#}}']]), { wanted: 'apple' })).toEqual(['apple']);
  });

  it('refuse operators and values of other kinds', async () => {
    await expect(run(list, filter(['>', '1']))).rejects.toMatchObject({ type: 'InvalidConditionError' });
    await expect(run(list, filter(['matches', 'a']))).rejects.toMatchObject({ type: 'InvalidConditionError' });
    await expect(run(list, filter(['is', 5]))).rejects.toMatchObject({ type: 'InvalidFilterValueError' });
    await expect(run(list, filter(['contains', ['a']]))).rejects.toMatchObject({ type: 'InvalidFilterValueError' });
  });
});

describe('filters of numbers', () => {
  const list = [1, new Float(2), 2.5, 10n ** 20n];

  it.each<[Condition, number[]]>([
    [['=', '2'], [1]],
    [['=', '2.5'], [2]],
    [
      ['≠', '2.0'],
      [0, 2, 3],
    ],
    [
      ['>', '2'],
      [2, 3],
    ],
    [
      ['<', '2.5'],
      [0, 1],
    ],
    [
      ['≥', '2.5'],
      [2, 3],
    ],
    [
      ['≤', '{{#in.top#}}'],
      [0, 1],
    ],
    [['=', '100000000000000000000'], [3]],
    [['=', '1.9'], []],
  ])('%j', async (condition, positions) => {
    expect(await listOf(list, filter(condition), { top: 2 })).toEqual(positions.map((position) => list[position]));
  });

  it('take signs as keyboards have them', async () => {
    expect(await listOf([1, 2, 3], filter(['>=', '2'], ['!=', '3']))).toEqual([2]);
    expect(await listOf([1, 2, 3], filter(['<=', '2'], ['==', '1']))).toEqual([1]);
  });

  it('keep integers and floats apart in the result', async () => {
    expect(toJson(await listOf(list, filter(['≤', '2'])))).toBe('[1,2.0]');
  });

  it('refuse a value that is no number', async () => {
    for (const value of ['two', '', true, null]) {
      await expect(run(list, filter(['=', value]))).rejects.toMatchObject({ type: 'InvalidFilterValueError' });
    }
    await expect(run(list, filter(['contains', '1']))).rejects.toMatchObject({ type: 'InvalidConditionError' });
  });
});

describe('filters of booleans', () => {
  it('take true and false, as values or as text', async () => {
    const list = [true, false, true];
    expect(await listOf(list, filter(['is', true]))).toEqual([true, true]);
    expect(await listOf(list, filter(['is not', 'true']))).toEqual([false]);
    await expect(run(list, filter(['is', 'maybe']))).rejects.toMatchObject({ type: 'InvalidFilterValueError' });
    await expect(run(list, filter(['=', true]))).rejects.toMatchObject({ type: 'InvalidConditionError' });
  });
});

describe('filters of files', () => {
  const picture = file('z.PNG', { type: 'image', mime_type: 'image/png', size: 300 });
  const text = file('a.txt', { size: 20 });
  const odd = file('b', { extension: null, mime_type: null, size: null, related_id: 'r1' });
  const files = [picture, text, odd];

  it.each<[Condition, FileValue[]]>([
    [['in', ['image'], 'type'], [picture]],
    [
      ['not in', ['image'], 'type'],
      [text, odd],
    ],
    [['is', 'a.txt', 'name'], [text]],
    [['contains', 'host.test/z', 'url'], [picture]],
    [['start with', 'image/', 'mime_type'], [picture]],
    [['is', 'txt', 'extension'], [text]],
    [['in', ['.txt', 'md'], 'extension'], [text]],
    [['empty', '', 'extension'], [odd]],
    [['is', 'remote_url', 'transfer_method'], files],
    [['is', 'r1', 'related_id'], [odd]],
    [
      ['>', '19.5', 'size'],
      [picture, text],
    ],
    [
      ['≤', '20', 'size'],
      [text, odd],
    ],
  ])('%j', async (condition, expected) => {
    expect(await listOf(files, filter(condition))).toEqual(expected);
  });

  it('refuse unknown keys', async () => {
    for (const key of ['', 'content', '__proto__', 'constructor']) {
      await expect(run(files, filter(['is', 'x', key]))).rejects.toMatchObject({ type: 'InvalidKeyError' });
      await expect(run(files, { order_by: { enabled: true, key } })).rejects.toMatchObject({ type: 'InvalidKeyError' });
    }
  });
});

describe('extract', () => {
  it('takes the item at a templated serial, from 1', async () => {
    const extract = { extract_by: { enabled: true, serial: '{{#in.at#}}' } };
    expect(await run(['a', 'b'], extract, { at: 2 })).toEqual({ result: ['b'], first_record: 'b', last_record: 'b' });
    expect(await listOf(['a', 'b'], { extract_by: { enabled: true, serial: 1 } })).toEqual(['a']);
  });

  it('fails out of range and for what is no number', async () => {
    for (const serial of ['0', '-1', '3', '1.5', 'x', '']) {
      await expect(run(['a', 'b'], { extract_by: { enabled: true, serial } })).rejects.toMatchObject({
        type: 'InvalidKeyError',
      });
    }
  });
});

describe('order', () => {
  const by = (value: string, key = '') => ({ order_by: { enabled: true, key, value } });

  it('sorts texts by code point, numbers by value, booleans false first', async () => {
    expect(await listOf(['b', 'B', 'ab', 'a', '\u{1F600}', '\uFF5E'], by('asc'))).toEqual([
      ...['B', 'a', 'ab', 'b', '\uFF5E', '\u{1F600}'],
    ]);
    expect(toJson(await listOf([10, new Float(9), 2.5, -1], by('desc')))).toBe('[10,9.0,2.5,-1]');
    expect(await listOf([true, false], by('asc'))).toEqual([false, true]);
  });

  it('sorts files by a key and leaves equals in their order, both ways', async () => {
    const files = [file('b.txt', { size: 2 }), file('a.txt', { size: 2 }), file('c.txt', { size: 1 })];
    const [b, a, c] = files;
    expect(await listOf(files, by('asc', 'name'))).toEqual([a, b, c]);
    expect(await listOf(files, by('asc', 'size'))).toEqual([c, b, a]);
    expect(await listOf(files, by('desc', 'size'))).toEqual([b, a, c]);
  });
});

describe('limit', () => {
  it.each<[unknown, number[]]>([
    [2, [1, 2]],
    [0, []],
    [-1, [1, 2]],
    [undefined, [1, 2]],
    [null, [1, 2]],
    [9, [1, 2, 3]],
    [-9, []],
    ['1', [1]],
  ])('of size %j follows the rules of slices', async (size, expected) => {
    expect(await listOf([1, 2, 3], { limit: { enabled: true, size } })).toEqual(expected);
    expect(await listOf([1, 2, 3], { limit: { enabled: false, size } })).toEqual([1, 2, 3]);
  });

  it('refuses a size that is no number', async () => {
    await expect(run([1], { limit: { enabled: true, size: 'many' } })).rejects.toMatchObject({
      type: 'InvalidKeyError',
    });
  });
});

it('a document is warned of operators that no list has, while its filter is on', () => {
  const { filter_by } = filter(['contains', 'a'], ['exists'], ['>=', 1]) as { filter_by: object };
  expect(listWarnings({ filter_by })).toMatchObject([
    { field: 'filter_by.conditions.1.comparison_operator', message: expect.stringContaining("'exists'") },
  ]);
  expect(listWarnings({ filter_by: { ...filter_by, enabled: false } })).toEqual([]);
  expect(listWarnings({})).toEqual([]);
});
