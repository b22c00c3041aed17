/** `https://host:port` or `https://*.host`, in lower case; `*`: any. */
export const originPattern = '^(\\*|https?://(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?)$';

/** `example.com`, `*.example.com`, with a port or without. */
export const hostPattern = '^(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?$';

/** Whether an origin, as a browser sends it, is among those that are allowed; in the way of `frame-ancestors`. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (allowed.includes('*')) return true;
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin) return false;
  return allowed.some((pattern) => matches(url, pattern));
}

function matches({ origin, protocol, host }: URL, pattern: string): boolean {
  const at = pattern.indexOf('://*.');
  if (at === -1) return URL.parse(pattern)?.origin === origin;
  // The star stands for one label at least: `https://*.example.com` is not `https://example.com`.
  return protocol === pattern.slice(0, at + 1) && host.endsWith(pattern.slice(at + '://*'.length));
}
