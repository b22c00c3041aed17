import { PlatformError } from '#kernel';
import type { BlobEntry, BlobStore, ByteRange, MarkInStore } from '#plugins/blobs/contract.ts';
import type { S3Config } from './configuration.ts';
import { S3Client, type S3Settings, tag, tags } from './s3-client.ts';

/** Bytes sent at once, and the most of one write that is in memory. S3 takes no smaller parts than 5 MiB. */
const PART = 8 * 1024 * 1024;
/** Name of the object that says whose the contents are; no key can end like it. */
const MARK = '.owner';
/** Answers of buckets that compare: the mark is not as it was, or another write was quicker. */
const NOT_WRITTEN = [404, 409, 412];
const XML = { 'content-type': 'application/xml' };

/** The store of the configuration; undefined: it names no bucket. */
export function openS3Store({ prefix, endpoint, ...settings }: S3Config): S3Store | undefined {
  if (settings.bucket === '') return undefined;
  const origin = endpoint === '' ? `https://s3.${settings.region}.amazonaws.com` : endpoint.replace(/\/+$/, '');
  return new S3Store({ ...settings, endpoint: origin }, prefix);
}

/** Blobs as objects of a bucket, of any server that speaks S3. */
export class S3Store implements BlobStore {
  readonly id = 's3';
  readonly isPrivate = false;
  readonly #client: S3Client;
  readonly #prefix: string;

  /** `prefix`: begins every key in the bucket, e.g. `weft/`. */
  constructor(settings: S3Settings, prefix: string) {
    this.#client = new S3Client(settings);
    this.#prefix = prefix;
  }

  /** A bucket is known by its name, whatever lies in it. */
  async identity(): Promise<string> {
    return '';
  }

  async write(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const object = this.#prefix + key;
    const upload = new MultipartUpload(this.#client, object);
    try {
      let part: Uint8Array<ArrayBuffer> | undefined;
      for await (const next of partsOf(content)) {
        if (part !== undefined) await upload.add(part);
        part = next;
      }
      const last = part ?? new Uint8Array();
      // What fits into one part is one call, and is there all at once.
      if (!upload.hasBegun) await this.#client.call({ method: 'PUT', key: object, body: last });
      else await upload.complete(last);
    } catch (error) {
      await upload.abort();
      throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    if (range !== undefined && range.end <= range.start) return nothing();
    const headers: Record<string, string> =
      range === undefined ? {} : { range: `bytes=${range.start}-${range.end - 1}` };
    const answer = await this.#client.call({ method: 'GET', key: this.#prefix + key, headers, nullFor: [404] });
    if (answer === null) {
      throw new PlatformError('not-found', 'blobs.not_found', `The store has no content of the key ${key}.`);
    }
    const body = answer.body ?? nothing();
    // A server may send more than it was asked for, from the start even.
    return range === undefined ? body : sliced(body, answer.status === 206 ? 0 : range.start, range.end - range.start);
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#client.call({ method: 'DELETE', key: this.#prefix + key, nullFor: [404] });
  }

  async *list(folder: string, behind?: string): AsyncIterable<BlobEntry> {
    let after: string | undefined;
    do {
      const query = {
        'list-type': '2',
        prefix: `${this.#prefix}${folder}/`,
        ...(behind !== undefined && { 'start-after': this.#prefix + behind }),
        ...(after !== undefined && { 'continuation-token': after }),
      };
      const xml: string = await this.#client.text({ method: 'GET', query });
      for (const entry of tags(xml, 'Contents')) {
        const key = tag(entry, 'Key') ?? '';
        const modifiedAt = Date.parse(tag(entry, 'LastModified') ?? '');
        if (key.startsWith(this.#prefix)) yield { key: key.slice(this.#prefix.length), modifiedAt };
      }
      after = tag(xml, 'NextContinuationToken');
    } while (after !== undefined);
  }

  async readMark(area: string): Promise<MarkInStore | null> {
    const answer = await this.#client.call({ method: 'GET', key: this.#markKey(area), nullFor: [404] });
    return answer === null ? null : { text: await answer.text(), version: answer.headers.get('etag') ?? '' };
  }

  async writeMark(area: string, text: string, known: MarkInStore | null): Promise<boolean> {
    const put = { method: 'PUT', key: this.#markKey(area), body: new TextEncoder().encode(text) } as const;
    const headers: Record<string, string> = known === null ? { 'if-none-match': '*' } : { 'if-match': known.version };
    const answer = await this.#client.call({ ...put, headers, asIs: [...NOT_WRITTEN, 501] });
    await answer?.body?.cancel();
    // Without a mark before, 404 is a bucket that is not there.
    if (answer?.status === 404 && known === null) await this.#client.call({ method: 'HEAD' });
    if (answer === null || NOT_WRITTEN.includes(answer.status)) return false;
    // A server that knows no conditions: whoever is last has it.
    if (answer.status === 501) await (await this.#client.call(put))?.body?.cancel();
    return true;
  }

  #markKey(area: string): string {
    return `${this.#prefix}${area === '' ? '' : `${area}/`}${MARK}`;
  }

  async tidy(before: number): Promise<void> {
    // Some servers keep no list of them.
    const query = { uploads: '', prefix: this.#prefix };
    const answer = await this.#client.call({ method: 'GET', query, nullFor: [404, 501] });
    const xml = (await answer?.text()) ?? '';
    for (const upload of tags(xml, 'Upload')) {
      const [key, uploadId] = [tag(upload, 'Key'), tag(upload, 'UploadId')];
      const isOld = Date.parse(tag(upload, 'Initiated') ?? '') < before;
      if (key?.startsWith(this.#prefix) && uploadId !== undefined && isOld) {
        await this.#client.call({ method: 'DELETE', key, query: { uploadId }, nullFor: [404] });
      }
    }
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.#client.call({ method: 'HEAD', signal });
  }
}

/** An object that is sent in parts and appears when all are there. */
class MultipartUpload {
  readonly #client: S3Client;
  readonly #key: string;
  readonly #tags: string[] = [];
  #id: string | undefined;

  constructor(client: S3Client, key: string) {
    this.#client = client;
    this.#key = key;
  }

  get hasBegun(): boolean {
    return this.#id !== undefined;
  }

  async add(body: Uint8Array<ArrayBuffer>): Promise<void> {
    const key = this.#key;
    this.#id ??= tag(await this.#client.text({ method: 'POST', key, query: { uploads: '' } }), 'UploadId') ?? '';
    const query = { partNumber: String(this.#tags.length + 1), uploadId: this.#id };
    const answer = await this.#client.call({ method: 'PUT', key, query, body });
    this.#tags.push(answer?.headers.get('etag') ?? '');
    await answer?.body?.cancel();
  }

  async complete(last: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.add(last);
    const parts = this.#tags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const query = { uploadId: this.#id ?? '' };
    await this.#client.text({ method: 'POST', key: this.#key, query, headers: XML, body });
  }

  /** Unfinished parts are paid for and seen by nobody. What fails here is tidied up later. */
  async abort(): Promise<void> {
    if (this.#id === undefined) return;
    const query = { uploadId: this.#id };
    await this.#client.call({ method: 'DELETE', key: this.#key, query }).catch(() => {});
  }
}

/** Pieces of `PART` bytes, the last one smaller. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array<ArrayBuffer>> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (let chunk of content) {
    while (size + chunk.length >= PART) {
      const room = PART - size;
      yield joined([...chunks, chunk.subarray(0, room)], PART);
      chunk = chunk.subarray(room);
      chunks = [];
      size = 0;
    }
    if (chunk.length > 0) chunks.push(chunk);
    size += chunk.length;
  }
  if (size > 0) yield joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

async function* sliced(body: AsyncIterable<Uint8Array>, skip: number, length: number): AsyncIterable<Uint8Array> {
  let ahead = skip;
  let left = length;
  for await (const chunk of body) {
    const piece = chunk.subarray(Math.min(ahead, chunk.length)).subarray(0, left);
    ahead -= Math.min(ahead, chunk.length);
    left -= piece.length;
    if (piece.length > 0) yield piece;
    if (left === 0) return;
  }
}

async function* nothing(): AsyncIterable<Uint8Array> {}
