/** A page that was found. */
export interface Found {
  readonly title: string;
  readonly href: string;
  readonly body: string;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** What a page of results lists. Read from mark to mark: nothing is searched twice, however the page is made. */
export function readResults(html: string, limit: number): readonly Found[] {
  const results: Found[] = [];
  const [, ...parts] = html.split('class="result__a"');
  for (const part of parts) {
    if (results.length >= limit) break;
    const href = addressIn(part);
    const title = textAfter(part, 0, '</a>');
    const snippet = part.indexOf('class="result__snippet"');
    if (href !== '' && title !== '') {
      results.push({ title, href, body: snippet < 0 ? '' : textAfter(part, snippet, '</a>') });
    }
  }
  return results;
}

/** Addresses stand in `uddg` of a link to the engine itself; advertisements lead elsewhere and are left out. */
function addressIn(part: string): string {
  const from = part.indexOf('href="');
  const to = from < 0 ? -1 : part.indexOf('"', from + 6);
  if (to < 0) return '';
  const link = plain(part.slice(from + 6, Math.min(to, from + 4000)));
  const url = URL.parse(link.startsWith('//') ? `https:${link}` : link);
  const target = url?.searchParams.get('uddg') ?? link;
  const isAddress = /^https?:\/\//i.test(target) && URL.parse(target)?.hostname !== 'duckduckgo.com';
  // A line of its own is nothing an address needs, and would pass for another result.
  return isAddress ? target.replace(/[\s\p{Cc}]/gu, '').toWellFormed() : '';
}

/** The text from the end of the tag that stands at a place up to a mark. */
function textAfter(part: string, at: number, mark: string): string {
  const from = part.indexOf('>', at);
  const to = from < 0 ? -1 : part.indexOf(mark, from);
  if (to < 0) return '';
  return plain(part.slice(from + 1, Math.min(to, from + 4000)).replace(/<[^<>]{0,200}>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed();
}

function plain(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
