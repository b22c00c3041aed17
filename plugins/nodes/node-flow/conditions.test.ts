import { describe, expect, it } from 'vitest';
import { Float, fromJson, NodeError } from '#engine';
import { compileConditions, evaluateConditions } from './conditions.ts';
import { fakeContext } from './testing/fake-context.ts';

interface Condition {
  readonly left: unknown;
  readonly operator: string;
  readonly value?: unknown;
  readonly sub?: unknown;
  readonly type?: string;
}

function holds({ left, operator, value, sub, type }: Condition): boolean {
  const condition = {
    variable_selector: ['n', 'v'],
    comparison_operator: operator,
    value,
    sub_variable_condition: sub,
  };
  const context = fakeContext(
    { n: { v: left }, other: { x: 'lo', n: 5 } },
    type === undefined ? {} : { types: { 'n.v': type } },
  );
  return evaluateConditions(compileConditions([condition], 'and'), context).holds;
}

const f = (value: number) => new Float(value);

it.each([
  [5, '>=', '5', true],
  [4, '>=', '5', false],
  [5, '<=', '5', true],
  [6, '<=', '5', false],
  [5, '!=', '5', false],
  [5, '<>', '6', true],
  [5, '==', '5', true],
  [true, '==', 'false', false],
])('signs as keyboards have them: %j %s %j is %j', (left, operator, value, expected) => {
  expect(holds({ left, operator, value })).toBe(expected);
});

describe('operators', () => {
  it.each([
    ['hello', 'contains', 'ell', true],
    ['hello', 'contains', 'xyz', false],
    ['', 'contains', '', false],
    [null, 'contains', 'a', false],
    [['a', 'b'], 'contains', 'a', true],
    [['a', 'b'], 'contains', 'c', false],
    [[1, 2], 'contains', '1', false],
    [[], 'contains', 'a', false],
    ['hello', 'not contains', 'xyz', true],
    ['hello', 'not contains', 'ell', false],
    ['', 'not contains', 'a', true],
    [null, 'not contains', 'a', true],
    [['a'], 'not contains', 'a', false],
    ['hello', 'start with', 'he', true],
    ['hello', 'start with', 'lo', false],
    ['', 'start with', '', false],
    ['hello', 'end with', 'lo', true],
    ['hello', 'end with', '{{#other.x#}}', true],
    ['', 'end with', 'a', false],
    ['a', 'is', 'a', true],
    ['a', 'is', 'A', false],
    [null, 'is', '', false],
    [true, 'is', 'true', true],
    [true, 'is', true, true],
    [false, 'is', 'false', true],
    [false, 'is', '0', true],
    ['a', 'is not', 'b', true],
    [null, 'is not', 'b', false],
    [true, 'is not', 'false', true],
    ['', 'empty', null, true],
    [0, 'empty', null, true],
    [f(0), 'empty', null, true],
    [false, 'empty', null, true],
    [[], 'empty', null, true],
    [{}, 'empty', null, true],
    [null, 'empty', null, true],
    ['x', 'empty', null, false],
    [' ', 'empty', null, false],
    [1, 'not empty', null, true],
    [[0], 'not empty', null, true],
    [null, 'not empty', null, false],
    ['a', 'in', ['a', 'b'], true],
    ['c', 'in', ['a', 'b'], false],
    ['', 'in', ['', 'b'], false],
    ['c', 'not in', ['a', 'b'], true],
    ['a', 'not in', ['a', 'b'], false],
    ['', 'not in', [''], true],
    [1, 'in', [f(1)], true],
    [['a', 'b', 'c'], 'all of', ['a', 'b'], true],
    [['a'], 'all of', ['a', 'b'], false],
    [[], 'all of', [], false],
    ['abc', 'all of', ['a', 'c'], true],
    [5, '=', '5', true],
    [5, '=', ' 5 ', true],
    [5, '=', 5, true],
    [5, '=', 5.9, true],
    [5, '=', f(5), true],
    [5, '=', '{{#other.n#}}', true],
    [f(5), '=', '5', true],
    [5.5, '=', '5.5', true],
    [5.5, '=', '5', false],
    [f(3), '=', '3.0', true],
    [null, '=', '5', false],
    [true, '=', 'true', true],
    [true, '=', '0', false],
    [false, '=', 'false', true],
    [5, '≠', '6', true],
    [5, '≠', '5', false],
    [null, '≠', '5', false],
    [5, '>', '4', true],
    [5, '>', '5', false],
    [5, '>', '4.5', true],
    [5, '<', '5.5', true],
    [5.5, '<', '6', true],
    [5, '≥', '5', true],
    [5, '≥', '5.0', true],
    [5, '≤', '4', false],
    [null, '>', '1', false],
    [null, 'null', null, true],
    ['', 'null', null, false],
    ['', 'not null', null, true],
    [null, 'not null', null, false],
    ['', 'exists', null, true],
    [null, 'exists', null, false],
    [null, 'not exists', null, true],
    [[true, false], 'contains', 'true', true],
    [[false], 'contains', 'true', false],
    [true, 'not empty', '', true],
    [false, 'not empty', '', false],
    [false, 'empty', 'x', true],
    [[true], 'not empty', '', true],
    [true, 'null', '', false],
    [true, 'not null', '', true],
    [false, 'exists', '', true],
    [false, 'not exists', '', false],
    [true, 'in', [true], true],
    [true, 'in', ['false', '0'], false],
    [true, 'in', [], false],
    [true, 'not in', ['false'], true],
    [[true], 'all of', ['true'], true],
    [[true, false], 'all of', ['1', false], true],
    [[true], 'all of', ['true', 'false'], false],
  ])('%j %s %j is %s', (left, operator, value, expected) => {
    expect(holds({ left, operator, value })).toBe(expected);
  });

  it.each([
    [5, '=', '5.5', "Cannot convert '5.5' to an integer"],
    [5, '=', 'five', 'to an integer'],
    [5.5, '=', 'five', 'to a number'],
    [5, '>', 'five', 'to a number'],
    [5, '>', [1], 'to a number'],
    ['5', '>', '4', 'Invalid actual value type'],
    ['5', '=', '5', 'Invalid actual value type'],
    [5, 'contains', '5', 'Invalid actual value type'],
    [{ a: 1 }, 'contains', 'a', 'Invalid actual value type'],
    [5, 'start with', '5', 'Invalid actual value type'],
    ['a', 'start with', 5, 'must be a string'],
    [5, 'is', '5', 'Invalid actual value type'],
    [['a'], 'is', 'a', 'Invalid actual value type'],
    ['a', 'in', 'abc', 'must be a list'],
    ['a', 'all of', 5, 'must be a list'],
    [true, 'is', 'maybe', 'A boolean is compared with'],
    [true, '=', '"true"', 'A boolean is compared with'],
    [true, 'is', '', 'A boolean is compared with'],
    [true, 'in', ['true', 'maybe'], 'A boolean is compared with true, false, 0 or 1, not with maybe'],
    [true, 'in', 'true', 'must be a list'],
    [[true], 'all of', 'true', 'must be a list'],
    [[true], 'contains', ['true'], 'A boolean is compared with'],
    [true, 'start with', 'x', 'Invalid actual value type'],
    [true, 'is empty', '', 'Unsupported comparison operator: is empty'],
    ['a', 'is empty', null, 'Unsupported comparison operator: is empty'],
    ['a', '', null, 'Unsupported comparison operator'],
  ])('%j %s %j fails', (left, operator, value, message) => {
    expect(() => holds({ left, operator, value })).toThrow(message);
    expect(() => holds({ left, operator, value })).toThrow(NodeError);
  });

  it('compares integers beyond 2^53 exactly', () => {
    const left = 9007199254740993n;
    expect(holds({ left, operator: '=', value: '9007199254740993' })).toBe(true);
    expect(holds({ left, operator: '=', value: '9007199254740992' })).toBe(false);
    expect(holds({ left, operator: '>', value: '9007199254740992' })).toBe(true);
  });

  it('trap 13: = on integers: "5.5" fails the node, 5.9 equals 5', () => {
    expect(() => holds({ left: 5, operator: '=', value: '5.5' })).toThrow("Cannot convert '5.5' to an integer");
    expect(holds({ left: 5, operator: '=', value: 5.9 })).toBe(true);
    expect(holds({ left: 5, operator: '=', value: '5' })).toBe(true);
  });

  it('trap 12: integer versus float: = keeps 3 and 3.0 apart as documents write them', () => {
    expect(holds({ left: fromJson('3.0'), operator: '=', value: '3.0' })).toBe(true);
    expect(() => holds({ left: fromJson('3'), operator: '=', value: '3.0' })).toThrow('to an integer');
  });
});

describe('a missing variable', () => {
  const missing = [{ variable_selector: ['no', 'thing'], comparison_operator: 'empty' }];

  it('trap 14: missing variable in if-else: the node fails, it is not false', () => {
    expect(() => evaluateConditions(compileConditions(missing, 'and'), fakeContext({}))).toThrow(
      'Variable no.thing not found',
    );
  });

  it('is not looked at when the outcome is certain before', () => {
    const conditions = [{ variable_selector: ['n', 'v'], comparison_operator: 'empty' }, ...missing];
    const outcome = evaluateConditions(compileConditions(conditions, 'or'), fakeContext({ n: { v: '' } }));
    expect(outcome).toMatchObject({ holds: true, results: [true] });
    expect(evaluateConditions(compileConditions(conditions, 'and'), fakeContext({ n: { v: 'x' } }))).toMatchObject({
      holds: false,
      results: [false],
    });
  });
});

describe('joined conditions', () => {
  const of = (...wanted: boolean[]) =>
    wanted.map((value) => ({ variable_selector: ['n', 'v'], comparison_operator: value ? 'not empty' : 'empty' }));
  const evaluate = (conditions: unknown, operator: unknown) =>
    evaluateConditions(compileConditions(conditions, operator), fakeContext({ n: { v: 'x' } })).holds;

  it('hold together under and, alone under or', () => {
    expect(evaluate(of(true, true), 'and')).toBe(true);
    expect(evaluate(of(true, false), 'and')).toBe(false);
    expect(evaluate(of(false, true), 'or')).toBe(true);
    expect(evaluate(of(false, false), 'or')).toBe(false);
    expect(evaluate(of(true, false), undefined)).toBe(false);
  });

  it('without any, and holds and or does not', () => {
    expect(evaluate([], 'and')).toBe(true);
    expect(evaluate(null, 'or')).toBe(false);
  });
});

describe('files', () => {
  const file = (extension: string, size: number) => ({
    dify_model_identity: '__dify__file__',
    type: 'document',
    transfer_method: 'local_file',
    filename: `a${extension}`,
    extension,
    mime_type: 'text/plain',
    size,
    url: 'u',
  });
  const sub = (conditions: unknown, operator = 'and') => ({ logical_operator: operator, conditions });
  const files = [file('.txt', 10), file('.md', 20)];

  it('hold for any file, or for every file when the operator says not', () => {
    const is = (operator: string, key: string, value: unknown) =>
      holds({ left: files, operator: 'contains', sub: sub([{ key, comparison_operator: operator, value }]) });
    expect(is('is', 'name', 'a.md')).toBe(true);
    expect(is('is', 'name', 'b.md')).toBe(false);
    expect(is('not contains', 'name', 'a.')).toBe(false);
    expect(is('not contains', 'name', 'b.')).toBe(true);
    expect(is('>', 'size', '15')).toBe(true);
    expect(is('>', 'size', '25')).toBe(false);
    expect(is('in', 'type', ['image', 'document'])).toBe(true);
  });

  it('compare extensions with and without the dot', () => {
    const is = (value: unknown, operator = 'is') =>
      holds({
        left: files,
        operator: 'contains',
        sub: sub([{ key: 'extension', comparison_operator: operator, value }]),
      });
    expect(is('md')).toBe(true);
    expect(is('.md')).toBe(true);
    expect(is('pdf')).toBe(false);
    expect(is(['pdf', 'txt'], 'in')).toBe(true);
  });

  it('join their conditions', () => {
    const both = [
      { key: 'name', comparison_operator: 'is', value: 'a.md' },
      { key: 'size', comparison_operator: '>', value: '100' },
    ];
    expect(holds({ left: files, operator: 'contains', sub: sub(both) })).toBe(false);
    expect(holds({ left: files, operator: 'contains', sub: sub(both, 'or') })).toBe(true);
  });

  it('need sub conditions', () => {
    expect(() => holds({ left: files, operator: 'contains', value: 'a' })).toThrow('Sub variable is required');
    expect(() => holds({ left: [], type: 'array[file]', operator: 'contains', value: 'a' })).toThrow('Sub variable');
  });

  it('of an empty list satisfy nothing positive', () => {
    const condition = (operator: string) => sub([{ key: 'name', comparison_operator: operator, value: 'a' }]);
    expect(holds({ left: [], operator: 'contains', sub: condition('is') })).toBe(false);
    expect(holds({ left: [], operator: 'contains', sub: condition('not contains') })).toBe(true);
  });

  it('refuse unknown keys', () => {
    expect(() =>
      holds({ left: files, operator: 'contains', sub: sub([{ key: 'owner', comparison_operator: 'is', value: 'a' }]) }),
    ).toThrow('Files have no attribute owner');
  });
});
