/** One request on its way, between redirects. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Uint8Array | undefined;
}

const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization']);

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** The request a redirect asks for; null when the address can't be read or carries credentials of its own. */
export function follow(hop: Hop, status: number, location: string, secretHeaders: readonly string[]): Hop | null {
  if (!URL.canParse(location, hop.url.href)) return null;
  const url = new URL(location, hop.url.href);
  if (url.username !== '' || url.password !== '') return null;
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 307 && hop.method === 'POST';
  const isForeign = url.origin !== hop.url.origin;
  const secrets = new Set(secretHeaders.map((name) => name.toLowerCase()));
  const headers = hop.headers.filter(([name]) => {
    const lower = name.toLowerCase();
    if (becomesGet && lower.startsWith('content-')) return false;
    return !isForeign || !(CREDENTIALS.has(lower) || secrets.has(lower) || lower === 'host');
  });
  return { url, method: becomesGet ? 'GET' : hop.method, headers, body: becomesGet ? undefined : hop.body };
}
