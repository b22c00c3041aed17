/** Methods of texts that look for a part of them, from one place to another. */
import { isInteger } from '#engine';
import type { Arguments } from './arguments.ts';
import { TemplateError } from './template-error.ts';
import type { TextMethod } from './text-method.ts';
import { characters, Tuple, typeName } from './values.ts';

function string(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TemplateError(`must be str, not ${typeName(value)}`);
}

function place(value: unknown, fallback: number, length: number): number {
  if (value === undefined || value === null) return fallback;
  if (!isInteger(value)) {
    throw new TemplateError('slice indices must be integers or None or have an __index__ method');
  }
  const index = Number(value);
  return index < 0 ? Math.max(0, index + length) : index;
}

interface Stretch {
  readonly text: string;
  /** Characters before it. */
  readonly offset: number;
}

/** The stretch of a text that is looked at; null when it begins behind the end, where not even nothing is found. */
function stretch(text: string, start: unknown, end: unknown): Stretch | null {
  const all = characters(text);
  const from = place(start, 0, all.length);
  const to = Math.min(place(end, all.length, all.length), all.length);
  if (from > all.length || from > to) return null;
  const part = typeof all === 'string' ? all.slice(from, to) : all.slice(from, to).join('');
  return { text: part, offset: from };
}

function searched(name: string, args: Arguments) {
  const [sub, start, end] = args.take(name, ['sub', 'start', 'end']);
  return { sub: string(sub), start, end };
}

const found =
  (name: string, isLast: boolean, isRequired: boolean): TextMethod =>
  (text, args) => {
    const { sub, start, end } = searched(name, args);
    const part = stretch(text, start, end);
    const index = part === null ? -1 : isLast ? part.text.lastIndexOf(sub) : part.text.indexOf(sub);
    if (part !== null && index >= 0) return part.offset + characters(part.text.slice(0, index)).length;
    if (isRequired) throw new TemplateError('substring not found');
    return -1;
  };

const count: TextMethod = (text, args) => {
  const { sub, start, end } = searched('count', args);
  const part = stretch(text, start, end);
  if (part === null) return 0;
  return sub === '' ? characters(part.text).length + 1 : part.text.split(sub).length - 1;
};

const affix =
  (name: string, test: (text: string, part: string) => boolean): TextMethod =>
  (text, args) => {
    const [parts, start, end] = args.take(name, ['prefix', 'start', 'end']);
    const wanted = (parts instanceof Tuple ? parts.items : [parts]).map(string);
    const looked = stretch(text, start, end);
    return looked !== null && wanted.some((part) => test(looked.text, part));
  };

export const searchMethods: readonly (readonly [string, TextMethod])[] = [
  ['find', found('find', false, false)],
  ['rfind', found('rfind', true, false)],
  ['index', found('index', false, true)],
  ['rindex', found('rindex', true, true)],
  ['count', count],
  ['startswith', affix('startswith', (text, part) => text.startsWith(part))],
  ['endswith', affix('endswith', (text, part) => text.endsWith(part))],
];
