/**
 * What Python calls whitespace, which is not what JavaScript does: it has the separators of files, groups, records and
 * units, and not the mark of byte order.
 */
const blanks: ReadonlySet<string> = new Set(
  '\t\n\v\f\r\u001c\u001d\u001e\u001f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
);

export const isBlank = (character: string): boolean => blanks.has(character);

/** Without what `isOut` says of its first and last characters. */
export function trimmed(text: string, isOut: (character: string) => boolean, sides: 'both' | 'left' | 'right'): string {
  let start = 0;
  let end = text.length;
  if (sides !== 'right') while (start < end && isOut(text.charAt(start))) start++;
  if (sides !== 'left') while (end > start && isOut(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Words between whitespace, of which at most `limit` are cut off from the left; a negative limit is none. */
export function words(text: string, limit: number): string[] {
  const found: string[] = [];
  let at = 0;
  for (;;) {
    while (at < text.length && isBlank(text.charAt(at))) at++;
    if (at === text.length) return found;
    if (found.length === limit) return [...found, text.slice(at)];
    const start = at;
    while (at < text.length && !isBlank(text.charAt(at))) at++;
    found.push(text.slice(start, at));
  }
}

/** Words and the whitespace between them, as they stand. */
export function withBlanks(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 1; at <= text.length; at++) {
    if (at < text.length && isBlank(text.charAt(at)) === isBlank(text.charAt(start))) continue;
    pieces.push(text.slice(start, at));
    start = at;
  }
  return pieces;
}

const lineEnds: ReadonlySet<string> = new Set('\n\r\v\f\u001c\u001d\u001e\u0085\u2028\u2029');

/** Lines, with what ends them when that is kept. */
export function splitLines(text: string, keepsEnds = false): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (!lineEnds.has(text.charAt(at))) continue;
    const next = text.startsWith('\r\n', at) ? at + 2 : at + 1;
    lines.push(text.slice(start, keepsEnds ? next : at));
    start = next;
    at = next - 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}
