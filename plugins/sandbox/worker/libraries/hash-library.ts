import type { LibraryTools } from './tools.ts';

/** What `require('crypto')` gives: digests and their keyed form, and random numbers. */
export function hashLibrary({ need }: LibraryTools) {
  interface Bytes extends Uint8Array {
    toString(encoding?: unknown): string;
  }
  const Buffer = need<{
    from(value: unknown, encoding?: unknown): Bytes;
    concat(list: readonly Uint8Array[]): Bytes;
    alloc(size: number): Bytes;
  }>('Buffer');
  const web = need<{ randomUUID(): string; getRandomValues<View>(view: View): View }>('crypto');

  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32);
  const left = (value: number, by: number) => (value << by) | (value >>> (32 - by));
  const right = (value: number, by: number) => (value >>> by) | (value << (32 - by));

  /** The message, its end and its length in bits, in blocks of 64 bytes. */
  const padded = (message: Uint8Array, isLittle: boolean): DataView => {
    const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
    bytes.set(message);
    bytes[message.length] = 128;
    const view = new DataView(bytes.buffer);
    const [low, high] = [(message.length * 8) >>> 0, Math.floor(message.length / 2 ** 29)];
    view.setUint32(bytes.length - 8, isLittle ? low : high, isLittle);
    view.setUint32(bytes.length - 4, isLittle ? high : low, isLittle);
    return view;
  };
  const written = (words: ArrayLike<number>, isLittle: boolean): Bytes => {
    const made = Buffer.alloc(words.length * 4);
    const view = new DataView(made.buffer, made.byteOffset, made.byteLength);
    for (let at = 0; at < words.length; at++) view.setUint32(at * 4, words[at] as number, isLittle);
    return made;
  };

  const md5 = (message: Uint8Array): Bytes => {
    const view = padded(message, true);
    const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
    const constants = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));
    const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
    for (let block = 0; block < view.byteLength; block += 64) {
      let [a, b, c, d] = state as unknown as [number, number, number, number];
      for (let i = 0; i < 64; i++) {
        const round = i >> 4;
        const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round] as number;
        const place = ([i, 5 * i + 1, 3 * i + 5, 7 * i][round] as number) % 16;
        const sum = (a + mixed + (constants[i] as number) + view.getInt32(block + place * 4, true)) | 0;
        [a, d, c, b] = [d, c, b, (b + left(sum, shifts[round * 4 + (i % 4)] as number)) | 0];
      }
      [a, b, c, d].forEach((word, at) => {
        state[at] = (state[at] as number) + word;
      });
    }
    return written(state, true);
  };

  const sha1 = (message: Uint8Array): Bytes => {
    const view = padded(message, false);
    const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
    const constants = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];
    const words = new Int32Array(80);
    for (let block = 0; block < view.byteLength; block += 64) {
      let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
      for (let i = 0; i < 80; i++) {
        const at = (back: number) => words[i - back] as number;
        words[i] = i < 16 ? view.getInt32(block + i * 4) : left(at(3) ^ at(8) ^ at(14) ^ at(16), 1);
        const round = Math.floor(i / 20);
        const mixed = round === 0 ? (b & c) | (~b & d) : round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
        const sum = (left(a, 5) + mixed + e + (constants[round] as number) + (words[i] as number)) | 0;
        [e, d, c, b, a] = [d, c, left(b, 30), a, sum];
      }
      [a, b, c, d, e].forEach((word, at) => {
        state[at] = (state[at] as number) + word;
      });
    }
    return written(state, false);
  };

  const sha256 = (message: Uint8Array): Bytes => {
    const view = padded(message, false);
    const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
    const state = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
    const words = new Int32Array(64);
    for (let block = 0; block < view.byteLength; block += 64) {
      let [a, b, c, d, e, f, g, h] = state as unknown as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      for (let i = 0; i < 64; i++) {
        const at = (back: number) => words[i - back] as number;
        if (i < 16) words[i] = view.getInt32(block + i * 4);
        else {
          const [early, late] = [at(15), at(2)];
          const first = right(early, 7) ^ right(early, 18) ^ (early >>> 3);
          const second = right(late, 17) ^ right(late, 19) ^ (late >>> 10);
          words[i] = at(16) + first + at(7) + second;
        }
        const one = right(e, 6) ^ right(e, 11) ^ right(e, 25);
        const sum = (h + one + ((e & f) ^ (~e & g)) + (constants[i] as number) + (words[i] as number)) | 0;
        const zero = right(a, 2) ^ right(a, 13) ^ right(a, 22);
        const more = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + sum) | 0, c, b, a, (sum + more) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, at) => {
        state[at] = (state[at] as number) + word;
      });
    }
    return written(state, false);
  };

  const digests: Record<string, (message: Uint8Array) => Bytes> = { md5, sha1, sha256 };
  const digestOf = (name: unknown): ((message: Uint8Array) => Bytes) => {
    const plain = String(name).toLowerCase().replace('-', '');
    const found = Object.hasOwn(digests, plain) ? digests[plain] : undefined;
    if (found === undefined) {
      throw new Error(
        `Digest method not supported: ${String(name).slice(0, 50)}; code nodes in JavaScript have md5, sha1 and sha256, those in Python all of hashlib`,
      );
    }
    return found;
  };
  const bytesOf = (value: unknown, encoding?: unknown): Uint8Array =>
    typeof value === 'string' ? Buffer.from(value, encoding) : (value as Uint8Array);

  class Hash {
    readonly #finish: (message: Uint8Array) => Bytes;
    #parts: Uint8Array[] | null = [];
    constructor(finish: (message: Uint8Array) => Bytes) {
      this.#finish = finish;
    }
    update(value: unknown, encoding?: unknown): this {
      if (this.#parts === null) throw new Error('Digest already called');
      if (typeof value !== 'string' && !ArrayBuffer.isView(value))
        throw new TypeError('update() needs a text or bytes');
      this.#parts.push(bytesOf(value, encoding));
      return this;
    }
    digest(encoding?: unknown): unknown {
      if (this.#parts === null) throw new Error('Digest already called');
      const made = this.#finish(Buffer.concat(this.#parts));
      this.#parts = null;
      return encoding === undefined || encoding === 'buffer' ? made : made.toString(encoding);
    }
  }
  const createHash = (name: unknown) => new Hash(digestOf(name));
  const createHmac = (name: unknown, key: unknown) => {
    const digest = digestOf(name);
    const given = bytesOf(key);
    const block = new Uint8Array(64);
    block.set(given.length > 64 ? digest(given) : given);
    const inner = block.map((byte) => byte ^ 0x36);
    const outer = block.map((byte) => byte ^ 0x5c);
    return new Hash((message) => digest(Buffer.concat([outer, digest(Buffer.concat([inner, message]))])));
  };
  const randomBytes = (count: number): Bytes => web.getRandomValues(Buffer.alloc(count));
  const randomInt = (first: number, second?: number): number => {
    const [low, high] = second === undefined ? [0, first] : [first, second];
    return low + Math.floor(((web.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32) * (high - low));
  };
  return { nodeCrypto: { ...web, webcrypto: web, createHash, createHmac, randomBytes, randomInt } };
}
