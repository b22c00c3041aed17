/** What a sitemap lists. */
export interface SitemapList {
  /** An index: its addresses are those of sitemaps. */
  readonly isIndex: boolean;
  readonly addresses: readonly string[];
  /** There were more. */
  readonly isCut: boolean;
}

/** As the protocol has it: an element of the sitemap itself, not of a picture or a film it tells of. */
const place = /<loc>\s{0,100}(?:<!\[CDATA\[)?\s{0,100}([^<\]\s]{1,2000})\s{0,100}(?:\]\]>)?\s{0,100}<\/loc>/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads a sitemap of any form the protocol has: XML, an index of sitemaps, or lines of text. null: it is none. Only
 * addresses are looked for: nothing in it is expanded or loaded, and time grows with its length alone.
 */
export function readSitemap(text: string, limit: number): SitemapList | null {
  const start = text.slice(0, 2_000).trimStart();
  if (/^https?:\/\/\S/i.test(start)) return cut(false, text.split(/\s+/).filter(isAddress), limit);
  const isIndex = /<sitemapindex[\s>]/.test(start);
  if (!isIndex && !/<urlset[\s>]/.test(start)) return null;
  const found: string[] = [];
  for (const [, address = ''] of withoutComments(text).matchAll(place)) {
    const decoded = address.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, decode);
    if (isAddress(decoded)) found.push(decoded);
    if (found.length > limit) break;
  }
  return cut(isIndex, found, limit);
}

function cut(isIndex: boolean, addresses: readonly string[], limit: number): SitemapList {
  return { isIndex, addresses: addresses.slice(0, limit), isCut: addresses.length > limit };
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

function decode(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function withoutComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    if (start < 0) return kept.length === 0 ? text : kept.join('') + text.slice(at);
    kept.push(text.slice(at, start));
    const end = text.indexOf('-->', start + 4);
    if (end < 0) return kept.join('');
    at = end + 3;
  }
}
