import type { CustomFetch } from 'openid-client';
import type { Egress } from '#plugins/egress/contract.ts';

/** Far above any metadata, keys or tokens. */
const LIMIT = 1024 * 1024;
const TIMES = { connectTimeout: 5_000, headersTimeout: 10_000, bodyTimeout: 10_000 } as const;

/** `fetch` for the protocol library: over the guarded client, without redirects, and of bounded size. */
export function egressFetch(egress: Egress): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const response = await egress.request({
      ...TIMES,
      url,
      method,
      headers: Object.entries(headers),
      ...(body !== undefined && body !== null && { body: await textOf(body) }),
      ...(signal !== undefined && { signal }),
    });
    const bytes = await response.bytes(LIMIT);
    const isBodiless = [204, 205, 304].includes(response.status);
    return new Response(isBodiless ? null : Buffer.from(bytes), { status: response.status, headers: response.headers });
  };
}

/** Forms, in practice; the standard's own reader knows every kind. */
function textOf(body: NonNullable<ConstructorParameters<typeof Response>[0]>): Promise<string> {
  return new Response(body).text();
}
