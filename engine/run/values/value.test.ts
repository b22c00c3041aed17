import { describe, expect, it } from 'vitest';
import { pythonLiteral, toMarkdown, toText } from './text-form.ts';
import { Float, fromJson, isFileValue, numberOf, toJson, typeOf, zeroOf } from './value.ts';

const file = {
  dify_model_identity: '__dify__file__',
  type: 'document',
  transfer_method: 'local_file',
  filename: 'a.txt',
  url: 'http://files/a.txt',
};

describe('JSON text of values', () => {
  it.each([
    '1',
    '1.0',
    '-0.0',
    '[1,1.0,2.5]',
    '{"a":{"b":1.0},"c":"1.0"}',
    '1e+16',
    '9007199254740993',
    '{"a":[18446744073709551615,1.0]}',
    '"3e5"',
    'null',
    '1e-7',
  ])('%s keeps its lexeme', (text) => {
    expect(toJson(fromJson(text))).toBe(text);
  });

  it('normalises floats that are written with zeros or an exponent, but keeps them floats', () => {
    expect(toJson(fromJson('[1.00,1e2,15e-1,0.99999999999999999999,123456789012345.9999999]'))).toBe(
      '[1.0,100.0,1.5,1.0,123456789012346.0]',
    );
  });

  it('reads spaced JSON with whole floats', () => {
    expect(fromJson('{ "a" : 1.0 ,\n"b": [ 2.0 ] }')).toEqual({ a: new Float(1), b: [new Float(2)] });
  });

  it('writes undefined as null and a cycle as an error', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(toJson(undefined)).toBe('null');
    expect(() => toJson(cycle)).toThrow(TypeError);
  });
});

describe('types of values', () => {
  it.each<[unknown, string]>([
    [true, 'boolean'],
    [1, 'integer'],
    [10n, 'integer'],
    [new Float(1), 'float'],
    [1.5, 'float'],
    ['', 'string'],
    [null, 'none'],
    [{}, 'object'],
    [file, 'file'],
    [[], 'array[any]'],
    [['a'], 'array[string]'],
    [[1, 2.5, new Float(3)], 'array[number]'],
    [[true], 'array[boolean]'],
    [[{}, {}], 'array[object]'],
    [[file], 'array[file]'],
    [[file, {}], 'array[any]'],
    [[1, 'a'], 'array[any]'],
    [[[1]], 'array[any]'],
    [[null], 'array[any]'],
  ])('value %$ is $1', (value, type) => {
    expect(typeOf(value)).toBe(type);
  });

  it('knows the zero of every type', () => {
    expect(['string', 'secret', 'number', 'float', 'boolean', 'object', 'file', 'array[string]'].map(zeroOf)).toEqual([
      '',
      '',
      0,
      new Float(0),
      false,
      {},
      null,
      [],
    ]);
  });

  it('takes numbers out of their wrappers and nothing else', () => {
    expect([1, new Float(2), 3n, '4', true, null].map(numberOf)).toEqual([1, 2, 3, undefined, undefined, undefined]);
    expect(new Float(2).valueOf() + 1).toBe(3);
  });

  it('knows a file by its marker', () => {
    expect([isFileValue(file), isFileValue({ type: 'document' }), isFileValue(null)]).toEqual([true, false, false]);
  });
});

describe('trap 11: text forms: text', () => {
  it.each<[unknown, string]>([
    ['a {{#b.c#}}', 'a {{#b.c#}}'],
    [3, '3'],
    [new Float(3), '3.0'],
    [0.1, '0.1'],
    [1e-5, '1e-05'],
    [0.0001, '0.0001'],
    [new Float(1e16), '1e+16'],
    [new Float(1e15), '1000000000000000.0'],
    [1.5e-10, '1.5e-10'],
    [new Float(1.5e300), '1.5e+300'],
    [9007199254740993n, '9007199254740993'],
    [true, 'True'],
    [false, 'False'],
    [null, ''],
    [
      { a: [1, new Float(2)], ü: null, n: {}, t: true, s: 1e-5 },
      '{"a": [1, 2.0], "ü": null, "n": {}, "t": true, "s": 1e-05}',
    ],
    [['a', 'ü"'], '["a", "ü\\""]'],
    [[], ''],
    [[1, 2.5], '[1, 2.5]'],
    [[true], '[True]'],
    [[{ a: 'b' }], "[{'a': 'b'}]"],
    [[1, 'a', null], "[1, 'a', None]"],
    [file, ''],
    [[file], ''],
  ])('value %$ becomes $1', (value, text) => {
    expect(toText(value)).toBe(text);
  });
});

describe('trap 11: text forms: markdown', () => {
  it.each([
    ['plain', 'plain'],
    [new Float(1), '1.0'],
    [{ a: [1], b: {} }, '{\n  "a": [\n    1\n  ],\n  "b": {}\n}'],
    [['a', 'b'], '- a\n- b'],
    [[1, 2.5], '- 1\n- 2.5'],
    [[{ a: 'b' }], "- {'a': 'b'}"],
    [[], ''],
    [file, '[a.txt](http://files/a.txt)'],
    [{ ...file, type: 'image' }, '![a.txt](http://files/a.txt)'],
    [
      [file, { ...file, filename: null, url: null, remote_url: 'http://x' }],
      '[a.txt](http://files/a.txt)\n[http://x](http://x)',
    ],
  ])('value %$ becomes $1', (value, text) => {
    expect(toMarkdown(value)).toBe(text);
  });
});

describe('Python literals', () => {
  it.each([
    ["it's", '"it\'s"'],
    ['it\'s "x"', "'it\\'s \"x\"'"],
    ['"x"', '\'"x"\''],
    ['a\\b\n\t\r\u0001\u007f', "'a\\\\b\\n\\t\\r\\x01\\x7f'"],
    ['ü 漢\u00a0\u200b\u{e0001}😀', "'ü 漢\\xa0\\u200b\\U000e0001😀'"],
    [{ k: [null, true, new Float(1)] }, "{'k': [None, True, 1.0]}"],
  ])('%j is written %s', (value, text) => {
    expect(pythonLiteral(value)).toBe(text);
  });
});

it('reads no integer that takes the square of its digits, and says so', () => {
  expect(toJson(fromJson(`[${'7'.repeat(4_300)}]`))).toBe(`[${'7'.repeat(4_300)}]`);
  expect(() => fromJson(`[${'7'.repeat(4_302)}]`)).toThrow(SyntaxError);
});
