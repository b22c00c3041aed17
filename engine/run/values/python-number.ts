import { Float, isNumeric, numberOf } from './value.ts';

/** Numbers as Python reads and compares them: where documents of the family depend on it. */

/** A whole number that is not a float: `3` and `3n`, not `3.0`. */
export function isInteger(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

/** A number comparable with `<` and `==`; integers beyond 2^53 stay exact. */
export function comparable(value: number | bigint | Float): number | bigint {
  return typeof value === 'bigint' ? value : numberOf(value);
}

/** Equal in value, whatever the kinds: 1, 1.0 and 1n. */
export function isSameNumber(left: number | bigint | Float, right: number | bigint | Float): boolean {
  const a = comparable(left);
  const b = comparable(right);
  return a <= b && a >= b;
}

/** A float result: whole ones carry the mark that keeps them floats. */
export function toFloat(value: number): number | Float {
  return Number.isInteger(value) ? new Float(value) : value;
}

/** Digits Python converts; beyond, the time grows faster than the number. */
const maxDigits = 4300;

/** `int(text)`; undefined when Python would refuse. */
export function parseInteger(text: string): number | bigint | undefined {
  const digits = text.trim();
  if (digits.length > maxDigits || !/^[+-]?\d+(_\d+)*$/.test(digits)) return undefined;
  const plain = digits.replaceAll('_', '').replace(/^\+/, '');
  const value = Number(plain);
  return Number.isSafeInteger(value) ? value : BigInt(plain);
}

/** `float(text)`; undefined when Python would refuse. */
export function parseFloatText(text: string): number | undefined {
  const trimmed = text.trim();
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(trimmed);
  if (special !== null) {
    if (special[2]?.toLowerCase() === 'nan') return Number.NaN;
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  // Underscores stand between digits. No group is repeated: a million of them would overflow the stack of the matcher.
  if (/_(?!\d)/.test(trimmed)) return undefined;
  if (!/^[+-]?(\d[\d_]*(\.(\d[\d_]*)?)?|\.\d[\d_]*)(e[+-]?\d[\d_]*)?$/i.test(trimmed)) return undefined;
  return Number(trimmed.replaceAll('_', ''));
}

/** Python's truth: `""`, 0, 0.0, false, null, [] and {} are false. */
export function isTruthy(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return false;
  if (isNumeric(value)) return !isSameNumber(value, 0);
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' ? Object.keys(value).length > 0 : true;
}

/** Python's `==`: 1, 1.0 and True are equal, lists and mappings by content. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const a = typeof left === 'boolean' ? Number(left) : left;
  const b = typeof right === 'boolean' ? Number(right) : right;
  if (isNumeric(a) && isNumeric(b)) return isSameNumber(a, b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b) || a instanceof Float || b instanceof Float) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isEqual(Reflect.get(a, key), Reflect.get(b, key)));
}
