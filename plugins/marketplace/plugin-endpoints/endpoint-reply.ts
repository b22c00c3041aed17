import type { Reply } from '#http';
import { PlatformError } from '#kernel';

/** Headers of a plugin's answer that are sent: none that sets a cookie, leads elsewhere unasked, or speaks for the server. */
const passed = new Set([
  ...['content-language', 'etag', 'last-modified', 'link', 'location', 'retry-after', 'vary', 'cache-control'],
  ...['access-control-allow-origin', 'access-control-allow-headers', 'access-control-allow-methods'],
]);
/** Types that a browser shows without running anything in them; others are saved as a file. */
const shownTypes =
  /^(text\/plain|text\/csv|application\/json|image\/(png|jpeg|gif|webp)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+)$/;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The answer of a plugin as a browser may have it. It lies at an address of the server, so nothing in it may run: no
 * scripts, forms or frames, an opaque origin, no cookie. What the plugin says is not trusted in any part.
 */
export function replyOf(answer: unknown): Reply {
  const { status = 200, headers, body } = Object(answer) as Readonly<Record<string, unknown>>;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599) {
    throw new PlatformError(
      'invalid',
      'plugin-endpoints.bad_answer',
      'The plugin answered with a status that is none.',
    );
  }
  // What is neither a text nor a number is no value of a header; an object may not even become a text.
  const given = Object.entries(Object(headers) as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name.toLowerCase(), String(value)] as const] : [],
  );
  const sent = given.filter(([name, value]) => passed.has(name) && isLine(value) && isHarmless(name, value));
  const bytes = bytesOf(body);
  if (bytes.length > MAX_BYTES) {
    throw new PlatformError(
      'invalid',
      'plugin-endpoints.bad_answer',
      `The plugin answered with more than ${MAX_BYTES} bytes.`,
    );
  }
  const type = given.find(([name, value]) => name === 'content-type' && isLine(value))?.[1] ?? defaultType(body);
  const isShown = shownTypes.test(type.split(';')[0]?.trim().toLowerCase() ?? '');
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      ...Object.fromEntries(sent),
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(!isShown && { 'content-disposition': 'attachment' }),
    },
    body:
      bytes.length === 0
        ? { kind: 'empty' }
        : { kind: 'bytes', stream: oneOf(bytes), contentType: type, length: bytes.length },
  };
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined || body === null) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function defaultType(body: unknown): string {
  if (typeof body === 'string') return 'text/plain; charset=utf-8';
  return body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
}

function isLine(value: string): boolean {
  return /^[\t\x20-\x7e]{0,2000}$/.test(value);
}

/** A redirect leads to https or http, never to what runs. */
function isHarmless(name: string, value: string): boolean {
  return name !== 'location' || /^https?:\/\//i.test(value);
}
