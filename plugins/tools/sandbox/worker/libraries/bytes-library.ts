import type { LibraryTools } from './tools.ts';

/** `TextEncoder`, `TextDecoder`, and of Node's `Buffer` what turns text into bytes and back. */
export function bytesLibrary(tools: LibraryTools) {
  type Bytes = Uint8Array;

  const own = (bytes: Bytes): ArrayBuffer =>
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const decode = (bytes: Bytes, coding: string): string => tools.decode(own(bytes), coding);
  const encode = (text: string, coding: string): Bytes => new Uint8Array(tools.encode(text, coding));
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
      return encode(String(text), 'utf8');
    }
    encodeInto(text: unknown, target: Bytes): { read: number; written: number } {
      const bytes = encode(String(text), 'utf8');
      let written = Math.min(bytes.length, target.length);
      // No character is cut: its bytes but the first are 10xxxxxx.
      while (written < bytes.length && ((bytes[written] as number) & 192) === 128) written--;
      const part = bytes.subarray(0, written);
      target.set(part);
      return { read: decode(part, 'utf8').length, written };
    }
  }

  class TextDecoder {
    readonly encoding: string;
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;
    constructor(label: unknown = 'utf-8', options?: { fatal?: unknown; ignoreBOM?: unknown }) {
      this.fatal = Boolean(options?.fatal);
      this.ignoreBOM = Boolean(options?.ignoreBOM);
      this.encoding = tools.read(new ArrayBuffer(0), [String(label), false, false]).encoding;
    }
    decode(value?: unknown, options?: { stream?: unknown }): string {
      if (options?.stream) throw new TypeError('TextDecoder decodes all bytes at once here, without { stream: true }');
      return tools.read(own(viewOf(value)), [this.encoding, this.fatal, this.ignoreBOM]).text;
    }
  }

  const codings = ['utf8', 'utf-8', 'hex', 'base64', 'base64url', 'latin1', 'binary', 'ascii'];
  codings.push('utf16le', 'utf-16le', 'ucs2', 'ucs-2');
  const coding = (name: unknown): string => {
    const plain = String(name || 'utf8').toLowerCase();
    if (!codings.includes(plain)) throw new TypeError(`Unknown encoding: ${String(name).slice(0, 100)}`);
    return plain;
  };

  /** A place between 0 and `most`; what is no number is `standard`. */
  const place = (value: unknown, standard: number, most: number): number => {
    const number = value === undefined ? standard : Math.trunc(Number(value)) || 0;
    return Math.min(most, Math.max(0, number));
  };

  class Buffer extends Uint8Array {
    /** `new Buffer(text)` is how old code says `Buffer.from(text)`. */
    constructor(value: unknown, second?: unknown, length?: unknown) {
      const given = typeof value === 'string' ? encode(value, coding(second)) : value;
      super(given as never, second as never, length as never);
    }
    static override from(value: never, second?: unknown, third?: unknown): Buffer {
      const source: unknown = value;
      if (typeof source === 'string') return Buffer.#of(encode(source, coding(second)));
      if (source instanceof ArrayBuffer) return new Buffer(source, (second as number) ?? 0, third as number);
      const { type, data } = Object(source) as { type?: unknown; data?: unknown };
      if (type === 'Buffer' && Array.isArray(data)) return Buffer.#of(Uint8Array.from(data));
      if (source instanceof String) return Buffer.from(source.toString() as never, second);
      if (typeof source !== 'object' || source === null || !('length' in source)) {
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
      return typeof value === 'string' ? encode(value, coding(encoding)).length : viewOf(value).length;
    }
    static isBuffer(value: unknown): boolean {
      return value instanceof Buffer;
    }
    static isEncoding(name: unknown): boolean {
      return typeof name === 'string' && codings.includes(name.toLowerCase());
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
    override toString(encoding?: unknown, start?: unknown, end?: unknown): string {
      const [from, to] = [place(start, 0, this.length), place(end, this.length, this.length)];
      return decode(Uint8Array.prototype.subarray.call(this, from, Math.max(from, to)), coding(encoding));
    }
    override toLocaleString(): string {
      return this.toString();
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
    write(text: string, ...rest: unknown[]): number {
      const encoding = coding(rest.find((each) => typeof each === 'string'));
      const [offset = 0, length = this.length] = rest.filter((each) => typeof each === 'number');
      const room = Math.max(0, Math.min(length, this.length - offset));
      const bytes = encode(text, encoding);
      let count = Math.min(bytes.length, room);
      const isUtf8 = encoding === 'utf8' || encoding === 'utf-8';
      while (isUtf8 && count < bytes.length && ((bytes[count] as number) & 192) === 128) count--;
      if (/16|ucs/.test(encoding)) count -= count % 2;
      this.set(bytes.subarray(0, count), offset);
      return count;
    }
    copy(target: Bytes, at = 0, start = 0, end = this.length): number {
      const part = Uint8Array.prototype.subarray.call(this, start, Math.min(end, start + target.length - at));
      target.set(part, at);
      return part.length;
    }
    override fill(value: never, ...rest: unknown[]): this {
      const given: unknown = value;
      const encoding = rest.find((each) => typeof each === 'string');
      const [start = 0, end = this.length] = rest.filter((each) => typeof each === 'number');
      if (typeof given !== 'string' && !ArrayBuffer.isView(given)) return super.fill(value, start, end);
      const bytes = typeof given === 'string' ? encode(given, coding(encoding)) : viewOf(given);
      for (let at = start; at < Math.min(end, this.length); at++) this[at] = bytes[(at - start) % bytes.length] ?? 0;
      return this;
    }
    override indexOf(value: never, from = 0): number {
      const given: unknown = value;
      if (typeof given === 'number') return super.indexOf(given, from);
      const sought = typeof given === 'string' ? encode(given, 'utf8') : viewOf(given);
      return decode(this, 'latin1').indexOf(decode(sought, 'latin1'), from < 0 ? this.length + from : from);
    }
    override lastIndexOf(value: never, from = this.length): number {
      const given: unknown = value;
      if (typeof given === 'number') return super.lastIndexOf(given, from);
      const sought = typeof given === 'string' ? encode(given, 'utf8') : viewOf(given);
      return decode(this, 'latin1').lastIndexOf(decode(sought, 'latin1'), from < 0 ? this.length + from : from);
    }
    #swap(size: number): this {
      if (this.length % size !== 0) throw new RangeError(`Buffer size must be a multiple of ${size * 8}-bits`);
      for (let at = 0; at < this.length; at += size) Uint8Array.prototype.subarray.call(this, at, at + size).reverse();
      return this;
    }
    swap16(): this {
      return this.#swap(2);
    }
    swap32(): this {
      return this.#swap(4);
    }
    swap64(): this {
      return this.#swap(8);
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
      const names = [name, name.replace('UInt', 'Uint')];
      for (const each of new Set(names)) {
        define(`read${each}${order}`, function (this: Bytes, at = 0) {
          return view(this)[`get${kind}`]?.(at, order === 'LE');
        });
        define(`write${each}${order}`, function (this: Bytes, value: unknown, at = 0) {
          view(this)[`set${kind}`]?.(at, value, order === 'LE');
          return at + size;
        });
      }
    }
  }
  /** Of one to six bytes, the first one lowest. */
  const little = (bytes: Bytes, at: number, count: number, order: string): Bytes => {
    if (!(count >= 1 && count <= 6 && at >= 0 && at + count <= bytes.length)) throw new RangeError('out of range');
    const part: Bytes = Uint8Array.from(Uint8Array.prototype.subarray.call(bytes, at, at + count));
    return order === 'LE' ? part : part.reverse();
  };
  for (const order of ['LE', 'BE']) {
    const read = (bytes: Bytes, at: number, count: number) =>
      little(bytes, at, count, order).reduceRight((sum, byte) => sum * 256 + byte, 0);
    const write = function (this: Bytes, value: number, at: number, count: number) {
      const made = little(this, at, count, 'LE').map((_byte, place) => Math.floor(value / 256 ** place));
      this.set(order === 'LE' ? made : made.reverse(), at);
      return at + count;
    };
    for (const name of ['UInt', 'Uint', 'Int']) {
      define(`read${name}${order}`, function (this: Bytes, at: number, count: number) {
        const value = read(this, at, count);
        return name === 'Int' && value >= 2 ** (count * 8 - 1) ? value - 2 ** (count * 8) : value;
      });
      define(`write${name}${order}`, write);
    }
  }
  return { TextEncoder, TextDecoder, Buffer };
}
