import { isMapping, toText } from '#engine';
import { NoFeed, type RawFeed, type RawItem } from './raw-feed.ts';
import { readXmlFeed } from './xml-feed.ts';

/** An entry of a feed. Texts are one line, except the summary; "" where the feed has none. */
export interface FeedItem {
  readonly title: string;
  readonly link: string;
  /** ISO 8601 in UTC where the feed's own can be read, else as it stands there. */
  readonly date: string;
  /** Plain text. */
  readonly summary: string;
  readonly author: string;
  /** What the feed knows it by; the address otherwise. */
  readonly id: string;
}

export interface Feed {
  readonly title: string;
  readonly link: string;
  readonly items: readonly FeedItem[];
}

const longestSummary = 4000;
const longestLine = 2000;

/** Reads RSS (0.9x, 1.0, 2.0), Atom, or JSON Feed; at most `limit` items. Relative links are of `base`. Throws NoFeed. */
export function readFeed(text: string, base: string, limit: number): Feed {
  const start = text.trimStart().charAt(0);
  const raw = start === '{' ? readJsonFeed(text, limit) : readXmlFeed(text, limit);
  const link = absolute(raw.link, base);
  return { title: line(raw.title), link, items: raw.items.map((item) => itemOf(item, link || base)) };
}

function itemOf(raw: RawItem, base: string): FeedItem {
  const link = absolute(raw.link || (/^https?:\/\//i.test(raw.id) ? raw.id : ''), base);
  return {
    title: line(plain(raw.title)),
    link,
    date: dateOf(raw.date || raw.updated),
    summary: plain(raw.summary || raw.content)
      .slice(0, longestSummary)
      .toWellFormed(),
    author: line(raw.author),
    id: line(raw.id) || link,
  };
}

function readJsonFeed(text: string, limit: number): RawFeed {
  let feed: unknown;
  try {
    feed = JSON.parse(text);
  } catch {
    throw new NoFeed('it is no well-formed JSON');
  }
  if (!isMapping(feed) || !Array.isArray(feed.items)) throw new NoFeed('it is JSON, but no JSON Feed');
  const items = feed.items.filter(isMapping).slice(0, limit);
  return {
    title: toText(feed.title),
    link: toText(feed.home_page_url),
    items: items.map((item) => {
      const [first]: unknown[] = Array.isArray(item.authors) ? item.authors : [item.author];
      return {
        title: toText(item.title),
        link: toText(item.url) || toText(item.external_url),
        date: toText(item.date_published),
        updated: toText(item.date_modified),
        summary: toText(item.summary),
        content: toText(item.content_text) || toText(item.content_html),
        author: isMapping(first) ? toText(first.name) : '',
        id: toText(item.id),
      };
    }),
  };
}

/** Addresses of pages only: nothing that a reader could be made to run. */
function absolute(link: string, base: string): string {
  const text = link.trim();
  const url = text === '' ? null : URL.parse(text, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href.slice(0, longestLine) : '';
}

function dateOf(text: string): string {
  const time = Date.parse(text.trim());
  return Number.isNaN(time) ? line(text).slice(0, 100) : new Date(time).toISOString();
}

function line(text: string): string {
  const whole = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return whole.slice(0, longestLine).toWellFormed();
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The text of HTML as feeds carry it: without tags, paragraphs on lines of their own. */
function plain(html: string): string {
  return withoutScripts(html.slice(0, 20 * longestSummary))
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]{0,500}>/gi, '\n')
    .replace(/<[a-z!/][^<>]{0,2000}>/gi, '')
    .replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole;
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .split('\n')
    .map((part) => part.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/** Walks from mark to mark: nothing is searched twice, however the text is made. */
function withoutScripts(html: string): string {
  let text = '';
  let from = 0;
  let inside = '';
  for (const { 0: mark, index } of html.matchAll(/<\/?(?:script|style)\b/gi)) {
    const name = mark.toLowerCase();
    if (inside === '' && !name.startsWith('</')) {
      text += html.slice(from, index);
      inside = name.slice(1);
    } else if (name === `</${inside}`) {
      from = index;
      inside = '';
    }
  }
  return inside === '' ? text + html.slice(from) : text;
}
