import { comparable, Float, isInteger, isNumeric, isSameNumber, pythonLiteral, toText } from '#engine';
import type { Arguments } from './arguments.ts';
import { Bytes, bytesLiteral } from './bytes.ts';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';

/*
 * Values inside a template are the run's own values, unconverted (a big context costs nothing until it is read), plus
 * the few that only templates make: tuples, dicts with any keys (Map), namespaces and callables. JavaScript's
 * `undefined` is Jinja's Undefined. Objects are read through own properties only: no prototype is ever reachable.
 */

export class Tuple {
  readonly items: readonly unknown[];
  /** Attribute names of the items, for the pairs of `groupby`. */
  readonly names: readonly string[];

  constructor(items: readonly unknown[], names: readonly string[] = []) {
    this.items = items;
    this.names = names;
  }
}

/** What `keys`, `values` and `items` of a dict give: a list that can't be changed, and says what it is. */
export class View {
  readonly name: string;
  readonly items: readonly unknown[];

  constructor(name: string, items: readonly unknown[]) {
    this.name = name;
    this.items = items;
  }
}

/** What `range` gives: a list that says how it was made. */
export class Range {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly items: readonly number[];

  constructor(start: number, stop: number, step: number) {
    this.start = start;
    this.stop = stop;
    this.step = step;
    const length = Range.lengthOf(start, stop, step);
    this.items = Array.from({ length }, (_, index) => start + index * step);
  }

  static lengthOf(start: number, stop: number, step: number): number {
    return Math.max(0, Math.ceil((stop - start) / step));
  }

  toString(): string {
    const { start, stop, step } = this;
    return step === 1 ? `range(${start}, ${stop})` : `range(${start}, ${stop}, ${step})`;
  }
}

export class Namespace {
  readonly values = new Map<string, unknown>();
}

/** A macro, a method bound to its value, or a global function. */
export class Callable {
  readonly name: string;
  readonly call: (args: Arguments, run: Run) => unknown;
  /** Attributes that may be read (`loop.cycle` has none, a cycler has `next` and `current`). */
  readonly attributes: ReadonlyMap<string, () => unknown>;

  constructor(name: string, call: Callable['call'], attributes: Callable['attributes'] = new Map()) {
    this.name = name;
    this.call = call;
    this.attributes = attributes;
  }
}

export type Dict = ReadonlyMap<unknown, unknown> | Readonly<Record<string, unknown>>;

export function isDict(value: unknown): value is Dict {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  // One by one: this is asked of nearly every value.
  if (value instanceof Float || value instanceof Tuple || value instanceof View || value instanceof Bytes) return false;
  return !(value instanceof Range || value instanceof Namespace || value instanceof Callable);
}

export function dictGet(dict: Dict, key: unknown): unknown {
  if (dict instanceof Map) return dict.get(keyOf(key));
  return typeof key === 'string' && Object.hasOwn(dict, key) ? (dict as Record<string, unknown>)[key] : undefined;
}

export function dictHas(dict: Dict, key: unknown): boolean {
  return dict instanceof Map ? dict.has(keyOf(key)) : typeof key === 'string' && Object.hasOwn(dict, key);
}

export function dictEntries(dict: Dict): readonly (readonly [unknown, unknown])[] {
  return dict instanceof Map ? [...dict] : Object.entries(dict);
}

/** 1, 1.0 and True are the same key. */
export function keyOf(key: unknown): unknown {
  if (key instanceof Float) return key.value;
  if (typeof key === 'boolean') return Number(key);
  return typeof key === 'bigint' && Number.isSafeInteger(Number(key)) ? Number(key) : key;
}

/** The items of a list, a tuple, a view or a range, undefined for anything else. */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return value instanceof Tuple || value instanceof View || value instanceof Range ? value.items : undefined;
}

/** What a for loop walks: items, keys, characters. Undefined is empty. */
export function iterate(value: unknown): readonly unknown[] {
  const items = listOf(value);
  if (items !== undefined) return items;
  if (typeof value === 'string') return [...value];
  if (value === undefined) return [];
  if (value instanceof Bytes) return [...value.octets];
  if (isDict(value)) return value instanceof Map ? [...value.keys()] : Object.keys(value);
  throw new TemplateError(`'${typeName(value)}' object is not iterable`);
}

/** Python's truth. */
export function isTrue(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  if (typeof value === 'object') {
    if (value instanceof Float) return value.value !== 0;
    if (value instanceof Bytes) return value.octets.length > 0;
    const items = listOf(value);
    if (items !== undefined) return items.length > 0;
    return isDict(value) ? sizeOf(value) > 0 : true;
  }
  return value !== 0 && value !== 0n;
}

function sizeOf(dict: Dict): number {
  return dict instanceof Map ? dict.size : Object.keys(dict).length;
}

/** The characters of a text as Python counts them: the text itself unless it has surrogate pairs. */
export function characters(text: string): string | readonly string[] {
  return /[\ud800-\udbff]/.test(text) ? [...text] : text;
}

export function lengthOf(value: unknown): number {
  if (typeof value === 'string') return characters(value).length;
  const items = listOf(value);
  if (items !== undefined) return items.length;
  if (value === undefined) return 0;
  if (value instanceof Bytes) return value.octets.length;
  if (isDict(value)) return sizeOf(value);
  throw new TemplateError(`object of type '${typeName(value)}' has no len()`);
}

/** `str(value)`, what an output shows. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  return typeof value === 'object' || typeof value === 'boolean' ? repr(value) : toText(value);
}

/**
 * Counts what looking through a value costs. Every operator, filter, test and method is charged for what it gets and
 * for what it makes, so that none is cheap on a huge value.
 */
export function chargeValue(run: Run, value: unknown): void {
  if (typeof value === 'string') {
    if (value.length > 256) run.charge(value.length >> 8);
  } else if (typeof value === 'object' && value !== null) {
    const size =
      value instanceof Bytes
        ? value.octets.length >> 4
        : (listOf(value)?.length ?? (value instanceof Map ? value.size : 0));
    if (size > 16) run.charge(size >> 4);
  }
}

const maxDepth = 100;
const maxVisits = 200_000;

/** Shared structures can be exponentially larger than what holds them: walks count what they visit, texts by length. */
export class Visits {
  #left = maxVisits;

  enter(depth: number): void {
    if (depth > maxDepth) throw new TemplateError('the value is nested too deeply');
    this.#count(1);
  }

  text(length: number): void {
    this.#count(1 + (length >> 8));
  }

  #count(parts: number): void {
    this.#left -= parts;
    if (this.#left < 0) throw new TemplateError('the value has too many parts');
  }
}

/** `item == wanted` for many items, which together may not cost more than one comparison. */
export function equalTo(wanted: unknown): (item: unknown) => boolean {
  const visits = new Visits();
  return (item) => equals(item, wanted, 0, visits);
}

type Entries = readonly (readonly [unknown, unknown])[];

/** `repr(value)`: texts in quotes, Python's literals. `arrange` says in which order entries of dicts come. */
export function repr(
  value: unknown,
  depth = 0,
  visits: Visits = new Visits(),
  arrange: (entries: Entries) => Entries = (entries) => entries,
): string {
  if (typeof value === 'string') {
    visits.text(value.length);
    return pythonLiteral(value);
  }
  if (value === null) return 'None';
  if (value === undefined) return 'Undefined';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (isNumeric(value)) return toText(value);
  if (value instanceof Bytes) {
    // Up to four characters for each, one by one.
    visits.text(value.octets.length << 4);
    return bytesLiteral(value);
  }
  visits.enter(depth);
  const inner = (item: unknown): string => repr(item, depth + 1, visits, arrange);
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}]`;
  if (value instanceof View) return `${value.name}([${value.items.map(inner).join(', ')}])`;
  if (value instanceof Range) return String(value);
  if (value instanceof Tuple) {
    const items = value.items.map(inner);
    return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`;
  }
  if (isDict(value)) {
    return `{${arrange(dictEntries(value))
      .map(([key, item]) => `${inner(key)}: ${inner(item)}`)
      .join(', ')}}`;
  }
  return value instanceof Callable ? `<function ${value.name}>` : '<Namespace>';
}

export function typeName(value: unknown): string {
  if (value === undefined) return 'Undefined';
  if (value === null) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (isNumeric(value)) return isInteger(value) ? 'int' : 'float';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Tuple) return 'tuple';
  if (value instanceof Bytes) return 'bytes';
  if (value instanceof View) return value.name;
  if (value instanceof Range) return 'range';
  if (value instanceof Callable) return 'function';
  return value instanceof Namespace ? 'Namespace' : 'dict';
}

/** A list equals only a list, and a range a range. */
function areAlike(a: unknown, b: unknown): boolean {
  return Array.isArray(a) === Array.isArray(b) && a instanceof Range === b instanceof Range;
}

/** Python's `==`. */
export function equals(left: unknown, right: unknown, depth = 0, visits: Visits = new Visits()): boolean {
  if (typeof left === 'string' && typeof right === 'string' && left.length === right.length) visits.text(left.length);
  if (left === right) return true;
  const a = typeof left === 'boolean' ? Number(left) : left;
  const b = typeof right === 'boolean' ? Number(right) : right;
  if (isNumeric(a) && isNumeric(b)) return isSameNumber(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  visits.enter(depth);
  if (a instanceof Bytes && b instanceof Bytes) {
    visits.text(a.octets.length);
    return Buffer.compare(a.octets, b.octets) === 0;
  }
  const same = (x: unknown, y: unknown): boolean => equals(x, y, depth + 1, visits);
  const items = areAlike(a, b) ? listOf(a) : undefined;
  const others = listOf(b);
  if (items !== undefined && others !== undefined) {
    return items.length === others.length && items.every((item, index) => same(item, others[index]));
  }
  if (!isDict(a) || !isDict(b) || sizeOf(a) !== sizeOf(b)) return false;
  return dictEntries(a).every(([key, item]) => dictHas(b, key) && same(item, dictGet(b, key)));
}

/** Negative, zero or positive, as Python orders numbers, texts and sequences; other pairs have no order. */
export function compare(left: unknown, right: unknown, visits: Visits = new Visits()): number {
  const a = typeof left === 'boolean' ? Number(left) : left;
  const b = typeof right === 'boolean' ? Number(right) : right;
  if (isNumeric(a) && isNumeric(b)) {
    const x = comparable(a);
    const y = comparable(b);
    return x < y ? -1 : Number(x > y);
  }
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  const items = areAlike(a, b) && !(a instanceof Range) ? listOf(a) : undefined;
  const others = listOf(b);
  if (items === undefined || others === undefined) {
    throw new TemplateError(`'<' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`);
  }
  for (const [index, item] of items.entries()) {
    if (index >= others.length) return 1;
    if (!equals(item, others[index], 0, visits)) return compare(item, others[index], visits);
  }
  return items.length - others.length;
}
