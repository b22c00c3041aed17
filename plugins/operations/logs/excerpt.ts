import { askedWords, dense, plainOf } from './search-terms.ts';

/** A piece of a text around what was looked for. */
export interface Excerpt {
  readonly text: string;
  /** Where the words are in it, in code units. */
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}

/** Characters before what was found, and of a piece altogether. */
const BEFORE = 50;
const LENGTH = 180;
/** A text is looked through in pieces, until one of the words is found. */
const STEP = 4_000;
const OVERLAP = 100;
const MAX_TEXT = 50_000;
const letter = /[\p{L}\p{N}\p{M}]/u;
const isAscii = /^\p{ASCII}*$/u;

/** The first place in these texts where a word of a search stands; null: in none. */
export function excerptOf(texts: readonly string[], question: string): Excerpt | null {
  const words = askedWords(question);
  if (words.length === 0) return null;
  for (const text of texts) {
    const end = Math.min(text.length, MAX_TEXT);
    for (let at = 0; at < end; at += STEP) {
      const found = placesIn(text.slice(at, at + STEP + OVERLAP), words, at === 0 ? '' : (text[at - 1] ?? ''))[0];
      if (found !== undefined) return around(text, at + found.start, words);
    }
  }
  return null;
}

function around(text: string, found: number, words: readonly string[]): Excerpt {
  let from = Math.max(0, found - BEFORE);
  // At the beginning of a word, where one is near; never within a character.
  const gap = from === 0 ? -1 : text.slice(from, found).search(/\s/u);
  if (gap !== -1) from += gap + 1;
  else if (isLowHalf(text, from)) from += 1;
  let to = Math.min(text.length, from + LENGTH);
  if (isLowHalf(text, to)) to -= 1;
  const lead = from === 0 ? '' : '…';
  // One unit for one: the places stay what they are.
  const piece = text.slice(from, to).replaceAll(/\s/gu, ' ');
  const marks = placesIn(piece, words, from === 0 ? '' : (text[from - 1] ?? ''));
  return {
    text: `${lead}${piece}${to < text.length ? '…' : ''}`,
    marks: marks.map(({ start, end }) => ({ start: start + lead.length, end: end + lead.length })),
  };
}

function isLowHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Where words begin in a text, as the search compares them; `before`: what stands before it. In order, none within another. */
function placesIn(text: string, words: readonly string[], before: string) {
  const { plain, places } = plainWithPlaces(text);
  const found: { start: number; end: number }[] = [];
  for (const word of words) {
    const isDense = word.search(dense) !== -1;
    for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word, at + 1)) {
      const previous = at === 0 ? before : (plain[at - 1] ?? '');
      // Writing without spaces has words anywhere; others where no letter stands before them.
      if (!isDense && letter.test(previous) && previous.search(dense) === -1) continue;
      found.push({ start: places[at] ?? 0, end: places[at + word.length] ?? text.length });
    }
  }
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  const merged: { start: number; end: number }[] = [];
  for (const place of found) {
    const last = merged.at(-1);
    if (last === undefined || place.start > last.end) merged.push({ ...place });
    else last.end = Math.max(last.end, place.end);
  }
  return merged;
}

/** A text without case and accents, and for each unit of it the one of the text that it came from. */
function plainWithPlaces(text: string): { readonly plain: string; readonly places: readonly number[] } {
  if (isAscii.test(text))
    return { plain: text.toLowerCase(), places: Array.from({ length: text.length + 1 }, (_, at) => at) };
  let plain = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const kept = plainOf(character);
    for (let index = 0; index < kept.length; index += 1) places.push(at);
    plain += kept;
    at += character.length;
  }
  places.push(at);
  return { plain, places };
}
