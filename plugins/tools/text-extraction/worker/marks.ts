import type { TextMark } from '#plugins/text-extraction/contract.ts';
import { MARK_BOUNDS } from '#plugins/text-extraction/protocol.ts';
import type { Format } from './format.ts';

/** Formats that readers write as markdown, with their headings. */
const markdownFormats: readonly Format[] = ['docx', 'epub', 'html', 'open-document'];
const markdownExtensions = ['md', 'markdown', 'mdx'];

interface MarkedFormat {
  readonly format: Format;
  readonly extension: string;
}

/** Where pages and headings begin in a text: what its reader has marked, and the headings that show in markdown. */
export function marksOf(text: string, marked: readonly TextMark[], kind: MarkedFormat): readonly TextMark[] {
  const isMarkdown =
    markdownFormats.includes(kind.format) || (kind.format === 'text' && markdownExtensions.includes(kind.extension));
  const headings = isMarkdown ? markdownHeadings(text, kind.format === 'text') : [];
  // Sorting is stable: what a page begins with comes after the page.
  const all = [...marked, ...headings].toSorted((left, right) => left.at - right.at);
  const kept: TextMark[] = [];
  let characters = 0;
  for (const { heading, ...mark } of all) {
    if (kept.length >= MARK_BOUNDS.marks || mark.at > text.length) break;
    const short = heading === undefined ? undefined : plainHeading(heading);
    characters += short?.length ?? 0;
    const isNamed = short !== undefined && characters <= MARK_BOUNDS.headings;
    if (isNamed || mark.page !== undefined) kept.push({ ...mark, ...(isNamed && { heading: short }) });
  }
  return kept;
}

const LINE_MARK = /^ {0,3}(?:(#{1,6})[ \t]+(\S.*)|(`{3,}|~{3,})|={2,}[ \t]*$)/;
/** Characters of a line that are looked at. */
const MAX_LINE = 2_000;

/** Lines that begin with `#`, outside of code; with `mayUnderline` those above a line of `=` as well. */
function markdownHeadings(text: string, mayUnderline: boolean): readonly TextMark[] {
  const marks: TextMark[] = [];
  let fence: string | undefined;
  let before = { at: 0, line: '' };
  for (let at = 0; at < text.length && marks.length < MARK_BOUNDS.marks; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, Math.min(end < 0 ? text.length : end, at + MAX_LINE)).trimEnd();
    const [found, level, heading = '', opening] = LINE_MARK.exec(line) ?? [];
    if (fence !== undefined) {
      if (opening?.startsWith(fence)) fence = undefined;
    } else if (opening !== undefined) fence = opening;
    else if (level !== undefined) marks.push({ at, heading: heading.replace(/[ \t]#{1,6}$/, '') });
    else if (found !== undefined && mayUnderline && before.line.trim() !== '')
      marks.push({ at: before.at, heading: before.line });
    before = { at, line };
    at = end < 0 ? text.length : end + 1;
  }
  return marks;
}

/** One line without the signs of markdown, cut where it is too long to be a heading. */
function plainHeading(heading: string): string {
  const plain = heading
    .slice(0, MAX_LINE)
    .replace(/!?\[([^[\]]{0,200})\]\([^()]{0,2000}\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim();
  const short = plain.length <= MARK_BOUNDS.heading ? plain : `${plain.slice(0, MARK_BOUNDS.heading - 1)}…`;
  return short.toWellFormed();
}
