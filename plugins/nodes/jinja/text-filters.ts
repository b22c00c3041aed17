import { isInteger } from '#engine';
import { getPath } from './attributes.ts';
import type { Filter } from './filters.ts';
import { capitalize } from './letter-case.ts';
import { escapeMarkup } from './markup.ts';
import { percentFormat } from './percent-format.ts';
import { center, replaceText, strip } from './string-methods.ts';
import { TemplateError } from './template-error.ts';
import { urlize } from './urlize.ts';
import { characters, dictEntries, isDict, isTrue, iterate, listOf, Tuple, textOf } from './values.ts';
import { splitLines, words } from './white-space.ts';
import { wrapLine } from './word-wrap.ts';

const text =
  (change: (text: string) => unknown): Filter =>
  (value, _args, run) => {
    const input = textOf(value);
    run.chargeText(input.length);
    return change(input);
  };

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const unescapeMarkup = (value: string): string =>
  value.replaceAll(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g, (match, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? match) : match;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : match;
  });

/** The text without what stands between the marks, found in one pass: a pattern starts over at every open mark. */
function without(text: string, open: string, close: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    const end = start < 0 ? -1 : text.indexOf(close, start);
    if (end < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + close.length;
  }
}

const stripTags = (value: string): string => {
  const bare = without(without(value, '<!--', '-->'), '<', '>');
  return unescapeMarkup(words(bare, -1).join(' '));
};

const title = (value: string): string =>
  value
    .split(/([-\s({[<]+)/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');

function size(value: unknown, fallback: number): number {
  return isInteger(value) ? Number(value) : fallback;
}

const truncate: Filter = (value, args) => {
  const [length, killWords, end = '...', leeway] = args.take('truncate', ['length', 'killwords', 'end', 'leeway']);
  const input = textOf(value);
  const all = characters(input);
  const limit = size(length, 255);
  const ending = textOf(end);
  if (all.length <= limit + size(leeway, 5)) return input;
  const kept = [...all.slice(0, Math.max(0, limit - characters(ending).length))].join('');
  if (isTrue(killWords)) return kept + ending;
  const space = kept.lastIndexOf(' ');
  return (space < 0 ? kept : kept.slice(0, space)) + ending;
};

const indent: Filter = (value, args, run) => {
  const [width = 4, first, blank] = args.take('indent', ['width', 'first', 'blank']);
  const input = textOf(value);
  const pad = typeof width === 'string' ? width : ' '.repeat(Math.min(1000, size(width, 4)));
  const lines = splitLines(`${input}\n`);
  run.chargeText(input.length + lines.length * pad.length);
  const rest = lines.slice(1).map((line) => (line === '' && !isTrue(blank) ? line : pad + line));
  return (isTrue(first) ? pad : '') + [lines[0] ?? '', ...rest].join('\n');
};

const wordWrap: Filter = (value, args, run) => {
  const names = ['width', 'break_long_words', 'wrapstring', 'break_on_hyphens'];
  const [given, breakLong = true, wrapString = '\n', hyphens = true] = args.take('wordwrap', names);
  const input = textOf(value);
  run.charge(input.length >> 4);
  const width = size(given, 79);
  if (width <= 0) throw new TemplateError(`invalid width ${width} (must be > 0)`);
  const style = { width, breaksWords: isTrue(breakLong), breaksHyphens: isTrue(hyphens) };
  const between = textOf(wrapString);
  const lines = splitLines(input).map((line) => wrapLine(line, style));
  run.chargeText(input.length + lines.reduce((count, parts) => count + parts.length + 1, 0) * between.length);
  return lines.map((parts) => parts.join(between)).join(between);
};

const quote = (value: string, safe: RegExp): string =>
  encodeURIComponent(value.toWellFormed())
    .replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(safe, (encoded) => decodeURIComponent(encoded));

const urlEncode: Filter = (value, _args, run) => {
  const pairs = isDict(value) ? dictEntries(value) : listOf(value)?.map((pair) => listOf(pair) ?? []);
  if (pairs === undefined) {
    run.chargeText(textOf(value).length * 3);
    return quote(textOf(value), /%2F/g);
  }
  const part = (item: unknown): string => {
    const input = textOf(item);
    run.chargeText(input.length * 3);
    return quote(input, /$^/g).replaceAll('%20', '+');
  };
  return pairs.map(([key, item]) => `${part(key)}=${part(item)}`).join('&');
};

const xmlAttributes: Filter = (value, args, run) => {
  const [autoSpace = true] = args.take('xmlattr', ['autospace']);
  if (!isDict(value)) throw new TemplateError('xmlattr needs a dict');
  const parts = dictEntries(value).flatMap(([key, item]) => {
    if (item === null || item === undefined) return [];
    if (/[\s/>=]/.test(textOf(key))) throw new TemplateError(`Invalid character in attribute name: '${textOf(key)}'`);
    const input = textOf(item);
    run.chargeText(input.length);
    return [`${escapeMarkup(textOf(key))}="${escapeMarkup(input)}"`];
  });
  return parts.length > 0 && isTrue(autoSpace) ? ` ${parts.join(' ')}` : parts.join(' ');
};

const format: Filter = (value, args, run) => {
  if (args.named.size > 0 && args.positional.length > 0) {
    throw new TemplateError("can't handle positional and keyword arguments at the same time");
  }
  return percentFormat(textOf(value), args.named.size > 0 ? args.named : new Tuple(args.positional), run);
};

const replace: Filter = (value, args, run) => {
  const [from, to, count] = args.take('replace', ['old', 'new', 'count']);
  return replaceText(textOf(value), [textOf(from), textOf(to)], size(count, -1), run);
};

const join: Filter = (value, args, run) => {
  const [separator = '', attribute] = args.take('join', ['d', 'attribute']);
  const items = iterate(value);
  run.charge(items.length);
  let length = 0;
  const texts = items.map((item) => {
    const piece = textOf(attribute === undefined ? item : getPath(item, attribute));
    length += piece.length;
    run.limitText(length);
    return piece;
  });
  run.chargeText(texts.reduce((sum, item) => sum + item.length, texts.length * textOf(separator).length));
  return texts.join(textOf(separator));
};

export const textFilters: readonly (readonly [string, Filter])[] = [
  ['upper', text((value) => value.toUpperCase())],
  ['lower', text((value) => value.toLowerCase())],
  ['capitalize', text(capitalize)],
  ['title', text(title)],
  ['trim', (value, args) => strip(textOf(value), args.take('trim', ['chars'])[0])],
  ['escape', text(escapeMarkup)],
  ['e', text(escapeMarkup)],
  ['forceescape', text(escapeMarkup)],
  ['striptags', text(stripTags)],
  ['wordcount', text((value) => value.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0)],
  ['truncate', truncate],
  ['indent', indent],
  ['wordwrap', wordWrap],
  ['urlencode', urlEncode],
  ['urlize', urlize],
  ['xmlattr', xmlAttributes],
  ['format', format],
  ['replace', replace],
  ['join', join],
  [
    'center',
    (value, args, run) => {
      const width = size(args.take('center', ['width'])[0], 80);
      run.chargeText(width);
      return center(textOf(value), width);
    },
  ],
];
