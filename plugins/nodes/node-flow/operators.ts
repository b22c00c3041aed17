import {
  comparable,
  isEqual,
  isInteger,
  isNumeric,
  isSameNumber,
  isTruthy,
  NodeError,
  parseFloatText,
  parseInteger,
} from '#engine';
import { readText } from './settings.ts';

/**
 * A comparison of the left value with the expected one (app DSL, if-else). A wrong type throws: never a silent false.
 */
export type Operator = (left: unknown, expected: unknown) => boolean;

const negated =
  (operator: Operator, whenEmpty: boolean): Operator =>
  (left, expected) =>
    isTruthy(left) ? !operator(left, expected) : whenEmpty;

const contains: Operator = (left, expected) => {
  if (!isTruthy(left)) return false;
  if (typeof left === 'string') return left.includes(textOf(expected));
  if (Array.isArray(left)) return left.some((item) => isEqual(item, expected));
  throw wrongType('a string or an array', left);
};

const isIn: Operator = (left, expected) => {
  if (!isTruthy(left)) return false;
  if (!Array.isArray(expected)) throw new NodeError('ValueError', 'The expected value of in must be a list');
  return expected.some((item) => isEqual(item, left));
};

const allOf: Operator = (left, expected) => {
  if (!isTruthy(left)) return false;
  if (typeof expected !== 'string' && !Array.isArray(expected)) {
    throw new NodeError('ValueError', 'The expected value of all of must be a list');
  }
  return [...expected].every((item) => contains(left, item));
};

const affix =
  (test: (text: string, part: string) => boolean): Operator =>
  (left, expected) => {
    if (!isTruthy(left)) return false;
    if (typeof left !== 'string') throw wrongType('a string', left);
    if (typeof expected !== 'string') throw new NodeError('ValueError', 'The expected value must be a string');
    return test(left, expected);
  };

const identity =
  (wanted: boolean): Operator =>
  (left, expected) => {
    if (left === null) return false;
    if (typeof left !== 'string' && typeof left !== 'boolean') throw wrongType('a string or a boolean', left);
    return isEqual(left, expected) === wanted;
  };

const equality =
  (wanted: boolean): Operator =>
  (left, expected) => {
    if (left === null) return false;
    if (typeof left === 'boolean') return (left === isTruthy(expected)) === wanted;
    if (!isNumeric(left)) throw wrongType('a number or a boolean', left);
    const right = isInteger(left) ? integerOf(expected) : floatOf(expected);
    return isSameNumber(left, right) === wanted;
  };

const order =
  (test: (left: number | bigint, right: number | bigint) => boolean): Operator =>
  (left, expected) => {
    if (left === null) return false;
    const number = typeof left === 'boolean' ? Number(left) : left;
    if (!isNumeric(number)) throw wrongType('a number', left);
    return test(comparable(number), numericOf(expected));
  };

const startWith = affix((text, part) => text.startsWith(part));
const endWith = affix((text, part) => text.endsWith(part));
const isNull: Operator = (left) => left === null;
const notNull: Operator = (left) => left !== null;
const less = order((left, right) => left < right);
const greater = order((left, right) => left > right);
const lessOrEqual = order((left, right) => left <= right);
const greaterOrEqual = order((left, right) => left >= right);

const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['contains', contains],
  ['not contains', negated(contains, true)],
  ['start with', startWith],
  ['end with', endWith],
  ['is', identity(true)],
  ['is not', identity(false)],
  ['empty', (left) => !isTruthy(left)],
  ['not empty', (left) => isTruthy(left)],
  ['in', isIn],
  ['not in', negated(isIn, true)],
  ['all of', allOf],
  ['=', equality(true)],
  ['≠', equality(false)],
  ['>', greater],
  ['<', less],
  ['≥', greaterOrEqual],
  ['≤', lessOrEqual],
  ['null', isNull],
  ['not null', notNull],
  ['exists', notNull],
  ['not exists', isNull],
]);

/** The operators there are, by name. */
export const conditionOperators: ReadonlySet<string> = new Set(operators.keys());

/** Signs as keyboards have them: nothing else can be meant by them. Words of other dialects are not guessed at. */
const typedSigns: ReadonlyMap<string, string> = new Map([
  ['>=', '≥'],
  ['<=', '≤'],
  ['!=', '≠'],
  ['<>', '≠'],
  ['==', '='],
]);

/** The name of an operator as a document writes it; `''` for none. */
export function operatorName(written: unknown): string {
  const name = readText(written);
  return typedSigns.get(name) ?? name;
}

/** The operator of a document; an unknown one loads and fails when it is evaluated. */
export function operatorOf(name: string): Operator {
  return (
    operators.get(operatorName(name)) ??
    (() => {
      throw new NodeError('ValueError', `Unsupported comparison operator: ${name}`);
    })
  );
}

function wrongType(wanted: string, left: unknown): NodeError {
  const actual = Array.isArray(left) ? 'an array' : typeof left === 'object' ? 'an object' : `a ${typeof left}`;
  return new NodeError('ValueError', `Invalid actual value type: ${wanted} is needed, got ${actual}`);
}

function textOf(expected: unknown): string {
  if (typeof expected === 'boolean') return expected ? 'True' : 'False';
  return expected === null || expected === undefined ? 'None' : String(expected);
}

/** `int(expected)`: "5" is 5, 5.9 is 5, "5.5" is refused. */
function integerOf(expected: unknown): number | bigint {
  if (typeof expected === 'string') return parseInteger(expected) ?? notANumber(expected, 'an integer');
  if (typeof expected === 'boolean') return Number(expected);
  if (!isNumeric(expected)) return notANumber(expected, 'an integer');
  const number = comparable(expected);
  if (typeof number === 'bigint') return number;
  return Number.isFinite(number) ? Math.trunc(number) : notANumber(expected, 'an integer');
}

function floatOf(expected: unknown): number {
  if (typeof expected === 'string') return parseFloatText(expected) ?? notANumber(expected, 'a number');
  if (typeof expected === 'boolean') return Number(expected);
  return isNumeric(expected) ? Number(comparable(expected)) : notANumber(expected, 'a number');
}

/** The right side of an ordering: integral text stays exact. */
function numericOf(expected: unknown): number | bigint {
  if (typeof expected === 'string') {
    return parseInteger(expected) ?? parseFloatText(expected) ?? notANumber(expected, 'a number');
  }
  if (typeof expected === 'boolean') return Number(expected);
  return isNumeric(expected) ? comparable(expected) : notANumber(expected, 'a number');
}

function notANumber(expected: unknown, wanted: string): never {
  const shown = typeof expected === 'string' ? `'${expected}'` : String(expected);
  throw new NodeError('ValueError', `Cannot convert ${shown} to ${wanted}`);
}
