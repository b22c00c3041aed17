/** Lines of a width, broken where Python's `textwrap` breaks them. Places are those of characters, not of their halves. */
import { characters } from './values.ts';
import { isBlank } from './white-space.ts';

export interface WrapStyle {
  readonly width: number;
  /** Words longer than a line are cut. */
  readonly breaksWords: boolean;
  /** Words may end a line at their hyphens. */
  readonly breaksHyphens: boolean;
}

/** A piece that is not broken: from one place to before another. */
interface Chunk {
  start: number;
  readonly end: number;
  readonly isBlank: boolean;
}

const spaces: ReadonlySet<string> = new Set('\t\n\v\f\r ');
const letter = /^(?:\p{L}|\p{Nl}|_)$/u;
const wordCharacter = /^[\p{L}\p{N}_]$/u;
const beforeDash = /^[\p{L}\p{N}_!"'&.,?]$/u;

export function wrapLine(line: string, style: WrapStyle): string[] {
  const all = characters(line);
  const text = (start: number, end: number): string => {
    const part = all.slice(start, end);
    return typeof part === 'string' ? part : part.join('');
  };
  return lineEnds(all, chunksOf(all, style.breaksHyphens), style).map(([start, end]) => text(start, end));
}

type Text = string | readonly string[];

function lineEnds(all: Text, chunks: readonly Chunk[], style: WrapStyle): (readonly [number, number])[] {
  const lines: (readonly [number, number])[] = [];
  for (let at = 0; at < chunks.length; ) {
    if (lines.length > 0 && chunks[at]?.isBlank) at++;
    const first = chunks[at];
    if (first === undefined) break;
    const { start } = first;
    let end = start;
    let hasBlankEnd = false;
    let blankStart = start;
    let next: Chunk | undefined = first;
    for (; next !== undefined && next.end - start <= style.width; next = chunks[++at]) {
      hasBlankEnd = next.isBlank;
      blankStart = next.start;
      end = next.end;
    }
    if (next !== undefined && next.end - next.start > style.width) {
      const left = style.width - (end - start);
      if (style.breaksWords) {
        end = cutIn(all, next, { left, style });
        next.start = end;
        hasBlankEnd = false;
      } else if (end === start) {
        end = next.end;
        at++;
        hasBlankEnd = false;
      }
    }
    if (hasBlankEnd) end = blankStart;
    if (end > start) lines.push([start, end]);
  }
  return lines;
}

/** Where a chunk that is longer than a line is cut: behind a hyphen, when there is one with something before it. */
function cutIn(
  all: Text,
  { start, end }: Chunk,
  { left, style }: { readonly left: number; readonly style: WrapStyle },
): number {
  const limit = start + left;
  if (!style.breaksHyphens || end - start <= left) return limit;
  let hyphen = limit - 1;
  while (hyphen > start && all[hyphen] !== '-') hyphen--;
  if (hyphen <= start) return limit;
  for (let at = start; at < hyphen; at++) if (all[at] !== '-') return hyphen + 1;
  return limit;
}

function chunksOf(all: Text, breaksHyphens: boolean): Chunk[] {
  const chunks: Chunk[] = [];
  for (let start = 0; start < all.length; ) {
    const end = chunkEnd(all, start, breaksHyphens);
    const isEmpty = Array.from({ length: end - start }, (_, index) => all[start + index] ?? '').every(isBlank);
    chunks.push({ start, end, isBlank: isEmpty });
    start = end;
  }
  return chunks;
}

function chunkEnd(all: Text, start: number, breaksHyphens: boolean): number {
  let end = start + 1;
  if (spaces.has(all[start] ?? '')) {
    while (end < all.length && spaces.has(all[end] ?? '')) end++;
    return end;
  }
  if (breaksHyphens && isDash(all, start)) return dashEnd(all, start);
  for (; end < all.length && !spaces.has(all[end] ?? ''); end++) {
    if (!breaksHyphens || all[end] !== '-') continue;
    if (isHyphen(all, end)) return end + 1;
    if (isDash(all, end)) return end;
  }
  return end;
}

function is(all: Text, at: number, pattern: RegExp): boolean {
  return pattern.test(all[at] ?? '');
}

/** Between two letters, or a letter that is hyphenated itself, and two letters more. */
function isHyphen(all: Text, at: number): boolean {
  if (!is(all, at - 1, letter)) return false;
  const isAfterWord = is(all, at - 2, letter) || (all[at - 2] === '-' && is(all, at - 3, letter));
  if (!isAfterWord || !is(all, at + 1, letter)) return false;
  return is(all, at + 2, letter) || (all[at + 2] === '-' && is(all, at + 3, letter));
}

/** Two hyphens or more between words. */
function isDash(all: Text, at: number): boolean {
  if (all[at] !== '-' || all[at + 1] !== '-' || !is(all, at - 1, beforeDash)) return false;
  return is(all, dashEnd(all, at), wordCharacter);
}

function dashEnd(all: Text, at: number): number {
  let end = at;
  while (all[end] === '-') end++;
  return end;
}
