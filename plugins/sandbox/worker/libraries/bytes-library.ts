import type { LibraryTools } from './tools.ts';

/** `TextEncoder`, `TextDecoder`, and of Node's `Buffer` what turns text into bytes and back. */
export function bytesLibrary({ decode }: LibraryTools) {
  type Bytes = Uint8Array;

  const latin1 = (bytes: Bytes): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 4096) {
      text += String.fromCharCode(...Uint8Array.prototype.subarray.call(bytes, at, at + 4096));
    }
    return text;
  };
  const fromLatin1 = (text: string): Bytes => {
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  };
  const encode = (text: string): Bytes => fromLatin1(unescape(encodeURIComponent(text.toWellFormed())));
  const own = (bytes: Bytes): ArrayBuffer =>
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const utf16 = (bytes: Bytes): string => {
    let text = '';
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      text += String.fromCharCode((bytes[at] as number) | ((bytes[at + 1] as number) << 8));
    }
    return text;
  };
  const fromUtf16 = (text: string): Bytes => {
    const bytes = new Uint8Array(text.length * 2);
    for (let at = 0; at < text.length; at++) {
      bytes[at * 2] = text.charCodeAt(at);
      bytes[at * 2 + 1] = text.charCodeAt(at) >> 8;
    }
    return bytes;
  };
  const viewOf = (value: unknown): Bytes => {
    if (value === undefined) return new Uint8Array();
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    throw new TypeError('bytes are needed: an ArrayBuffer, a typed array or a Buffer');
  };

  class TextEncoder {
    get encoding(): string {
      return 'utf-8';
    }
    encode(text: unknown = ''): Bytes {
      return encode(String(text));
    }
    encodeInto(text: unknown, target: Bytes): { read: number; written: number } {
      let read = 0;
      let written = 0;
      for (const character of String(text)) {
        const bytes = encode(character);
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        read += character.length;
        written += bytes.length;
      }
      return { read, written };
    }
  }

  const encodings: Record<string, string> = {
    utf8: 'utf-8',
    'utf-8': 'utf-8',
    'utf-16le': 'utf-16le',
    'utf-16': 'utf-16le',
  };
  class TextDecoder {
    readonly encoding: string;
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;
    constructor(label: unknown = 'utf-8', options: { fatal?: unknown; ignoreBOM?: unknown } = {}) {
      const encoding = encodings[String(label).trim().toLowerCase()];
      if (encoding === undefined)
        throw new RangeError(`TextDecoder knows utf-8 and utf-16le here, not ${String(label)}`);
      this.encoding = encoding;
      this.fatal = Boolean(options.fatal);
      this.ignoreBOM = Boolean(options.ignoreBOM);
    }
    decode(value?: unknown): string {
      const bytes = viewOf(value);
      const text = this.encoding === 'utf-8' ? decode(own(bytes)) : utf16(bytes).toWellFormed();
      if (this.fatal && this.encoding === 'utf-8' && encode(text).length !== bytes.length) {
        throw new TypeError('The encoded data was not valid for encoding utf-8');
      }
      return !this.ignoreBOM && text.startsWith('\ufeff') ? text.slice(1) : text;
    }
  }

  const hexOf = (bytes: Bytes): string => {
    let text = '';
    for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16);
    return text;
  };
  const fromHex = (text: string): Bytes => {
    const pairs = /^(?:[\da-f]{2})*/i.exec(text)?.[0] ?? '';
    const bytes = new Uint8Array(pairs.length / 2);
    for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(pairs.slice(at * 2, at * 2 + 2), 16);
    return bytes;
  };
  const fromBase64 = (text: string): Bytes => {
    const plain = text
      .replace(/=[\s\S]*$/, '')
      .replace(/-/g, '+')
      .replace(/_/g, '/')
      .replace(/[^A-Za-z\d+/]/g, '');
    return fromLatin1(atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain));
  };
  const toBase64 = (bytes: Bytes): string => btoa(latin1(bytes));
  type Coding = readonly [(text: string) => Bytes, (bytes: Bytes) => string];
  const utf8: Coding = [encode, (bytes) => decode(own(bytes))];
  const binary: Coding = [fromLatin1, latin1];
  const wide: Coding = [fromUtf16, utf16];
  const codings: Record<string, Coding> = {
    utf8,
    'utf-8': utf8,
    hex: [fromHex, hexOf],
    base64: [fromBase64, toBase64],
    base64url: [fromBase64, (bytes) => toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')],
    latin1: binary,
    binary,
    ascii: [fromLatin1, (bytes) => latin1(bytes.map((byte) => byte & 127))],
    utf16le: wide,
    'utf-16le': wide,
    ucs2: wide,
    'ucs-2': wide,
  };
  const coding = (name: unknown): Coding => {
    const found = codings[String(name ?? 'utf8').toLowerCase()];
    if (found === undefined) throw new TypeError(`Unknown encoding: ${String(name)}`);
    return found;
  };

  class Buffer extends Uint8Array {
    static override from(value: never, second?: unknown, third?: unknown): Buffer {
      const source: unknown = value;
      if (typeof source === 'string') return Buffer.#of(coding(second)[0](source));
      if (source instanceof ArrayBuffer) return new Buffer(source, (second as number) ?? 0, third as number);
      const { type, data } = Object(source) as { type?: unknown; data?: unknown };
      if (type === 'Buffer' && Array.isArray(data)) return Buffer.#of(Uint8Array.from(data));
      if (typeof source !== 'object' || source === null) {
        throw new TypeError('Buffer.from needs a text, bytes or an array of numbers');
      }
      return Buffer.#of(Uint8Array.from(source as ArrayLike<number>));
    }
    static #of(bytes: Bytes): Buffer {
      return new Buffer(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    }
    static alloc(size: number, fill?: unknown, encoding?: unknown): Buffer {
      const made = new Buffer(size);
      return fill === undefined ? made : made.fill(fill as never, encoding as never);
    }
    static allocUnsafe(size: number): Buffer {
      return new Buffer(size);
    }
    static byteLength(value: unknown, encoding?: unknown): number {
      return typeof value === 'string' ? coding(encoding)[0](value).length : viewOf(value).length;
    }
    static isBuffer(value: unknown): boolean {
      return value instanceof Buffer;
    }
    static isEncoding(name: unknown): boolean {
      return Object.hasOwn(codings, String(name).toLowerCase());
    }
    static concat(list: readonly Bytes[], length?: number): Buffer {
      const made = new Buffer(length ?? list.reduce((sum, item) => sum + item.length, 0));
      let at = 0;
      for (const item of list) {
        if (at >= made.length) break;
        made.set(Uint8Array.prototype.subarray.call(item, 0, made.length - at), at);
        at += item.length;
      }
      return made;
    }
    static compare(a: Bytes, b: Bytes): number {
      for (let at = 0; at < Math.min(a.length, b.length); at++) {
        if (a[at] !== b[at]) return (a[at] as number) < (b[at] as number) ? -1 : 1;
      }
      return Math.sign(a.length - b.length);
    }
    override toString(encoding?: unknown, start = 0, end = this.length): string {
      return coding(encoding)[1](Uint8Array.prototype.subarray.call(this, start, end));
    }
    toJSON(): unknown {
      return { type: 'Buffer', data: [...this] };
    }
    equals(other: Bytes): boolean {
      return Buffer.compare(this, other) === 0;
    }
    compare(other: Bytes): number {
      return Buffer.compare(this, other);
    }
    override slice(start?: number, end?: number): never {
      return this.subarray(start, end) as never;
    }
    write(text: string, offset = 0, encoding: unknown = 'utf8'): number {
      const bytes = coding(encoding)[0](text).subarray(0, Math.max(0, this.length - offset));
      this.set(bytes, offset);
      return bytes.length;
    }
    copy(target: Bytes, at = 0, start = 0, end = this.length): number {
      const part = Uint8Array.prototype.subarray.call(this, start, Math.min(end, start + target.length - at));
      target.set(part, at);
      return part.length;
    }
    override fill(value: never, start?: never, end?: number): this {
      const given: unknown = value;
      if (typeof given !== 'string') return super.fill(value, start, end);
      const bytes = coding(typeof start === 'string' ? start : 'utf8')[0](given);
      for (let at = 0; at < this.length; at++) this[at] = bytes[at % bytes.length] ?? 0;
      return this;
    }
    override indexOf(value: never, from = 0): number {
      const given: unknown = value;
      if (typeof given === 'number') return super.indexOf(given, from);
      const place = latin1(this).indexOf(latin1(typeof given === 'string' ? encode(given) : viewOf(given)), from);
      return place;
    }
    override includes(value: never, from = 0): boolean {
      return this.indexOf(value, from) >= 0;
    }
  }

  const numbers: readonly (readonly [string, string, number])[] = [
    ['UInt8', 'Uint8', 1],
    ['Int8', 'Int8', 1],
    ['UInt16', 'Uint16', 2],
    ['Int16', 'Int16', 2],
    ['UInt32', 'Uint32', 4],
    ['Int32', 'Int32', 4],
    ['BigUInt64', 'BigUint64', 8],
    ['BigInt64', 'BigInt64', 8],
    ['Float', 'Float32', 4],
    ['Double', 'Float64', 8],
  ];
  const define = (name: string, value: unknown) =>
    Object.defineProperty(Buffer.prototype, name, { value, writable: true, configurable: true });
  for (const [name, kind, size] of numbers) {
    for (const order of size === 1 ? [''] : ['LE', 'BE']) {
      const view = (bytes: Bytes) =>
        new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) as unknown as Record<
          string,
          (at: number, ...rest: unknown[]) => unknown
        >;
      define(`read${name}${order}`, function (this: Bytes, at = 0) {
        return view(this)[`get${kind}`]?.(at, order === 'LE');
      });
      define(`write${name}${order}`, function (this: Bytes, value: unknown, at = 0) {
        view(this)[`set${kind}`]?.(at, value, order === 'LE');
        return at + size;
      });
    }
  }
  return { TextEncoder, TextDecoder, Buffer };
}
