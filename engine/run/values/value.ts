/**
 * Values of a run (app DSL, pool and selectors; types). Integers and floats stay apart: a JavaScript number with a
 * fraction is a float, a whole one is an integer, and a whole float is wrapped in `Float`. Integers that a double can't
 * hold exactly are bigints.
 */
import { floatText } from './float-text.ts';

declare global {
  // Node has it, the language's type library does not know it yet.
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** A float without a fraction: `1.0`. Arithmetic works on it through `valueOf`. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  /** The value as a float: wrapped when it is whole, a plain number otherwise. */
  static of(value: number): number | Float {
    return Number.isInteger(value) || !Number.isFinite(value) ? new Float(value) : value;
  }

  valueOf(): number {
    return this.value;
  }

  toString(): string {
    return floatText(this.value);
  }

  toJSON(): unknown {
    return Number.isFinite(this.value) ? JSON.rawJSON(floatText(this.value)) : null;
  }
}

/** A file of a run (app DSL, file record). */
export interface FileValue {
  readonly dify_model_identity: '__dify__file__';
  readonly type: string;
  readonly transfer_method: string;
  readonly id?: string | null;
  readonly tenant_id?: string | null;
  readonly remote_url?: string | null;
  readonly related_id?: string | null;
  readonly filename?: string | null;
  /** With the dot. */
  readonly extension?: string | null;
  readonly mime_type?: string | null;
  readonly size?: number | null;
  readonly url?: string | null;
  readonly [key: string]: unknown;
}

export type Value =
  | null
  | boolean
  | number
  | bigint
  | Float
  | string
  | readonly Value[]
  | FileValue
  | { readonly [key: string]: Value };

export type ValueType =
  | 'string'
  | 'secret'
  | 'number'
  | 'integer'
  | 'float'
  | 'boolean'
  | 'object'
  | 'file'
  | 'none'
  | 'array[string]'
  | 'array[number]'
  | 'array[object]'
  | 'array[boolean]'
  | 'array[file]'
  | 'array[any]';

/** Whether the value is the record of a file, known by its marker. */
export function isFileValue(value: unknown): value is FileValue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'dify_model_identity' in value &&
    value.dify_model_identity === '__dify__file__'
  );
}

/** Whether the value is an integer or a float. Booleans are not. */
export function isNumeric(value: unknown): value is number | bigint | Float {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Float;
}

/** The value as a JavaScript number, `undefined` when it is not numeric. Huge integers lose digits. */
export function numberOf(value: number | bigint | Float): number;
export function numberOf(value: unknown): number | undefined;
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof Float) return value.value;
  return typeof value === 'bigint' ? Number(value) : undefined;
}

/** Whether the value is a mapping; files are, lists and floats are not. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Float);
}

/** The value where it is a mapping, an empty one for anything else. */
export function mappingOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMapping(value) ? value : {};
}

/** The type of a raw value (app DSL, types). */
export function typeOf(value: unknown): ValueType {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'float';
    case 'bigint':
      return 'integer';
    case 'object':
      if (value === null) return 'none';
      if (value instanceof Float) return 'float';
      if (Array.isArray(value)) return typeOfArray(value);
      return isFileValue(value) ? 'file' : 'object';
    default:
      return 'none';
  }
}

function typeOfArray(items: readonly unknown[]): ValueType {
  const first = kindOf(items[0]);
  if (first === undefined) return 'array[any]';
  for (let index = 1; index < items.length; index += 1) {
    if (kindOf(items[index]) !== first) return 'array[any]';
  }
  return `array[${first}]`;
}

function kindOf(item: unknown): 'string' | 'number' | 'boolean' | 'object' | 'file' | undefined {
  switch (typeof item) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'bigint':
      return 'number';
    case 'object':
      if (item === null || Array.isArray(item)) return undefined;
      if (item instanceof Float) return 'number';
      return isFileValue(item) ? 'file' : 'object';
    default:
      return undefined;
  }
}

/** The zero value of a type (app DSL, types). Unknown types have null. */
export function zeroOf(type: string): Value {
  if (type.startsWith('array')) return [];
  switch (type) {
    case 'string':
    case 'secret':
      return '';
    case 'number':
    case 'integer':
      return 0;
    case 'float':
      return new Float(0);
    case 'boolean':
      return false;
    case 'object':
      return {};
    default:
      return null;
  }
}

/** JSON text of a value; `undefined` becomes `null`, floats keep their point, huge integers all their digits. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    // A bigint is the one value of a run that JSON refuses; anything else (a cycle) fails the second time as well.
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? JSON.rawJSON(`${item}`) : item));
  }
}

/** A number whose kind or digits `JSON.parse` would lose: a whole float, an exponent, more digits than a double has. */
const delicateNumber = /(?:^|[[,:\s])-?(?:\d+\.0+(?!\d)|\d[\d.]*[eE]|\d[\d.]{15})/;

/** Digits of an integer, as Python takes them: reading and writing one takes the square of their count. */
const maxDigits = 4_300;

/** The value of a JSON text written by `toJson`. Throws SyntaxError on bad JSON, and on integers of more than 4,300 digits. */
export function fromJson(text: string): unknown {
  return hasDelicateNumber(text) ? JSON.parse(text, reviveNumber) : JSON.parse(text);
}

/** What was read of a JSON text, with its numbers as they were sent: `3.0` stays a float, long integers keep their digits. */
export function exactJson<Read>(read: Read, text: string): Read {
  return hasDelicateNumber(text) ? JSON.parse(text, reviveNumber) : read;
}

/** Quotes that are looked for one by one: strings between them may be millions of characters, in which no number is. */
const quotesLooked = 10_000;

function hasDelicateNumber(text: string): boolean {
  let from = 0;
  let isInText = false;
  for (let count = 0; count < quotesLooked; count += 1) {
    const quote = text.indexOf('"', from);
    if (!isInText && delicateNumber.test(text.slice(from, quote === -1 ? text.length : quote))) return true;
    if (quote === -1) return false;
    if (!isInText || !isEscaped(text, quote)) isInText = !isInText;
    from = quote + 1;
  }
  return delicateNumber.test(text.slice(from));
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

function reviveNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  if (/[.eE]/.test(context.source)) return Float.of(value);
  if (Number.isSafeInteger(value)) return value;
  if (context.source.length > maxDigits + 1) throw new SyntaxError(`an integer has more than ${maxDigits} digits`);
  return BigInt(context.source);
}
