import type { JsonText } from '#engine';

/** A JSON text without its large parts. */
export interface Parted<Part> {
  /** Has `""` in their places. */
  readonly text: JsonText;
  /** Where, in characters of `text`, in rising order; and what belongs there. */
  readonly parts: readonly (readonly [at: number, part: Part])[];
}

/** What stands in the place of a part. */
export const HOLE = '""';
const BACKSLASH = 0x5c;
const QUOTE = 0x22;
/** Characters that are passed by one by one. */
const STRETCH = 1_000;

/**
 * Takes out of a JSON text the strings of more than `limit` characters, wherever they stand: a text that is passed on
 * from node to node is the same string in each of their values. What is still too long after that goes as a whole.
 */
export function withoutLargeParts(text: JsonText, limit: number): Parted<JsonText> {
  if (text.length <= limit) return { text, parts: [] };
  const parts: (readonly [number, JsonText])[] = [];
  // Joined at the end: a piece of a text keeps all of it in memory, until it is copied.
  const pieces: string[] = [];
  let length = 0;
  let from = 0;
  for (let open = text.indexOf('"'); open !== -1; ) {
    const end = closingQuote(text, open) + 1;
    if (end - open > limit) {
      pieces.push(text.slice(from, open), HOLE);
      length += open - from + HOLE.length;
      parts.push([length - HOLE.length, text.slice(open, end)]);
      from = end;
    }
    open = text.indexOf('"', end);
  }
  pieces.push(text.slice(from));
  const kept = pieces.join('');
  return kept.length > limit ? { text: HOLE, parts: [[0, text]] } : { text: kept, parts };
}

/** The text with its parts in their places. */
export function withParts({ text, parts }: Parted<JsonText>): JsonText {
  let whole = '';
  let from = 0;
  for (const [at, part] of parts) {
    whole += text.slice(from, at) + part;
    from = at + HOLE.length;
  }
  return whole + text.slice(from);
}

/** Of a string that begins at `open`. The text is JSON. */
function closingQuote(text: JsonText, open: number): number {
  for (let quote = text.indexOf('"', open + 1); quote !== -1; ) {
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
    // Where one is escaped there are more: one by one they are passed by faster.
    let at = quote + 1;
    for (const end = at + STRETCH; at < end; ) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at;
      at += code === BACKSLASH ? 2 : 1;
    }
    quote = text.indexOf('"', at);
  }
  throw new TypeError('not a JSON text: a string of it does not end');
}
