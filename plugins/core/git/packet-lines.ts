import { broken, tooLarge } from './failure.ts';

/** Bytes of a line's content, or what stands between lines. */
export type Packet = Buffer | 'flush' | 'delimiter' | 'end';

const maxLine = 65_516;
const marks: Readonly<Record<string, Packet>> = { '0000': 'flush', '0001': 'delimiter', '0002': 'end' };

/** A line of git's wire format: its length with these four digits, in hex, and its content. */
export function packetLine(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  if (bytes.length > maxLine) throw new RangeError(`a line of ${bytes.length} bytes`);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

export const flush = Buffer.from('0000');
export const delimiter = Buffer.from('0001');

/** Reads lines out of what comes, never more than was allowed. */
export class PacketReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);
  #left = 0;
  #limit = '';

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** How many bytes may come from here on. `limit` says in words which limit is exceeded otherwise. */
  allow(bytes: number, limit: string): this {
    this.#left = bytes;
    this.#limit = limit;
    return this;
  }

  /** The next; null at the end of what comes. */
  async next(): Promise<Packet | null> {
    const head = await this.#take(4, true);
    if (head === null) return null;
    const digits = head.toString('latin1');
    const mark = marks[digits];
    if (mark !== undefined) return mark;
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
    if (length < 4) throw broken('it is not in the format of git');
    return this.#take(length - 4, false);
  }

  /** The next as a line of text; null for whatever is none. */
  async line(): Promise<string | null> {
    const packet = await this.next();
    return Buffer.isBuffer(packet) ? lineOf(packet) : null;
  }

  /** What comes from here on does not matter. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #take(count: number, canEnd: false): Promise<Buffer>;
  async #take(count: number, canEnd: boolean): Promise<Buffer | null>;
  async #take(count: number, canEnd: boolean): Promise<Buffer | null> {
    const pieces = [this.#rest];
    let length = this.#rest.length;
    while (length < count) {
      const { done, value } = await this.#source.next();
      if (done === true) {
        if (canEnd && length === 0) return null;
        throw broken('it was cut');
      }
      length += value.length;
      this.#left -= value.length;
      if (this.#left < 0) throw tooLarge(this.#limit);
      pieces.push(Buffer.from(value.buffer, value.byteOffset, value.length));
    }
    const all = pieces.length === 1 ? this.#rest : Buffer.concat(pieces, length);
    this.#rest = all.subarray(count);
    return all.subarray(0, count);
  }
}

export function lineOf(packet: Buffer): string {
  return packet.toString().replace(/\n$/, '');
}
