import { Float, isNumeric, numberOf, parseFloatText, parseInteger, toText } from '#engine';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';
import { dictGet, isDict, repr, Tuple, textOf, typeName } from './values.ts';

const directive = /%(?:\((\w+)\))?([-+ 0#]*)([1-9]\d*|\*)?(?:\.(\d+))?([a-zA-Z%])/g;
const maxWidth = 10_000;

/** Python's `text % value`. */
export function percentFormat(format: string, value: unknown, run: Run): string {
  const values = value instanceof Tuple ? value.items : [value];
  let next = 0;
  let length = format.length;
  const text = format.replaceAll(
    directive,
    (
      _match,
      name: string | undefined,
      flags: string,
      width: string | undefined,
      precision: string | undefined,
      type: string,
    ) => {
      if (type === '%') return '%';
      if (name === undefined && next >= values.length)
        throw new TemplateError('not enough arguments for format string');
      const item = name === undefined ? values[next++] : isDict(value) ? dictGet(value, name) : undefined;
      const digits = precision === undefined ? undefined : boundedNumber(precision);
      const made = pad(convert(item, type, digits, flags), boundedNumber(width ?? '0'), flags, type);
      length += made.length;
      // Before the pieces are joined: a short format may ask for gigabytes.
      run.limitText(length);
      return made;
    },
  );
  if (next < values.length && !isDict(value)) {
    throw new TemplateError('not all arguments converted during string formatting');
  }
  return text;
}

function boundedNumber(text: string): number {
  const number = Number(text);
  if (!(number <= maxWidth)) throw new TemplateError(`the width ${text} of a format is too large`);
  return number;
}

function convert(item: unknown, type: string, precision: number | undefined, flags: string): string {
  switch (type) {
    case 's':
      return textOf(item).slice(0, precision);
    case 'r':
    case 'a':
      return repr(item).slice(0, precision);
    case 'c':
      return typeof item === 'string' ? item : String.fromCodePoint(plainNumber(item));
    case 'd':
    case 'i':
    case 'u':
      return signed(toText(truncated(item)), flags);
    case 'x':
    case 'X':
    case 'o': {
      const digits = BigInt(truncated(item)).toString(type === 'o' ? 8 : 16);
      return signed(type === 'X' ? digits.toUpperCase() : digits, flags);
    }
    default:
      return signed(formatFloat(plainNumber(item), type, precision ?? 6), flags);
  }
}

function signed(digits: string, flags: string): string {
  if (digits.startsWith('-')) return digits;
  if (flags.includes('+')) return `+${digits}`;
  return flags.includes(' ') ? ` ${digits}` : digits;
}

function pad(text: string, width: number, flags: string, type: string): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0') || 'sra'.includes(type)) return text.padStart(width);
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}

/** A float in the presentation `e`, `f`, `g` or `%`, with Python's exponents of at least two digits. */
export function formatFloat(value: number, type: string, precision: number): string {
  if (Object.is(value, -0)) return `-${formatFloat(0, type, precision)}`;
  const digits = Math.min(precision, 100);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  switch (type.toLowerCase()) {
    case 'f':
      return fixed(value, digits);
    case '%':
      return `${fixed(value * 100, digits)}%`;
    case 'e':
      return exponent(value.toExponential(digits), type);
    case 'g': {
      const significant = Math.max(1, digits);
      const power = value === 0 ? 0 : Number(value.toExponential(significant - 1).split('e')[1]);
      if (power >= -4 && power < significant) return trimZeros(value.toFixed(Math.max(0, significant - 1 - power)));
      const [mantissa = '', tail = ''] = value.toExponential(significant - 1).split('e');
      return exponent(`${trimZeros(mantissa)}e${tail}`, type === 'G' ? 'E' : 'e');
    }
    default:
      throw new TemplateError(`unsupported format character '${type}'`);
  }
}

/** `toFixed` with ties to even, as Python rounds. */
export function fixed(value: number, digits: number): string {
  if (Math.abs(value) >= 1e21)
    return digits === 0 ? BigInt(value).toString() : `${BigInt(value)}.${'0'.repeat(digits)}`;
  const rounded = value.toFixed(digits);
  const exact = value.toFixed(Math.min(100, digits + 60));
  const cut = digits === 0 ? exact.indexOf('.') : exact.indexOf('.') + 1 + digits;
  const isTie = /^\.?50*$/.test(exact.slice(cut));
  const kept = exact.slice(0, cut);
  return isTie && /[02468]$/.test(kept) ? kept : rounded;
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function exponent(text: string, type: string): string {
  const padded = text.replace(/e([+-])(\d)$/, 'e$10$2');
  return type === 'E' ? padded.toUpperCase() : padded;
}

function truncated(item: unknown): number | bigint {
  if (typeof item === 'bigint') return item;
  return Math.trunc(plainNumber(item));
}

function plainNumber(item: unknown): number {
  if (typeof item === 'boolean') return Number(item);
  if (isNumeric(item)) return numberOf(item);
  throw new TemplateError(`a number is required, not ${typeName(item)}`);
}

/** `int(value)`; undefined when Python would refuse. */
export function toInteger(value: unknown, base = 10): number | bigint | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'bigint') return value;
  if (isNumeric(value)) {
    const number = numberOf(value);
    return Number.isFinite(number) ? Math.trunc(number) : undefined;
  }
  if (typeof value !== 'string') return undefined;
  if (base === 10) return parseInteger(value);
  const digits = value.trim().replace(/^([+-]?)0[xXoObB]/, '$1');
  const number = Number.parseInt(digits, base);
  return Number.isNaN(number) || number.toString(base) !== digits.toLowerCase().replace(/^\+/, '') ? undefined : number;
}

/** `float(value)` as the value of a float; undefined when Python would refuse. */
export function toFloatValue(value: unknown): number | Float | undefined {
  const number = typeof value === 'string' ? parseFloatText(value) : undefined;
  const plain = number ?? (isNumeric(value) ? numberOf(value) : typeof value === 'boolean' ? Number(value) : undefined);
  return plain === undefined ? undefined : Number.isInteger(plain) ? new Float(plain) : plain;
}
