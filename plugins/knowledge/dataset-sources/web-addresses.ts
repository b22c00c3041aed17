const MAX_LENGTH = 2_000;
/** A segment more often in a path is a circle: /a/b/a/b/a/b. */
const MAX_REPEATS = 2;
const MAX_SEGMENTS = 20;
/** What addresses carry about the visit, not about the page. */
const ofTheVisit = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_cid|mc_eid|_ga|_gl|phpsessid|jsessionid|sessionid|sid)$/i;

/** The one way an address of a page is written; null: it is none that is read. */
export function pageAddress(given: string, base?: string): URL | null {
  const url = URL.parse(given.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  const visit = [...url.searchParams.keys()].filter((name) => ofTheVisit.test(name));
  for (const name of visit) url.searchParams.delete(name);
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, '');
  return url.href.length > MAX_LENGTH ? null : url;
}

/** Pages whose paths go round in a circle have no end. */
export function isCircular({ pathname }: URL): boolean {
  const counts = new Map<string, number>();
  const segments = pathname.split('/').filter((segment) => segment !== '');
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return segments.length > MAX_SEGMENTS || [...counts.values()].some((count) => count > MAX_REPEATS);
}

/** Whether an address is of the same site: its origin, or that by https where a site moved there. */
export function isOfSite(address: URL, start: URL): boolean {
  if (address.origin === start.origin) return true;
  const isUsual =
    start.protocol === 'http:' && address.protocol === 'https:' && start.port === '' && address.port === '';
  return isUsual && address.hostname === start.hostname;
}

/** Path and query, as robots.txt speaks of them. */
export function pathOf({ pathname, search }: URL): string {
  return pathname + search;
}

/** What is no page: pictures, films, programs, archives, parts of pages. */
const noPage =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|ogg|wav|mov|avi|mkv|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dmg|iso|msi|apk|deb|rpm|jar|css|m?js|map|json|woff2?|ttf|otf|eot|wasm|bin)$/i;

export function mayBePage({ pathname }: URL): boolean {
  return !noPage.test(pathname);
}
