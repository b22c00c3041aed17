import type { NetworkAnswer, NetworkRequest } from './code-network.ts';
import { mostRequestBytes } from './python/messages.ts';

const lengthBytes = 4;
const mostHeadBytes = 256 * 1024;
const mostBodyBytes = 16 * 1024 * 1024;

const mostUrlChars = 100_000;
const mostHeaders = 200;
const fixedLines = 7;

/**
 * A request as a sandbox sends it: the length of its head in four bytes, the head, the body. The head is lines: method,
 * address, milliseconds to connect and to read (or empty), redirects, whether certificates are checked and whether there
 * is a body (1 or 0), then names and values of headers in turn. It has nothing to nest.
 */
export function encodeRequest(request: NetworkRequest): Uint8Array {
  const { method, url, connectTimeout, readTimeout, redirects, verify, headers, body } = request;
  const lines = [
    method,
    url,
    connectTimeout ?? '',
    readTimeout ?? '',
    redirects,
    Number(verify),
    body === null ? 0 : 1,
  ];
  const head = Buffer.from([...lines, ...headers.flat()].join('\n'));
  const bytes = Buffer.alloc(lengthBytes + head.length + (body?.length ?? 0));
  bytes.writeUInt32LE(head.length, 0);
  bytes.set(head, lengthBytes);
  if (body !== null) bytes.set(body, lengthBytes + head.length);
  return bytes;
}

/** Null when the bytes are no such request: no sandbox of ours sends that. */
export function decodeRequest(given: Uint8Array): NetworkRequest | null {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.length < lengthBytes || bytes.length > mostRequestBytes) return null;
  const headEnd = lengthBytes + bytes.readUInt32LE(0);
  if (headEnd > Math.min(bytes.length, lengthBytes + mostHeadBytes)) return null;
  const lines = bytes.toString('utf8', lengthBytes, headEnd).split('\n', fixedLines + 2 * mostHeaders + 1);
  const [method, url, connect, read, redirects, verify, hasBody, ...headers] = lines;
  if (method === undefined || url === undefined || url.length > mostUrlChars) return null;
  if (headers.length % 2 !== 0 || headers.length > 2 * mostHeaders) return null;
  const connectTimeout = milliseconds(connect);
  const readTimeout = milliseconds(read);
  const follows = count(redirects);
  if (connectTimeout === undefined || readTimeout === undefined || follows === undefined) return null;
  if (!isFlag(verify) || !isFlag(hasBody) || (hasBody === '0' && bytes.length > headEnd)) return null;
  return {
    method,
    url,
    headers: pairs(headers),
    body: hasBody === '1' ? bytes.subarray(headEnd) : null,
    connectTimeout,
    readTimeout,
    redirects: follows,
    verify: verify === '1',
  };
}

/** What is sent back to Python: the length of a head in four bytes, the head as JSON, the body. */
export function encodeAnswer(answer: NetworkAnswer): Buffer {
  const { body, ...rest } = answer.ok ? answer : { ...answer, body: new Uint8Array() };
  const head = Buffer.from(JSON.stringify(rest));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(head.length, 0);
  return Buffer.concat([length, head, body]);
}

/** What the code of a sandbox asks for, checked where it runs; null when it can't be sent. */
export function readNetworkRequest(value: unknown): NetworkRequest | null {
  const given = (value ?? {}) as Partial<Record<keyof NetworkRequest, unknown>>;
  const { method, url, headers, body, connectTimeout, readTimeout, redirects, verify } = given;
  if (!isLine(method) || !isLine(url) || url.length > mostUrlChars) return null;
  if (!Array.isArray(headers) || headers.length > mostHeaders || !headers.every(isPair)) return null;
  const bytes = typeof body === 'string' ? Buffer.from(body, 'base64') : null;
  const headChars = headers.flat().reduce((sum, text) => sum + text.length, url.length);
  if (headChars * 3 > mostHeadBytes - 1024 || (bytes?.length ?? 0) > mostBodyBytes) return null;
  return {
    method,
    url,
    headers,
    body: bytes,
    connectTimeout: whole(connectTimeout),
    readTimeout: whole(readTimeout),
    redirects: whole(redirects) ?? 0,
    verify: verify !== false,
  };
}

function pairs(items: readonly string[]): [string, string][] {
  return Array.from({ length: items.length / 2 }, (_, index) => [items[2 * index] ?? '', items[2 * index + 1] ?? '']);
}

/** A count in decimal digits; undefined for anything else. */
function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function milliseconds(text: string | undefined): number | null | undefined {
  return text === '' ? null : count(text);
}

function isFlag(text: string | undefined): text is '0' | '1' {
  return text === '0' || text === '1';
}

function isLine(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\n');
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(isLine);
}

/** A number that fits the form of a count; null for none. */
function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(999_999_999, Math.max(0, Math.round(value)))
    : null;
}
