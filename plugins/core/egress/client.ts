import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import { PlatformError } from '#kernel';
import { createAllowList } from './allow-list.ts';
import { readBytes } from './body.ts';
import { checkHost, createConnector } from './connector.ts';
import type { Egress, EgressRequest, EgressResponse } from './contract.ts';
import { ACCEPTED_ENCODINGS, decompressed } from './decompress.ts';
import { exchange, type ResponseHead } from './exchange.ts';
import { invalidRequest } from './failure.ts';
import { createResolver, type Resolve } from './look-up.ts';
import { follow, type Hop, isRedirect } from './redirect.ts';
import { isSendable } from './sendable-method.ts';

export interface EgressSettings {
  /** Hosts, host:port, addresses and ranges that may be reached although they are not public. */
  readonly allow: readonly string[];
  /** Replaces the system's look-up; for tests. */
  readonly resolve?: Resolve;
}

/** A client that can be shut down with its connections. */
export interface EgressClient extends Egress {
  close(): Promise<void>;
}

/** Origins whose connections are kept; the one that was used longest ago goes first. */
const MAX_ORIGINS = 512;
const MAX_REDIRECTS = 20;

/** Set by the connection itself; a caller's value could only contradict it (request smuggling). */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function createEgress(settings: EgressSettings): EgressClient {
  const allow = createAllowList(settings.allow);
  const resolve = settings.resolve ?? createResolver();
  const pools = new LRUCache<string, Pool>({
    max: MAX_ORIGINS,
    dispose: (pool, _origin, reason) => {
      if (reason === 'evict') void pool.close().catch(() => {});
    },
  });

  function poolFor(url: URL, verifyTls: boolean): Pool {
    const key = verifyTls ? url.origin : `${url.origin} unverified`;
    const known = pools.get(key);
    if (known !== undefined) return known;
    const pool = openPool(url, verifyTls);
    pools.set(key, pool);
    return pool;
  }

  function openPool(url: URL, verifyTls: boolean): Pool {
    const host = hostOf(url);
    const port = portOf(url);
    return new Pool(url.origin, {
      connect: createConnector({ host, port, verifyTls, allow, resolve }),
      // No limit: a thousand answers may stream from one model server at the same time.
      connections: null,
      pipelining: 1,
      // Below the five seconds after which common servers hang up without having said so.
      keepAliveTimeout: 4_000,
      maxHeaderSize: 64 * 1024,
    });
  }

  return {
    async request(request) {
      let hop = firstHop(request);
      for (let redirects = 0; ; redirects += 1) {
        const verifyTls = request.verifyTls ?? true;
        const host = hostOf(hop.url);
        const head = await exchange(poolFor(hop.url, verifyTls), hop, request, host);
        const location = isRedirect(head.status) ? head.headers.location : undefined;
        const limit = Math.min(request.maxRedirects ?? 0, MAX_REDIRECTS);
        if (location === undefined || limit === 0) return toResponse(head, hop.url, request, host);
        head.body.destroy();
        if (redirects >= limit) throw brokenRedirect(host, `redirects more than ${limit} times`);
        const next = follow(hop, head.status, location, request.secretHeaders ?? []);
        if (next === null) throw brokenRedirect(host, 'redirects to an address that can not be used');
        checkProtocol(next.url, request.httpsOnly);
        hop = next;
      }
    },
    async check(url) {
      const { url: target } = firstHop({ url, method: 'GET' });
      await checkHost({ host: hostOf(target), port: portOf(target), allow, resolve });
    },
    async close() {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.destroy()));
    },
  };
}

function firstHop(request: EgressRequest): Hop {
  if (!URL.canParse(request.url))
    throw invalidRequest('The address is no URL such as https://example.com/path.', 'url');
  const url = new URL(request.url);
  checkProtocol(url, request.httpsOnly);
  const method = request.method.toUpperCase();
  if (!isSendable(method)) {
    throw invalidRequest('The HTTP method is unknown or not allowed here.', 'method');
  }
  const headers: (readonly [string, string])[] = [];
  const names = new Set<string>();
  for (const [name, value] of request.headers ?? []) {
    checkHeader(name, value);
    const lower = name.toLowerCase();
    if (CONNECTION_HEADERS.has(lower)) continue;
    names.add(lower);
    // HTTP has bytes there: what is beyond one goes as UTF-8.
    headers.push([name, /[^\0-\xff]/.test(value) ? Buffer.from(value).toString('latin1') : value]);
  }
  if (url.username !== '' || url.password !== '') {
    if (!names.has('authorization')) headers.push(['authorization', basic(url)]);
    url.username = '';
    url.password = '';
  }
  if (request.decompress === true && !names.has('accept-encoding'))
    headers.push(['accept-encoding', ACCEPTED_ENCODINGS]);
  return { url, method, headers, body: request.body };
}

function basic(url: URL): string {
  const text = `${decoded(url.username)}:${decoded(url.password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/** Percent escapes undone; a text with a broken one stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function checkProtocol(url: URL, httpsOnly = false): void {
  if (httpsOnly && url.protocol !== 'https:') {
    throw invalidRequest(`Only https addresses can be called here, and one of ${hostOf(url)} is not https.`, 'url');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalidRequest('Only http and https addresses can be called.', 'url');
  }
}

function checkHeader(name: string, value: string): void {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) {
    throw invalidRequest(
      `"${name.slice(0, 40).replace(/[^\x20-\x7e]/g, '?')}" is no name of an HTTP header.`,
      'headers',
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(value)) {
    throw invalidRequest(`The value of the header ${name} holds a line break or another control character.`, 'headers');
  }
}

function brokenRedirect(host: string, what: string): PlatformError {
  return new PlatformError('unavailable', 'egress.too_many_redirects', `${host} ${what}.`);
}

/** Lower case, IPv6 without brackets. */
function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function toResponse(head: ResponseHead, url: URL, request: EgressRequest, host: string): EgressResponse {
  const body =
    request.decompress === true ? decompressed(head.body, head.headers['content-encoding'], host) : head.body;
  return {
    url: url.href,
    status: head.status,
    headers: head.headers,
    body,
    bytes: (limit) => readBytes(body, limit, host),
    text: async (limit) => new TextDecoder().decode(await readBytes(body, limit, host)),
  };
}
