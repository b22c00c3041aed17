/** Bytes, which only templates make: what `encode` gives and Python prints as `b'…'`. */
import type { Arguments } from './arguments.ts';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';

export class Bytes {
  readonly octets: Uint8Array;

  constructor(octets: Uint8Array) {
    this.octets = octets;
  }
}

type Encoding = 'utf-8' | 'ascii' | 'latin-1';

const encodings: ReadonlyMap<string, Encoding> = new Map([
  ...['utf-8', 'utf8', 'u8', 'utf'].map((name) => [name, 'utf-8'] as const),
  ...['ascii', 'us-ascii', '646'].map((name) => [name, 'ascii'] as const),
  ...['latin-1', 'latin1', 'latin', 'l1', 'iso-8859-1', 'iso8859-1', '8859'].map((name) => [name, 'latin-1'] as const),
]);

function encodingOf(name: unknown): Encoding {
  const written = name === undefined ? 'utf-8' : String(name);
  const encoding = encodings.get(written.toLowerCase().replaceAll(/[_ ]/g, '-'));
  if (encoding !== undefined) return encoding;
  throw new TemplateError(`unknown encoding: ${written.slice(0, 50)}; templates have utf-8, ascii and latin-1`);
}

/** `text.encode(encoding, errors)`. */
export function encode(text: string, args: Arguments, run: Run): Bytes {
  const [name, errors = 'strict'] = args.take('encode', ['encoding', 'errors']);
  const encoding = encodingOf(name);
  run.charge(text.length >> 4);
  run.chargeText(text.length);
  if (encoding === 'utf-8' && text.isWellFormed()) return new Bytes(Buffer.from(text));
  const codec: Codec = encoding === 'utf-8' ? utf8 : { name: encoding, most: encoding === 'ascii' ? 0x7f : 0xff };
  let length = 0;
  const parts = Array.from(text, (character, index) => {
    const code = character.codePointAt(0) ?? 0;
    const isIn = code <= codec.most && !(codec === utf8 && isHalf(code));
    const part = isIn ? character : replaced(character, { index, codec, errors });
    length += part.length;
    run.limitText(length);
    return part;
  });
  return new Bytes(Buffer.from(parts.join(''), encoding === 'utf-8' ? 'utf8' : 'latin1'));
}

interface Codec {
  readonly name: Encoding;
  /** The largest character it has. */
  readonly most: number;
}
const utf8: Codec = { name: 'utf-8', most: 0x10ffff };

/** Half of a pair, which is no character. */
const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

function replaced(
  character: string,
  { index, codec, errors }: { readonly index: number; readonly codec: Codec; readonly errors: unknown },
): string {
  const code = character.codePointAt(0) ?? 0;
  switch (errors) {
    case 'ignore':
      return '';
    case 'replace':
      return '?';
    case 'xmlcharrefreplace':
      return `&#${code};`;
    case 'backslashreplace':
      return escaped(code);
    case 'strict': {
      const why =
        codec === utf8 ? 'surrogates not allowed' : `ordinal not in range(${codec.name === 'ascii' ? 128 : 256})`;
      throw new TemplateError(
        `'${codec.name}' codec can't encode character '${escaped(code)}' in position ${index}: ${why}`,
      );
    }
    default:
      throw new TemplateError(`unknown error handler name '${String(errors).slice(0, 50)}'`);
  }
}

function escaped(code: number): string {
  const [mark, width] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
  return `\\${mark}${code.toString(16).padStart(Number(width), '0')}`;
}

/** `bytes.decode(encoding, errors)`. */
function decode({ octets }: Bytes, args: Arguments, run: Run): string {
  const [name, errors = 'strict'] = args.take('decode', ['encoding', 'errors']);
  const encoding = encodingOf(name);
  run.chargeText(octets.length);
  if (encoding === 'latin-1') return Buffer.from(octets).toString('latin1');
  const isStrict = errors === 'strict';
  if (!isStrict && errors !== 'replace' && errors !== 'ignore') {
    throw new TemplateError(`unknown error handler name '${String(errors).slice(0, 50)}'`);
  }
  const isForeign = encoding === 'ascii' && octets.some((octet) => octet > 0x7f);
  try {
    if (isForeign && isStrict) throw new TypeError();
    const text = new TextDecoder('utf-8', { fatal: isStrict, ignoreBOM: true }).decode(octets);
    return errors === 'ignore' ? text.replaceAll('\ufffd', '') : text;
  } catch {
    throw new TemplateError(`'${encoding}' codec can't decode these bytes`);
  }
}

type BytesMethod = (bytes: Bytes, args: Arguments, run: Run) => unknown;

const methods: ReadonlyMap<string, BytesMethod> = new Map<string, BytesMethod>([
  ['decode', decode],
  [
    'hex',
    ({ octets }, args, run) => {
      args.take('hex', []);
      run.chargeText(2 * octets.length);
      return Buffer.from(octets).toString('hex');
    },
  ],
]);

export function bytesMethod(name: string): BytesMethod | undefined {
  return methods.get(name);
}

const named: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };

/** `b'…'`, in double quotes when there are single ones and no double ones. */
export function bytesLiteral({ octets }: Bytes): string {
  const quote = octets.includes(39) && !octets.includes(34) ? '"' : "'";
  const parts = Array.from(octets, (octet) => {
    const character = String.fromCharCode(octet);
    if (character === quote) return `\\${character}`;
    return named[octet] ?? (octet >= 32 && octet < 127 ? character : `\\x${octet.toString(16).padStart(2, '0')}`);
  });
  return `b${quote}${parts.join('')}${quote}`;
}
