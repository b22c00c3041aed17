import {
  comparable,
  type FileValue,
  Float,
  isNumeric,
  isSameNumber,
  type NodeContext,
  NodeError,
  parseFloatText,
  parseInteger,
} from '#engine';
import { namedAttribute, operatorOf, withDot } from '#plugins/node-flow/contract.ts';
import type { Condition, Expected } from './compiled.ts';

export type ItemKind = 'string' | 'number' | 'boolean' | 'file';
type Test = (item: unknown) => boolean;

const textOperators = new Set([
  ...['contains', 'not contains', 'start with', 'end with'],
  ...['is', 'is not', 'in', 'not in', 'empty', 'not empty'],
]);
const textKeys = new Set(['name', 'type', 'extension', 'mime_type', 'transfer_method', 'url', 'related_id']);
const wholeValue = new Set(['is', 'is not', 'in', 'not in']);

type Order = (left: number | bigint, right: number | bigint) => boolean;

const orders: ReadonlyMap<string, Order> = new Map<string, Order>([
  ['=', isSameNumber],
  ['≠', (left, right) => !isSameNumber(left, right)],
  ['<', (left, right) => left < right],
  ['>', (left, right) => left > right],
  ['≤', (left, right) => left <= right],
  ['≥', (left, right) => left >= right],
]);

/** What any kind of item can be compared by. */
export const listOperators: ReadonlySet<string> = new Set([...textOperators, ...orders.keys()]);

/** The test of one condition for the items of a list; throws NodeError when it can't be applied to them. */
export function testOf(condition: Condition, kind: ItemKind, context: NodeContext): Test {
  const expected = resolve(condition.expected, context);
  switch (kind) {
    case 'string':
      return textTest(condition.operator, expected);
    case 'number':
      return numberTest(condition.operator, expected);
    case 'boolean':
      return booleanTest(condition.operator, expected);
    case 'file':
      return fileTest(condition, expected);
  }
}

function resolve(expected: Expected, context: NodeContext): unknown {
  if ('value' in expected) return expected.value;
  return 'list' in expected ? expected.list.map((item) => resolve(item, context)) : context.render(expected, 'text');
}

function textTest(operator: string, expected: unknown): Test {
  if (!textOperators.has(operator)) throw unsupported(operator, 'texts');
  const isMembership = operator === 'in' || operator === 'not in';
  const fits = typeof expected === 'string' || (isMembership && Array.isArray(expected));
  if (!fits && !operator.endsWith('empty')) throw badValue(operator, 'a text', expected);
  // A text as the right side of "in" holds its parts, as a list holds its members.
  if (isMembership && typeof expected === 'string') {
    return (item) => (item !== '' && expected.includes(String(item))) === (operator === 'in');
  }
  const compare = operatorOf(operator);
  return (item) => compare(item, expected);
}

function numberTest(operator: string, expected: unknown): Test {
  const order = orders.get(operator);
  if (order === undefined) throw unsupported(operator, 'numbers');
  const right =
    typeof expected === 'string'
      ? (parseInteger(expected) ?? parseFloatText(expected))
      : isNumeric(expected)
        ? comparable(expected)
        : undefined;
  if (right === undefined) throw badValue(operator, 'a number', expected);
  return (item) => isNumeric(item) && order(comparable(item), right);
}

function booleanTest(operator: string, expected: unknown): Test {
  if (operator !== 'is' && operator !== 'is not') throw unsupported(operator, 'booleans');
  const right = booleanOf(expected);
  if (right === undefined) throw badValue(operator, 'true or false', expected);
  return (item) => (item === right) === (operator === 'is');
}

function booleanOf(expected: unknown): boolean | undefined {
  if (typeof expected === 'boolean') return expected;
  const text = String(expected).trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

function fileTest({ key, operator }: Condition, expected: unknown): Test {
  if (key === 'size') {
    const test = numberTest(operator, expected);
    return (file) => test(fileSize(file as FileValue));
  }
  checkFileKey(key);
  // Whole extensions are meant with or without their dot; parts of one are taken as they are written.
  const isDotted = key === 'extension' && wholeValue.has(operator);
  const test = textTest(operator, isDotted ? withDot(expected) : expected);
  return (file) => {
    const value = fileText(file as FileValue, key);
    return test(isDotted ? withDot(value) : value);
  };
}

/** Throws for a key that files don't have. */
export function checkFileKey(key: string): void {
  if (textKeys.has(key) || key === 'size') return;
  const known = [...textKeys, 'size'].join(', ');
  throw new NodeError('InvalidKeyError', `Files have no key "${key.slice(0, 50)}"; they have ${known}.`);
}

export function fileText(file: FileValue, key: string): string {
  const value = namedAttribute(file, key);
  return typeof value === 'string' ? value : '';
}

/** Bytes; -1 when unknown. */
export function fileSize(file: FileValue): number | bigint {
  const size: unknown = namedAttribute(file, 'size');
  return isNumeric(size) ? comparable(size) : -1;
}

function unsupported(operator: string, items: string): NodeError {
  return new NodeError('InvalidConditionError', `The operator "${operator}" can't be applied to ${items}.`);
}

function badValue(operator: string, wanted: string, actual: unknown): NodeError {
  const kind = actual === null ? 'nothing' : Array.isArray(actual) ? 'a list' : `a ${typeof actual}`;
  const shown = typeof actual === 'string' ? `"${actual.slice(0, 50)}"` : actual instanceof Float ? 'a float' : kind;
  return new NodeError('InvalidFilterValueError', `The operator "${operator}" needs ${wanted}, got ${shown}.`);
}
