import type { Segmentation } from './process-rule.ts';

/** A part of a text: where it begins, and what it is. */
export interface Piece {
  readonly start: number;
  readonly text: string;
}

interface Cut {
  readonly max: number;
  readonly overlap: number;
}

/** Where a part that is too long is cut, the best place first; then between any two characters. They stay with what ends there. */
const SEPARATORS = ['\n\n', '。', '. ', ' '];

/**
 * The parts of a text between separators, which are dropped; a part that is longer than the limit is cut again, and only
 * its pieces overlap. Takes a time that grows with the text and not faster. No piece is longer than the limit.
 */
export function* splitText(text: string, segmentation: Segmentation): Generator<Piece> {
  const max = segmentation.max_tokens;
  // A larger overlap would repeat the text without an end: steps of one character make a text of thousands of each.
  const cut = { max, overlap: Math.min(segmentation.chunk_overlap, Math.floor(max / 2)) };
  const separator = segmentation.separator.replaceAll('\\n', '\n');
  for (const part of partsOf(text, separator)) {
    if (part.text.length <= max) yield part;
    else yield* splitLong(part, cut, 0);
  }
}

function* partsOf(text: string, separator: string): Generator<Piece> {
  if (separator === '') {
    yield { start: 0, text };
    return;
  }
  let start = 0;
  for (let end = text.indexOf(separator); end >= 0; end = text.indexOf(separator, start)) {
    if (end > start) yield { start, text: text.slice(start, end) };
    start = end + separator.length;
  }
  if (start < text.length) yield { start, text: text.slice(start) };
}

/** `depth`: how many of the separators do not help any more. */
function* splitLong(piece: Piece, cut: Cut, depth: number): Generator<Piece> {
  const { start, text } = piece;
  const found = SEPARATORS.findIndex((separator, index) => index >= depth && text.includes(separator));
  const separator = SEPARATORS[found];
  if (separator === undefined) {
    yield* cutAnywhere(piece, cut);
    return;
  }
  const joined = new JoinedParts(piece, cut);
  for (let from = 0; from < text.length; ) {
    const at = text.indexOf(separator, from);
    const to = at < 0 ? text.length : at + separator.length;
    if (to - from <= cut.max) {
      const full = joined.add(from, to);
      if (full !== undefined) yield full;
    } else {
      const rest = joined.take();
      if (rest !== undefined) yield rest;
      yield* splitLong({ start: start + from, text: text.slice(from, to) }, cut, found + 1);
    }
    from = to;
  }
  const rest = joined.take();
  if (rest !== undefined) yield rest;
}

/** Joins neighbours for as long as they fit; what follows begins with those at the end that fit into the overlap. */
class JoinedParts {
  readonly #piece: Piece;
  readonly #cut: Cut;
  /** Where the joined parts begin, and the last one ends. */
  #starts: number[] = [];
  #end = 0;

  constructor(piece: Piece, cut: Cut) {
    this.#piece = piece;
    this.#cut = cut;
  }

  /** Adds a part; what was there, when the part does not fit any more. */
  add(from: number, to: number): Piece | undefined {
    const isFull = this.#starts.length > 0 && to - (this.#starts[0] ?? 0) > this.#cut.max;
    const full = isFull ? this.#joined() : undefined;
    if (isFull) {
      const kept = this.#starts.findIndex((start) => from - start <= this.#cut.overlap && to - start <= this.#cut.max);
      this.#starts = kept < 0 ? [] : this.#starts.slice(kept);
    }
    this.#starts.push(from);
    this.#end = to;
    return full;
  }

  take(): Piece | undefined {
    const joined = this.#joined();
    this.#starts = [];
    return joined;
  }

  #joined(): Piece | undefined {
    const [start] = this.#starts;
    if (start === undefined) return undefined;
    return { start: this.#piece.start + start, text: this.#piece.text.slice(start, this.#end) };
  }
}

function* cutAnywhere({ start, text }: Piece, { max, overlap }: Cut): Generator<Piece> {
  for (let from = 0; from < text.length; ) {
    const to = wholeCharacter(text, Math.min(from + max, text.length));
    yield { start: start + from, text: text.slice(from, to) };
    if (to >= text.length) return;
    from = wholeCharacter(text, to - overlap);
  }
}

/** The place itself, or the one before it when it lies inside of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const isInside = (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return isInside ? at - 1 : at;
}
