import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { Slices } from '#kernel';
import { acceptsEncoding } from './accepted-encoding.ts';
import { namesTag } from './entity-tag.ts';
import { type HeaderList, hasHeader, headerOf, setHeaders } from './header-list.ts';

/** Bytes; below them a packet holds the answer either way. */
const WORTH_COMPRESSING = 1_024;

/** Bytes that are worked through at once. */
const LARGE = 1_048_576;

const compressors = {
  // Quality 4 takes the time of gzip, and leaves a fifth less.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;

/**
 * Whether a text is named by an entity tag and compressed: one that a GET for pages answers, and that may be kept. What may not
 * (`no-store`) holds secrets, and a secret is not compressed beside what others can put there.
 */
export function isKept(request: IncomingMessage, status: number, headers: HeaderList): boolean {
  if (status !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  return headerOf(headers, 'cache-control')?.includes('no-store') !== true && !hasHeader(headers, 'set-cookie');
}

/**
 * Sends a text that pages ask for again and again: in the smallest form its reader takes, and as 304 without a body to whoever
 * has it (`If-None-Match`). The tag is weak: it names the text, whatever its form.
 */
export async function sendPageText(response: ServerResponse, headers: HeaderList, text: string): Promise<void> {
  const { headers: asked } = response.req;
  // It was just made, at once: what follows is another task.
  if (text.length > LARGE) await setImmediate();
  const slices = new Slices();
  const bytes = Buffer.from(text);
  const tag = weak(headerOf(headers, 'etag') ?? (await hashOf(bytes, slices)));
  setHeaders(headers, { ETag: tag, Vary: withEncoding(headerOf(headers, 'vary')) });
  if (!hasHeader(headers, 'cache-control')) setHeaders(headers, { 'Cache-Control': 'private, no-cache' });
  if (namesTag(asked['if-none-match'], tag.slice('W/'.length))) {
    response.writeHead(304, headers).end();
    return;
  }
  const encoding = bytes.length < WORTH_COMPRESSING ? undefined : encodingFor(asked['accept-encoding']);
  const content = encoding === undefined ? bytes : await compressors[encoding](bytes);
  if (encoding !== undefined) headers.push('Content-Encoding', encoding);
  headers.push('Content-Length', String(content.length));
  response.writeHead(200, headers).end(content);
}

function encodingFor(accepted: string | undefined): keyof typeof compressors | undefined {
  return (['br', 'gzip'] as const).find((each) => acceptsEncoding(accepted, each));
}

async function hashOf(bytes: Buffer, slices: Slices): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += LARGE) {
    if (from > 0) await slices.next();
    hash.update(bytes.subarray(from, from + LARGE));
  }
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

function weak(tag: string): string {
  return tag.startsWith('W/') ? tag : `W/${tag}`;
}

function withEncoding(vary: string | undefined): string {
  return vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
}
