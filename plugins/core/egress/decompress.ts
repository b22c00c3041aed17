import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { PlatformError } from '#kernel';
import type { EgressBody } from './contract.ts';

/** What `decompress` offers to servers. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Encodings stacked on each other that are unpacked; more is an attack, not a document. */
const MAX_LAYERS = 2;

/**
 * Unpacks a body as it is read: nothing is inflated ahead of the reader, so a bomb costs what its reader takes.
 * An encoding nobody asked for is left as it is.
 */
export function decompressed(body: EgressBody, encoding: string | undefined, host: string): EgressBody {
  const layers = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();
  if (layers.length === 0 || layers.length > MAX_LAYERS) return body;
  const unpackers = layers.map(unpacker);
  if (unpackers.includes(null)) return body;
  let last: Readable = Readable.from(body, { objectMode: false });
  const streams: Readable[] = [last];
  for (const next of unpackers) {
    if (next === null) continue;
    const previous = last;
    previous.once('error', (error) => next.destroy(error));
    last = previous.pipe(next);
    streams.push(last);
  }
  const output = last;
  // An error between two reads is kept by the stream for the next one; without a listener it would end the process.
  output.on('error', () => {});
  return {
    destroy(error) {
      for (const stream of streams) stream.destroy(error);
      body.destroy(error);
    },
    async *[Symbol.asyncIterator]() {
      try {
        for await (const piece of output) yield piece as Uint8Array;
      } catch (error) {
        throw isZlibError(error) ? garbled(host, error) : error;
      } finally {
        body.destroy();
      }
    },
  };
}

function unpacker(encoding: string): Transform | null {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding === 'zstd') return createZstdDecompress();
  return null;
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ERR_|ZSTD_)/.test(String(error.code));
}

function garbled(host: string, cause: unknown): PlatformError {
  return new PlatformError('unavailable', 'egress.unreachable', `The compressed answer of ${host} is damaged.`, {
    cause,
  });
}
