/**
 * Whether a page of an origin may embed an app: our own, or one of the app's sites, which are `https://host[:port]`,
 * `https://*.host[:port]` (what lies below it, at whatever depth) or `*`.
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[], own: string): boolean {
  if (!/^https?:\/\/[^/]+$/.test(origin)) return false;
  return origin === own || allowed.some((rule) => rule === '*' || isOf(origin, rule));
}

function isOf(origin: string, rule: string): boolean {
  const [scheme = '', host = ''] = rule.split('://');
  if (!host.startsWith('*.')) return origin === rule;
  return origin.startsWith(`${scheme}://`) && origin.endsWith(host.slice(1)) && !origin.includes('@');
}
