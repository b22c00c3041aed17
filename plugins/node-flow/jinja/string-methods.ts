import { isInteger } from '../python-number.ts';
import type { Arguments } from './arguments.ts';
import { braceFormat } from './brace-format.ts';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';
import { characters, iterate, Tuple, typeName } from './values.ts';

type Method = (text: string, args: Arguments, run: Run) => unknown;

/** Python's whitespace, and what `strip(chars)` is given. */
export function strip(text: string, chars: unknown, sides: 'both' | 'left' | 'right' = 'both'): string {
  if (chars === undefined || chars === null) {
    return sides === 'left' ? text.trimStart() : sides === 'right' ? text.trimEnd() : text.trim();
  }
  const set = new Set(string(chars));
  let start = 0;
  let end = text.length;
  if (sides !== 'right') while (start < end && set.has(text.charAt(start))) start++;
  if (sides !== 'left') while (end > start && set.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** `text.replace(old, new, count)`; a negative count is all. */
export function replaceText(text: string, [from, to]: readonly [string, string], count: number, run: Run): string {
  const pieces = from === '' ? ['', ...characters(text), ''] : text.split(from);
  const kept = count < 0 ? pieces.length - 1 : Math.min(count, pieces.length - 1);
  run.charge(kept >> 4);
  run.chargeText(text.length + kept * Math.max(0, to.length - from.length));
  return (
    pieces.slice(0, kept + 1).join(to) + (kept + 1 < pieces.length ? from + pieces.slice(kept + 1).join(from) : '')
  );
}

function string(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TemplateError(`expected str instance, ${typeName(value)} found`);
}

function count(value: unknown, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  if (isInteger(value)) return Number(value);
  throw new TemplateError(`'${typeName(value)}' object cannot be interpreted as an integer`);
}

function split(text: string, separator: unknown, limit: number, run: Run): string[] {
  run.charge(text.length >> 6);
  if (separator === undefined || separator === null) return splitAtWhitespace(text, limit);
  const by = string(separator);
  if (by === '') throw new TemplateError('empty separator');
  const parts = text.split(by);
  if (limit < 0 || parts.length - 1 <= limit) return parts;
  return [...parts.slice(0, limit), parts.slice(limit).join(by)];
}

function splitAtWhitespace(text: string, limit: number): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  if (limit < 0) return trimmed.split(/\s+/);
  const parts: string[] = [];
  let rest = text.trimStart();
  while (parts.length < limit && /\s/.test(rest)) {
    const index = rest.search(/\s/);
    parts.push(rest.slice(0, index));
    rest = rest.slice(index).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}

function splitFromRight(text: string, separator: unknown, limit: number, run: Run): string[] {
  const reversed = (value: string): string => [...value].reverse().join('');
  const by = separator === undefined || separator === null ? separator : reversed(string(separator));
  return split(reversed(text), by, limit, run).map(reversed).reverse();
}

const affix =
  (name: string, test: (text: string, part: string) => boolean): Method =>
  (text, args) => {
    const [parts] = args.take(name, ['prefix']);
    return (parts instanceof Tuple ? parts.items : [parts]).some((part) => test(text, string(part)));
  };

const padded =
  (name: string, pad: (text: string, width: number, fill: string) => string): Method =>
  (text, args, run) => {
    const [width, fill] = args.take(name, ['width', 'fillchar']);
    const size = count(width, 0);
    run.chargeText(size);
    const character = fill === undefined ? ' ' : string(fill);
    if (characters(character).length !== 1)
      throw new TemplateError('The fill character must be exactly one character long');
    return pad(text, size, character);
  };

export function center(text: string, width: number, fill = ' '): string {
  const missing = width - characters(text).length;
  if (missing <= 0) return text;
  const left = (missing >> 1) + (missing & width & 1);
  return fill.repeat(left) + text + fill.repeat(missing - left);
}

const found =
  (name: string, find: (text: string, part: string) => number, required: boolean): Method =>
  (text, args) => {
    const [part, start] = args.take(name, ['sub', 'start']);
    const from = count(start, 0);
    const index = find(text.slice(from), string(part));
    if (index < 0 && required) throw new TemplateError('substring not found');
    return index < 0 ? -1 : characters(text.slice(0, from + index)).length;
  };

const partition =
  (last: boolean): Method =>
  (text, args) => {
    const by = string(args.take('partition', ['sep'])[0]);
    const index = last ? text.lastIndexOf(by) : text.indexOf(by);
    if (index < 0) return new Tuple(last ? ['', '', text] : [text, '', '']);
    return new Tuple([text.slice(0, index), by, text.slice(index + by.length)]);
  };

const matches =
  (pattern: RegExp): Method =>
  (text) =>
    pattern.test(text);

const hasCase = /[\p{Ll}\p{Lu}\p{Lt}]/u;

const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['upper', (text) => text.toUpperCase()],
  ['lower', (text) => text.toLowerCase()],
  ['casefold', (text) => text.toLowerCase()],
  ['capitalize', capitalize],
  ['title', (text) => text.replaceAll(/\p{L}+/gu, capitalize)],
  [
    'swapcase',
    (text) => text.replaceAll(/\p{L}/gu, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())),
  ],
  ['strip', (text, args) => strip(text, args.take('strip', ['chars'])[0])],
  ['lstrip', (text, args) => strip(text, args.take('lstrip', ['chars'])[0], 'left')],
  ['rstrip', (text, args) => strip(text, args.take('rstrip', ['chars'])[0], 'right')],
  ['startswith', affix('startswith', (text, part) => text.startsWith(part))],
  ['endswith', affix('endswith', (text, part) => text.endsWith(part))],
  [
    'split',
    (text, args, run) => {
      const [separator, limit] = args.take('split', ['sep', 'maxsplit']);
      return split(text, separator, count(limit, -1), run);
    },
  ],
  [
    'rsplit',
    (text, args, run) => {
      const [separator, limit] = args.take('rsplit', ['sep', 'maxsplit']);
      return splitFromRight(text, separator, count(limit, -1), run);
    },
  ],
  ['splitlines', splitLines],
  [
    'join',
    (text, args, run) => {
      const items = iterate(args.take('join', ['iterable'])[0]).map(string);
      run.charge(items.length);
      run.chargeText(items.reduce((sum, item) => sum + item.length + text.length, 0));
      return items.join(text);
    },
  ],
  [
    'replace',
    (text, args, run) => {
      const [from, to, limit] = args.take('replace', ['old', 'new', 'count']);
      return replaceText(text, [string(from), string(to)], count(limit, -1), run);
    },
  ],
  ['find', found('find', (text, part) => text.indexOf(part), false)],
  ['rfind', found('rfind', (text, part) => text.lastIndexOf(part), false)],
  ['index', found('index', (text, part) => text.indexOf(part), true)],
  ['count', (text, args) => text.split(string(args.take('count', ['sub'])[0])).length - 1],
  ['partition', partition(false)],
  ['rpartition', partition(true)],
  ['removeprefix', (text, args) => removed(text, string(args.take('removeprefix', ['prefix'])[0]), true)],
  ['removesuffix', (text, args) => removed(text, string(args.take('removesuffix', ['suffix'])[0]), false)],
  ['center', padded('center', center)],
  ['ljust', padded('ljust', (text, width, fill) => text + fill.repeat(Math.max(0, width - characters(text).length)))],
  ['rjust', padded('rjust', (text, width, fill) => fill.repeat(Math.max(0, width - characters(text).length)) + text)],
  [
    'zfill',
    padded('zfill', (text, width) => {
      const sign = /^[+-]/.exec(text)?.[0] ?? '';
      return sign + text.slice(sign.length).padStart(width - sign.length, '0');
    }),
  ],
  ['isdigit', matches(/^\p{Nd}+$/u)],
  ['isdecimal', matches(/^\p{Nd}+$/u)],
  ['isnumeric', matches(/^\p{N}+$/u)],
  ['isalpha', matches(/^\p{L}+$/u)],
  ['isalnum', matches(/^[\p{L}\p{N}]+$/u)],
  ['isspace', matches(/^\s+$/)],
  ['isupper', (text) => hasCase.test(text) && text === text.toUpperCase()],
  ['islower', (text) => hasCase.test(text) && text === text.toLowerCase()],
  ['format', braceFormat],
]);

function removed(text: string, part: string, isPrefix: boolean): string {
  if (part === '' || !(isPrefix ? text.startsWith(part) : text.endsWith(part))) return text;
  return isPrefix ? text.slice(part.length) : text.slice(0, -part.length);
}

export function stringMethod(name: string): Method | undefined {
  return methods.get(name);
}
