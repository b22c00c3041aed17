import { pageAddress } from './web-addresses.ts';

/** What a web page says of itself and of others. */
export interface PageHead {
  readonly title: string;
  /** The address under which it wants to be known; null: it says none. */
  readonly canonical: string | null;
  /** It asks not to be kept. */
  readonly isNotKept: boolean;
  /** Addresses that it links to, each once. */
  readonly links: readonly string[];
}

const MAX_LINKS = 2_000;
const MAX_LOOKED_LINKS = 10_000;
const MAX_TAG = 4_000;
/** What comes later has no links that count. */
const MAX_LOOKED = 3_000_000;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

/**
 * Looks through the tags of a page. Whatever the page is, time grows with its length: a tag has an end within so many
 * characters, or it is none.
 */
export function readPageHead(html: string, address: string): PageHead {
  let base = address;
  let title = '';
  let canonical: string | null = null;
  let isNotKept = false;
  let isFollowed = true;
  let looked = 0;
  const links = new Set<string>();
  for (const { name, tag, end } of tagsOf(html)) {
    if (name === 'base') base = URL.parse(attribute(tag, 'href') ?? '', address)?.href ?? base;
    else if (name === 'title' && title === '') title = textUntilTag(html, end);
    else if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attribute(tag, 'rel') ?? '')) {
      canonical ??= pageAddress(attribute(tag, 'href') ?? '', base)?.href ?? null;
    } else if (name === 'meta' && /^(?:robots|weft)$/i.test(attribute(tag, 'name') ?? '')) {
      const said = attribute(tag, 'content')?.toLowerCase() ?? '';
      isNotKept ||= /\b(?:noindex|none)\b/.test(said);
      isFollowed &&= !/\b(?:nofollow|none)\b/.test(said);
    } else if (name === 'a' && looked < MAX_LOOKED_LINKS && links.size < MAX_LINKS) {
      looked += 1;
      if (/(?:^|\s)nofollow(?:\s|$)/i.test(attribute(tag, 'rel') ?? '')) continue;
      const link = pageAddress(attribute(tag, 'href') ?? '', base)?.href;
      if (link !== undefined) links.add(link);
    }
  }
  return { title, canonical, isNotKept, links: isFollowed ? [...links] : [] };
}

/** Tags that begin something, in their order; comments, scripts and styles are passed over. */
function* tagsOf(html: string): Generator<{ readonly name: string; readonly tag: string; readonly end: number }> {
  let at = 0;
  for (;;) {
    const start = html.indexOf('<', at);
    if (start < 0 || start > MAX_LOOKED) return;
    if (html.startsWith('<!--', start)) {
      const close = html.indexOf('-->', start + 4);
      if (close < 0) return;
      at = close + 3;
      continue;
    }
    const name = /^<([a-z][a-z\d]*)(?=[\s/>])/i.exec(html.slice(start, start + 30))?.[1]?.toLowerCase();
    if (name === undefined) {
      at = start + 1;
      continue;
    }
    const end = endOfTag(html, start);
    if (end < 0) {
      at = start + MAX_TAG;
      continue;
    }
    yield { name, tag: html.slice(start + name.length + 1, end), end: end + 1 };
    at = end + 1;
    if (name === 'script' || name === 'style') {
      const close = new RegExp(`</${name}`, 'gi');
      close.lastIndex = at;
      const found = close.exec(html);
      if (found === null) return;
      at = found.index;
    }
  }
}

function endOfTag(html: string, start: number): number {
  const limit = Math.min(html.length, start + MAX_TAG);
  let quote = '';
  for (let at = start; at < limit; at += 1) {
    const char = html[at] ?? '';
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '>') return at;
    else if ((char === '"' || char === "'") && html[at - 1] === '=') quote = char;
  }
  return -1;
}

/** Of one tag, which is short. */
function attribute(tag: string, name: string): string | undefined {
  for (const [, key = '', double, single, bare] of tag.matchAll(
    /([^\s=/>"']{1,100})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
  )) {
    if (key.toLowerCase() === name) return decoded(double ?? single ?? bare ?? '');
  }
  return undefined;
}

function textUntilTag(html: string, start: number): string {
  const end = html.indexOf('<', start);
  const text = html.slice(start, end < 0 || end - start > 2_000 ? start + 2_000 : end);
  return decoded(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed();
}

function decoded(text: string): string {
  return text.replaceAll(/&(#?[a-z\d]{2,8});/gi, (whole, name: string) => {
    const known = entities[name.toLowerCase()];
    if (known !== undefined) return known;
    const [, decimal, hex] = /^#(?:(\d{1,7})|x([\da-f]{1,6}))$/i.exec(name) ?? [];
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
