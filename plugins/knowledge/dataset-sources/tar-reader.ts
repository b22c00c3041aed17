/** A file of an archive. */
export interface TarFile {
  /** As it is written there: a label, which never becomes a path of this machine. */
  readonly path: string;
  readonly size: number;
  /** null: it was not asked for. */
  readonly bytes: Uint8Array | null;
}

export interface TarBounds {
  /** Bytes of the whole archive, unpacked. */
  readonly bytes: number;
  readonly entries: number;
  /** Which files are read: the others are passed over. */
  wants(path: string, size: number): boolean;
}

/** It is broken, or beyond a bound. */
export class TarError extends Error {}

const BLOCK = 512;
/** Of names that are longer than their field. */
const MAX_NAME = 65_536;

/**
 * The files of a tar archive (ustar, pax and GNU) in their order, one in memory at a time. Links, devices and folders are
 * passed over: nothing in an archive points anywhere. Nothing is written to disk.
 */
export async function* tarFiles(source: AsyncIterable<Uint8Array>, bounds: TarBounds): AsyncGenerator<TarFile> {
  const input = new BoundedInput(source, bounds.bytes);
  let longName: string | null = null;
  let pax: { path?: string; size?: number } = {};
  for (let entries = 0; ; entries += 1) {
    const header = await input.take(BLOCK);
    if (header === null || header.every((byte) => byte === 0)) return;
    if (entries >= bounds.entries) throw new TarError(`has more than ${bounds.entries} entries`);
    const { size: written, type, name } = readHeader(header);
    const size = pax.size ?? written;
    if (type === 'x' || type === 'L') {
      if (written > MAX_NAME) throw new TarError('has a name that is too long');
      const text = await readText(input, written);
      if (type === 'x') pax = readPax(text);
      else longName = text.replace(/\0.*$/s, '');
      continue;
    }
    const path = pax.path ?? longName ?? name;
    pax = {};
    longName = null;
    if (type !== '0' && type !== '\0') await input.skip(padded(size));
    else if (!bounds.wants(path, size)) {
      await input.skip(padded(size));
      yield { path, size, bytes: null };
    } else {
      const bytes = await input.take(size);
      if (bytes === null) throw new TarError('ends in the middle of a file');
      await input.skip(padded(size) - size);
      yield { path, size, bytes };
    }
  }
}

function readHeader(header: Buffer): { readonly size: number; readonly type: string; readonly name: string } {
  const sum = Number.parseInt(field(header, 148, 8).trim(), 8);
  let counted = 8 * 32;
  for (const [index, byte] of header.entries()) if (index < 148 || index >= 156) counted += byte;
  if (sum !== counted) throw new TarError('is no tar archive');
  const isBinary = (header[124] ?? 0) >= 0x80;
  const size = isBinary
    ? Number(header.readBigUInt64BE(128))
    : Number.parseInt(field(header, 124, 12).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new TarError('says sizes that are none');
  const prefix = field(header, 257, 5) === 'ustar' ? field(header, 345, 155) : '';
  const name = field(header, 0, 100);
  return { size, type: String.fromCharCode(header[156] ?? 0), name: prefix === '' ? name : `${prefix}/${name}` };
}

function field(header: Buffer, start: number, length: number): string {
  const bytes = header.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? length : end).toString('utf8');
}

async function readText(input: BoundedInput, size: number): Promise<string> {
  const bytes = await input.take(size);
  if (bytes === null) throw new TarError('ends in the middle of a name');
  await input.skip(padded(size) - size);
  return bytes.toString('utf8');
}

/** Records `length key=value\n`. */
function readPax(text: string): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {};
  for (const [, key, value = ''] of text.matchAll(/^\d{1,6} ([^=\n]{1,100})=(.*)$/gm)) {
    if (key === 'path') found.path = value;
    if (key === 'size' && /^\d{1,15}$/.test(value)) found.size = Number(value);
  }
  return found;
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** Bytes of a stream, by counts, until there are too many of them. */
class BoundedInput {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #limit: number;
  #rest: Buffer = Buffer.alloc(0);
  #seen = 0;

  constructor(source: AsyncIterable<Uint8Array>, limit: number) {
    this.#source = source[Symbol.asyncIterator]();
    this.#limit = limit;
  }

  /** null: the stream ends before. */
  async take(count: number): Promise<Buffer | null> {
    if (this.#seen - this.#rest.length + count > this.#limit) throw this.#tooLarge();
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.#rest.length === 0 && !(await this.#more())) return null;
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    const [first] = parts;
    return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
  }

  async skip(count: number): Promise<void> {
    let missing = count;
    while (missing > 0) {
      if (this.#rest.length === 0 && !(await this.#more())) return;
      const part = Math.min(missing, this.#rest.length);
      this.#rest = this.#rest.subarray(part);
      missing -= part;
    }
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done === true) return false;
    this.#seen += value.length;
    if (this.#seen > this.#limit) throw this.#tooLarge();
    this.#rest = Buffer.from(value.buffer, value.byteOffset, value.length);
    return true;
  }

  #tooLarge(): TarError {
    return new TarError(`unpacks to more than ${Math.floor(this.#limit / 1_048_576)} MB`);
  }
}
