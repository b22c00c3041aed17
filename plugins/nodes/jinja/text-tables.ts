/** Methods of texts that change them character by character. */
import { isInteger } from '#engine';
import { Arguments } from './arguments.ts';
import { braceFormat } from './brace-format.ts';
import { TemplateError } from './template-error.ts';
import type { TextMethod } from './text-method.ts';
import { characters, dictEntries, dictGet, dictHas, isDict, listOf, typeName } from './values.ts';

const expandTabs: TextMethod = (text, args, run) => {
  const [given = 8] = args.take('expandtabs', ['tabsize']);
  if (!isInteger(given)) throw new TemplateError(`'${typeName(given)}' object cannot be interpreted as an integer`);
  const size = Math.max(0, Number(given));
  run.charge(text.length >> 4);
  let column = 0;
  let made = '';
  for (const character of text) {
    if (character === '\t') {
      const width = size === 0 ? 0 : size - (column % size);
      // Before it is made: a tab may be asked to be gigabytes wide.
      run.limitText(made.length + width);
      made += ' '.repeat(width);
      column += width;
    } else {
      made += character;
      column = character === '\n' || character === '\r' ? 0 : column + 1;
    }
  }
  run.chargeText(made.length);
  return made;
};

function codeOf(character: unknown): number {
  const [first, second] = typeof character === 'string' ? [...character] : [];
  if (first === undefined || second !== undefined) {
    throw new TemplateError('string keys in translate table must be of length 1');
  }
  return first.codePointAt(0) ?? 0;
}

/** A table for `translate`: of a dict, or of two texts that stand for each other and a third that goes. */
const makeTable: TextMethod = (_text, args, run) => {
  const [from, to, gone = ''] = args.take('maketrans', ['x', 'y', 'z']);
  if (to === undefined) {
    if (!isDict(from)) throw new TemplateError('if you give only one argument to maketrans it must be a dict');
    const entries = dictEntries(from);
    run.charge(entries.length);
    return new Map(entries.map(([key, value]) => [isInteger(key) ? Number(key) : codeOf(key), value] as const));
  }
  if (typeof from !== 'string' || typeof to !== 'string' || typeof gone !== 'string') {
    throw new TemplateError('the arguments of maketrans must be texts');
  }
  const [keys, values] = [[...from], [...to]];
  if (keys.length !== values.length) {
    throw new TemplateError('the first two maketrans arguments must have equal length');
  }
  run.charge((keys.length + gone.length) >> 3);
  const table = new Map<number, number | null>();
  for (const [index, key] of keys.entries()) table.set(codeOf(key), codeOf(values[index]));
  for (const character of gone) table.set(codeOf(character), null);
  return table;
};

/** A list is a table too: what stands at the place of a character's number. */
function lookUp(table: unknown, code: number): unknown {
  if (isDict(table)) return dictHas(table, code) ? (dictGet(table, code) ?? null) : undefined;
  const items = typeof table === 'string' ? characters(table) : listOf(table);
  if (items === undefined) throw new TemplateError(`'${typeName(table)}' object is not subscriptable`);
  return code < items.length ? (items[code] ?? null) : undefined;
}

const translate: TextMethod = (text, args, run) => {
  const [table] = args.take('translate', ['table']);
  const isLong = typeof table === 'string';
  run.charge(text.length >> 3);
  let made = '';
  for (const character of text) {
    // The characters of a text are counted anew for each.
    if (isLong) run.charge(1 + (table.length >> 8));
    const value = lookUp(table, character.codePointAt(0) ?? 0);
    if (value === undefined) made += character;
    else if (typeof value === 'string') made += value;
    else if (value !== null) made += fromCode(value);
    run.limitText(made.length);
  }
  run.chargeText(made.length);
  return made;
};

function fromCode(value: unknown): string {
  if (!isInteger(value)) throw new TemplateError('character mapping must return integer, None or str');
  const code = Number(value);
  if (code < 0 || code > 0x10ffff) throw new TemplateError('character mapping must be in range(0x110000)');
  return String.fromCodePoint(code);
}

const formatMap: TextMethod = (text, args, run) => {
  const [mapping] = args.take('format_map', ['mapping']);
  if (!isDict(mapping)) throw new TemplateError(`format_map needs a dict, got '${typeName(mapping)}'`);
  const entries = dictEntries(mapping).map(([key, value]) => [String(key), value] as const);
  run.charge(entries.length >> 3);
  return braceFormat(text, new Arguments([], new Map(entries)), run);
};

export const tableMethods: readonly (readonly [string, TextMethod])[] = [
  ['expandtabs', expandTabs],
  ['maketrans', makeTable],
  ['translate', translate],
  ['format_map', formatMap],
];
