import type { Reply } from '#http';
import { PlatformError } from '#kernel';
import type { Installed } from '#plugins/plugin-installs/contract.ts';
import { isGranted } from '#plugins/plugin-packages/contract.ts';

/** Headers of a plugin's answer that are sent: none that sets a cookie, leads elsewhere unasked, or speaks for the server. */
const passed = new Set([
  ...['content-language', 'etag', 'last-modified', 'link', 'location', 'retry-after', 'vary', 'cache-control'],
  ...['access-control-allow-origin', 'access-control-allow-headers', 'access-control-allow-methods'],
]);
/** Types that a browser shows without running anything in them; others are saved as a file. */
const shownTypes =
  /^(text\/plain|text\/csv|application\/json|image\/(png|jpeg|gif|webp)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+)$/;
const MAX_BYTES = 4 * 1024 * 1024;

/** Whose answer it is. */
export interface Answering {
  readonly installed: Pick<Installed, 'granted' | 'settings'>;
  /** Of the address that was called, and all of its path. */
  readonly key: string;
  readonly path: string;
}

/**
 * The answer of a plugin as a browser may have it. It lies at an address of the server, so nothing in it may run: no
 * scripts, forms or frames, an opaque origin, no cookie. What the plugin says is not trusted in any part.
 */
export function replyOf(answer: unknown, of: Answering): Reply {
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
  const isAllowed = given.every(([name, value]) => name !== 'location' || (isLine(value) && mayLeadTo(value, of)));
  if (!isAllowed && status >= 300 && status < 400) {
    throw new PlatformError(
      'invalid',
      'plugin-endpoints.bad_answer',
      'The plugin leads to an address that is neither below its own nor of an origin that it may send requests to.',
    );
  }
  const sent = given.filter(([name, value]) => passed.has(name) && isLine(value) && (name !== 'location' || isAllowed));
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

/**
 * The address lies at the server's own host, which people trust: it leads below itself, or to where the plugin was granted to send
 * requests.
 */
function mayLeadTo(location: string, { installed: { granted, settings }, key, path }: Answering): boolean {
  const base = new URL(path, 'https://server.invalid');
  // What names a scheme is whole: browsers read `https:a.example` as one or the other, by the scheme of the page.
  const isWhole = URL.canParse(location);
  if (isWhole && !/^https?:\/\//i.test(location)) return false;
  if (!isWhole && !URL.canParse(location, base.href)) return false;
  const url = isWhole ? new URL(location) : new URL(location, base);
  if (url.username !== '' || url.password !== '') return false;
  // The base stands for whatever the server is called: an address that names it is not the server's.
  if (!isWhole && url.origin === base.origin && !/server\.invalid/i.test(location)) {
    return url.pathname === `/e/${key}` || url.pathname.startsWith(`/e/${key}/`);
  }
  return (url.protocol === 'https:' || url.protocol === 'http:') && isGranted(url, granted.network ?? [], settings);
}
