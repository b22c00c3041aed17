import type { LibraryTools } from './tools.ts';

/** What `require('crypto')` gives: digests and their keyed form, which the server makes, and random numbers. */
export function hashLibrary({ need, hash, hmac }: LibraryTools) {
  interface Bytes extends Uint8Array {
    toString(encoding?: unknown): string;
  }
  const Buffer = need<{
    from(value: unknown, encoding?: unknown): Bytes;
    concat(list: readonly Uint8Array[]): Bytes;
    alloc(size: number): Bytes;
  }>('Buffer');
  const web = need<{ randomUUID(): string; getRandomValues<View>(view: View): View }>('crypto');

  /** The bytes alone: a Buffer may be a part of more. */
  const own = (value: unknown, encoding?: unknown): ArrayBuffer => {
    if (typeof value === 'string') return own(Buffer.from(value, encoding));
    if (value instanceof ArrayBuffer) return value;
    if (!ArrayBuffer.isView(value)) throw new TypeError('a text or bytes are needed');
    return value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength) as ArrayBuffer;
  };

  class Hash {
    readonly #finish: (message: ArrayBuffer) => ArrayBuffer;
    #parts: Uint8Array[] | null = [];
    constructor(finish: (message: ArrayBuffer) => ArrayBuffer) {
      this.#finish = finish;
    }
    update(value: unknown, encoding?: unknown): this {
      if (this.#parts === null) throw new Error('Digest already called');
      if (typeof value !== 'string' && !ArrayBuffer.isView(value))
        throw new TypeError('update() needs a text or bytes');
      this.#parts.push(new Uint8Array(own(value, encoding)));
      return this;
    }
    copy(): Hash {
      if (this.#parts === null) throw new Error('Digest already called');
      const made = new Hash(this.#finish);
      made.#parts = [...this.#parts];
      return made;
    }
    digest(encoding?: unknown): unknown {
      if (this.#parts === null) throw new Error('Digest already called');
      const made = Buffer.from(this.#finish(own(Buffer.concat(this.#parts))));
      this.#parts = null;
      return encoding === undefined || encoding === 'buffer' ? made : made.toString(encoding);
    }
  }
  /** The method's name, once the server has said that it knows it. */
  const known = (name: unknown): string => {
    const method = String(name);
    try {
      hash(method, new ArrayBuffer(0));
    } catch {
      throw new Error(`Digest method not supported: ${method.slice(0, 50)}`);
    }
    return method;
  };
  const createHash = (name: unknown) => {
    const method = known(name);
    return new Hash((message) => hash(method, message));
  };
  const createHmac = (name: unknown, key: unknown) => {
    const method = known(name);
    const secret = own(key);
    return new Hash((message) => hmac(method, secret, message));
  };
  const timingSafeEqual = (a: unknown, b: unknown): boolean => {
    const [left, right] = [new Uint8Array(own(a)), new Uint8Array(own(b))];
    if (left.length !== right.length) throw new RangeError('Input buffers must have the same byte length');
    return left.every((byte, at) => byte === right[at]);
  };
  const randomBytes = (count: number): Bytes => web.getRandomValues(Buffer.alloc(count));
  const randomInt = (first: number, second?: number): number => {
    const [low, high] = second === undefined ? [0, first] : [first, second];
    return low + Math.floor(((web.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32) * (high - low));
  };
  return { nodeCrypto: { ...web, webcrypto: web, createHash, createHmac, timingSafeEqual, randomBytes, randomInt } };
}
