import type { PageOptions } from './contract.ts';

/** Headers of every page. `runtime`: where `/v1` is; `nonce`: what style elements must have, null where there are none. */
export function pageHeaders(
  options: PageOptions,
  runtime: string,
  nonce: string | null,
): Readonly<Record<string, string>> {
  const { frameAncestors = [], connect = [], frames = [], images = [], isPrivate = false } = options;
  const policy: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...(nonce === null ? [] : [`'nonce-${nonce}'`])],
    'img-src': ["'self'", 'data:', 'blob:', runtime, ...images],
    'font-src': ["'self'"],
    'connect-src': ["'self'", runtime, ...connect],
    'media-src': ["'self'", 'blob:', runtime],
    ...(frames.length > 0 && { 'frame-src': frames }),
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': frameAncestors.length === 0 ? ["'none'"] : frameAncestors,
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${[...new Set(sources)].map(asSource).join(' ')}`)
      .join('; '),
    'referrer-policy': isPrivate ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'permissions-policy': 'camera=(), geolocation=(), payment=(), usb=(), microphone=(self)',
  };
}

/** A source can't end its directive, or the header. */
function asSource(source: string): string {
  return source.replace(/[\s;,]/g, encodeURIComponent);
}
