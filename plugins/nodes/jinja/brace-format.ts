import { type Float, isInteger, isNumeric, numberOf } from '#engine';
import type { Arguments } from './arguments.ts';
import { formatFloat } from './percent-format.ts';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';
import { characters, chargeValue, dictGet, isDict, listOf, repr, textOf } from './values.ts';

const field = /\{\{|\}\}|\{(\w*)((?:\[[^[\]{}]+\])*)(?:!([rsa]))?(?::([^{}]*))?\}|[{}]/g;
const specification = /^(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d{1,4})?([,_])?(?:\.(\d{1,3}))?([a-zA-Z%])?$/su;

/**
 * Python's `text.format(...)`, fields by place or name, and items of what these hold (`{a[b]}`); attribute access inside a
 * field is refused.
 */
export function braceFormat(format: string, args: Arguments, run: Run): string {
  let next = 0;
  let length = format.length;
  const write = (match: string, name?: string, keys = '', conversion?: string, spec = ''): string => {
    if (match === '{{' || match === '}}') return match.charAt(0);
    if (name === undefined) throw new TemplateError(`the format has an unexpected ${match}`);
    const value = itemOf(pick(name === '' ? String(next++) : name, args), keys, run);
    const made = formatValue(conversion === undefined ? value : conversion === 's' ? textOf(value) : repr(value), spec);
    length += made.length;
    // Before the pieces are joined: a short format may ask for gigabytes.
    run.limitText(length);
    return made;
  };
  return format.replaceAll(field, write);
}

/** What `keys` (`[a][0]`) lead to: digits are a place or a number, all else is a text without quotes. */
function itemOf(value: unknown, keys: string, run: Run): unknown {
  let current = value;
  for (const [, key = ''] of keys.matchAll(/\[([^\]]+)\]/g)) {
    chargeValue(run, current);
    const place = /^\d+$/.test(key) ? Number(key) : undefined;
    const items = typeof current === 'string' ? characters(current) : (listOf(current) ?? []);
    const item = isDict(current) ? dictGet(current, place ?? key) : place === undefined ? undefined : items[place];
    if (item === undefined) throw new TemplateError(`the format asks for [${key}] of what has no such item`);
    current = item;
  }
  return current;
}

function pick(name: string, args: Arguments): unknown {
  const index = /^\d+$/.test(name) ? Number(name) : -1;
  if (index >= 0 ? index < args.positional.length : args.named.has(name)) {
    return index >= 0 ? args.positional[index] : args.named.get(name);
  }
  throw new TemplateError(`the format names ${name}, which was not passed`);
}

/** Python's `format(value, spec)`. */
function formatValue(given: unknown, spec: string): string {
  if (spec === '') return textOf(given);
  // Truth is a number as soon as a format is asked for.
  const value = typeof given === 'boolean' ? Number(given) : given;
  const match = specification.exec(spec);
  if (match === null) throw new TemplateError(`Invalid format specifier '${spec}'`);
  const [, fill, align, sign = '-', , zero, width = '0', group, precision, type] = match;
  const isNumber = isNumeric(value) && type !== 's';
  const body = isNumber
    ? formatNumber(value, { sign, group, precision, type })
    : textOf(value).slice(0, precision === undefined ? undefined : Number(precision));
  const pad = fill ?? (zero === undefined ? ' ' : '0');
  const side = align ?? (zero !== undefined && isNumber ? '=' : isNumber ? '>' : '<');
  return aligned(body, Number(width), pad, side);
}

interface NumberSpec {
  readonly sign: string;
  readonly group: string | undefined;
  readonly precision: string | undefined;
  readonly type: string | undefined;
}

function formatNumber(value: number | bigint | Float, spec: NumberSpec): string {
  const digits = numberDigits(value, spec.type, spec.precision);
  const grouped = spec.group === undefined ? digits : groupThousands(digits, spec.group);
  if (grouped.startsWith('-') || spec.sign === '-') return grouped;
  return spec.sign + grouped;
}

function numberDigits(value: number | bigint | Float, type = '', precision?: string): string {
  if (type === 'd' || ((type === '' || type === 'n') && isInteger(value) && precision === undefined))
    return String(value);
  const radix = { x: 16, X: 16, o: 8, b: 2 }[type];
  if (radix !== undefined) {
    const digits = BigInt(isInteger(value) ? value : Math.trunc(numberOf(value))).toString(radix);
    return type === 'X' ? digits.toUpperCase() : digits;
  }
  if (type === '' && precision === undefined) return textOf(value);
  return formatFloat(
    numberOf(value),
    type === '' || type === 'n' ? 'g' : type,
    precision === undefined ? 6 : Number(precision),
  );
}

function groupThousands(digits: string, separator: string): string {
  const [whole = '', ...rest] = digits.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, separator);
  return [grouped, ...rest].join('.');
}

function aligned(body: string, width: number, fill: string, side: string): string {
  const missing = Math.max(0, width - [...body].length);
  if (side === '<') return body + fill.repeat(missing);
  if (side === '^') return fill.repeat(missing >> 1) + body + fill.repeat(missing - (missing >> 1));
  if (side === '>') return fill.repeat(missing) + body;
  const sign = /^[+-]/.exec(body)?.[0] ?? '';
  return sign + fill.repeat(missing) + body.slice(sign.length);
}
