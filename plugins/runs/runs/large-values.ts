import { promisify } from 'node:util';
import { constants as zlib, zstdCompressSync, zstdDecompress } from 'node:zlib';
import pLimit from 'p-limit';
import type { JsonText } from '#engine';
import { isPlatformError, type Logger, PlatformError } from '#kernel';
import type { Blobs, StoredBlob } from '#plugins/blobs/contract.ts';
import { withParts } from './large-parts.ts';

const decompress = promisify(zstdDecompress);

/** Owner of the blobs, as their keys begin. */
export const BLOB_OWNER = 'runs';
/** Writes at a time: more would only wait for the same disk. */
const WRITERS = 8;
/** Reads at a time. A blob that is read lies in memory whole: a hundred readers of one run would each hold its outputs. */
const READERS = 8;
/** A millisecond for a megabyte, and little memory. */
const quick = { params: { [zlib.ZSTD_c_compressionLevel]: 1 } };
/** Milliseconds for which values stay in their rows when the store has failed: each try may take long. */
const PAUSE = 10_000;
/** Of its size, that a value must lose to be kept compressed. */
const WORTH = 0.1;

/** How a text is kept. */
interface Form {
  /** Bytes of the text. */
  readonly length: number;
  readonly zip?: 'zstd';
}

interface Encoded extends Form {
  readonly bytes: Buffer;
}

/** A part of a value in the store. */
export interface ValueBlob extends StoredBlob, Form {}

/** Which blobs belong into which columns of a row, and where (`large-parts.ts`). */
export type LargeColumns = Readonly<Record<string, readonly (readonly [at: number, blob: ValueBlob])[]>>;

/** A row with values that may lie in the store. */
export interface PartedRow {
  readonly large: LargeColumns | null;
  /** Of a run, for its outputs. */
  readonly large_outputs?: LargeColumns | null;
}

export interface LargeValuesParts {
  readonly blobs: Pick<Blobs, 'put' | 'open'>;
  /** Characters of JSON text that stay in their row; 0: any number. */
  readonly limit: number;
  readonly logger: Logger;
}

/** Keeps large values of runs out of their rows, in the store of blobs. */
export class LargeValues {
  readonly limit: number;
  readonly #parts: LargeValuesParts;
  readonly #reading = pLimit(READERS);
  readonly #waiting: (() => void)[] = [];
  #writing = 0;
  #backlog = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(parts: LargeValuesParts) {
    this.#parts = parts;
    this.limit = parts.limit === 0 ? Number.POSITIVE_INFINITY : parts.limit;
  }

  /** Bytes on their way to the store: memory that only its progress frees. */
  get backlog(): number {
    return this.#backlog;
  }

  /** Resolves with the text when the store can not take it now: it has a place in its row. */
  write(run: { readonly workspaceId: string; readonly runId: string }, text: JsonText): Promise<ValueBlob | JsonText> {
    return this.#write(run, encode(text));
  }

  /** Knows nothing of the text as it was: what waits for the store waits small, and outside the heap. */
  async #write(
    run: { readonly workspaceId: string; readonly runId: string },
    { bytes, ...form }: Encoded,
  ): Promise<ValueBlob | JsonText> {
    this.#backlog += bytes.length;
    await this.#enter();
    try {
      if (performance.now() >= this.#pausedUntil) return { ...(await this.#put(run, bytes)), ...form };
    } catch (err) {
      this.#pausedUntil = performance.now() + PAUSE;
      const { runId } = run;
      this.#parts.logger.warn({ err, runId }, 'large values of runs stay in the database: the store can not take them');
    } finally {
      this.#backlog -= bytes.length;
      this.#leave();
    }
    return decode(bytes, form);
  }

  #put({ workspaceId, runId }: { workspaceId: string; runId: string }, bytes: Buffer): Promise<StoredBlob> {
    return this.#parts.blobs.put(BLOB_OWNER, workspaceId, once(bytes), runId);
  }

  /**
   * The rows with their values whole. Throws `runs.value_lost` when the store does not have what was written, and what
   * the store throws when it can't be reached.
   */
  async restore<Row extends PartedRow>(workspaceId: string, rows: readonly Row[]): Promise<readonly Row[]> {
    if (rows.every(({ large, large_outputs = null }) => large === null && large_outputs === null)) return rows;
    const known = new Map<string, JsonText>();
    const whole: Row[] = [];
    for (const row of rows) {
      const texts: Record<string, JsonText> = {};
      for (const [column, places] of Object.entries({ ...row.large, ...row.large_outputs })) {
        const text: unknown = Reflect.get(row, column);
        // Not every reader of a row asks for all of its columns.
        if (typeof text !== 'string') continue;
        const parts: [number, JsonText][] = [];
        for (const [at, blob] of places) parts.push([at, await this.#read(workspaceId, blob, known)]);
        texts[column] = withParts({ text, parts });
      }
      whole.push({ ...row, ...texts });
    }
    return whole;
  }

  async #read(workspaceId: string, blob: ValueBlob, known: Map<string, JsonText>): Promise<JsonText> {
    const { key } = blob;
    const read = known.get(key);
    if (read !== undefined) return read;
    try {
      // A row can not lend what is another workspace's, whatever it says.
      if (!key.startsWith(`${BLOB_OWNER}/${workspaceId}/`)) throw lost(key);
      const text = await this.#reading(() => this.#open(blob));
      known.set(key, text);
      return text;
    } catch (error) {
      throw isPlatformError(error) && error.kind === 'unavailable' ? error : lost(key, error);
    }
  }

  async #open(blob: ValueBlob): Promise<JsonText> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await this.#parts.blobs.open(blob)) chunks.push(chunk);
    return decode(Buffer.concat(chunks), blob);
  }

  async #enter(): Promise<void> {
    if (this.#writing === WRITERS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#writing += 1;
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#writing -= 1;
    else next();
  }
}

/** At once: a text that waited for its turn would cost more memory than its compression costs time. */
function encode(text: JsonText): Encoded {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  const zipped = zstdCompressSync(bytes, quick);
  if (zipped.length >= length * (1 - WORTH)) return { bytes, length };
  // Frees them now, if they are not a piece of a pool: a collection of what lies outside the heap may be long in coming.
  if (bytes.buffer.byteLength === length) bytes.buffer.transfer(0);
  return { bytes: zipped, length, zip: 'zstd' };
}

async function decode(bytes: Buffer, { zip, length }: Form): Promise<JsonText> {
  return (zip === undefined ? bytes : await decompress(bytes, { maxOutputLength: length })).toString();
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

function lost(key: string, cause?: unknown): PlatformError {
  const message = `A large value of this run is not in the store, or not as it was written: ${key}. Restore the store of files (blobs) from a backup.`;
  return new PlatformError('conflict', 'runs.value_lost', message, { cause });
}
