import { isInteger } from '#engine';
import { braceFormat } from './brace-format.ts';
import { encode } from './bytes.ts';
import { capitalize, caseFold, swapCase, titleWords } from './letter-case.ts';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';
import { kindMethods } from './text-kinds.ts';
import type { TextMethod } from './text-method.ts';
import { searchMethods } from './text-search.ts';
import { tableMethods } from './text-tables.ts';
import { characters, isTrue, iterate, Tuple, typeName } from './values.ts';
import { isBlank, splitLines, trimmed, words } from './white-space.ts';

/** Without whitespace, or what `strip(chars)` is given, on its sides. */
export function strip(text: string, chars: unknown, sides: 'both' | 'left' | 'right' = 'both'): string {
  if (chars === undefined || chars === null) return trimmed(text, isBlank, sides);
  const set = new Set(string(chars));
  return trimmed(text, (character) => set.has(character), sides);
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
  if (separator === undefined || separator === null) return words(text, limit);
  const by = string(separator);
  if (by === '') throw new TemplateError('empty separator');
  const parts = text.split(by);
  if (limit < 0 || parts.length - 1 <= limit) return parts;
  return [...parts.slice(0, limit), parts.slice(limit).join(by)];
}

function splitFromRight(text: string, separator: unknown, limit: number, run: Run): string[] {
  const reversed = (value: string): string => [...value].reverse().join('');
  const by = separator === undefined || separator === null ? separator : reversed(string(separator));
  return split(reversed(text), by, limit, run).map(reversed).reverse();
}

const padded =
  (name: string, pad: (text: string, width: number, fill: string) => string): TextMethod =>
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

const partition =
  (last: boolean): TextMethod =>
  (text, args) => {
    const by = string(args.take('partition', ['sep'])[0]);
    const index = last ? text.lastIndexOf(by) : text.indexOf(by);
    if (index < 0) return new Tuple(last ? ['', '', text] : [text, '', '']);
    return new Tuple([text.slice(0, index), by, text.slice(index + by.length)]);
  };

const methods: ReadonlyMap<string, TextMethod> = new Map<string, TextMethod>([
  ...searchMethods,
  ...kindMethods,
  ...tableMethods,
  ['upper', (text) => text.toUpperCase()],
  ['lower', (text) => text.toLowerCase()],
  ['casefold', caseFold],
  ['capitalize', capitalize],
  ['title', titleWords],
  ['swapcase', swapCase],
  ['strip', (text, args) => strip(text, args.take('strip', ['chars'])[0])],
  ['lstrip', (text, args) => strip(text, args.take('lstrip', ['chars'])[0], 'left')],
  ['rstrip', (text, args) => strip(text, args.take('rstrip', ['chars'])[0], 'right')],
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
  [
    'splitlines',
    (text, args, run) => {
      run.charge(text.length >> 6);
      return splitLines(text, isTrue(args.take('splitlines', ['keepends'])[0]));
    },
  ],
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
      return sign + '0'.repeat(Math.max(0, width - characters(text).length)) + text.slice(sign.length);
    }),
  ],
  ['format', braceFormat],
  ['encode', encode],
]);

function removed(text: string, part: string, isPrefix: boolean): string {
  if (part === '' || !(isPrefix ? text.startsWith(part) : text.endsWith(part))) return text;
  return isPrefix ? text.slice(part.length) : text.slice(0, -part.length);
}

export function stringMethod(name: string): TextMethod | undefined {
  return methods.get(name);
}
