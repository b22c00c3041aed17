import { timeOf } from '#kernel';

/** Characters of a text that are looked at, and words of a run that are kept. */
const MAX_TEXT = 50_000;
const MAX_WORDS = 4_000;
/** Characters of a word that count. */
const MAX_WORD = 48;
/** Words of a question that count. */
const MAX_ASKED = 12;

const WEEK_MS = 7 * 86_400_000;
const word = /[\p{L}\p{N}\p{M}]+/gu;
/** Writing without spaces between words (and Korean, whose words have endings): kept as pairs of characters. */
export const dense =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/gu;
const isAscii = /^\p{ASCII}*$/u;
const asciiWord = /[a-z0-9]+/g;
const accents = /[\u0300-\u036f]/g;
/** What is left of a character that was cut in two. */
const halfPair = /[\ud800-\udbff]$/;

/** What the words of an app, or of an end user, of a week begin with: the index has those beside each other. */
function prefixOf(ofId: string, week: number): string {
  return `${ofId.replaceAll('-', '').slice(-8)}${week.toString(36)}:`;
}

/** Weeks since 1970. */
export function weekOf(milliseconds: number): number {
  return Math.floor(milliseconds / WEEK_MS);
}

/** The words of texts in any language, without case, accents and order, as they are kept for a run: of an app, or of an end user. */
export function termsOf(texts: readonly string[], run: { readonly id: string; readonly ofId: string }): string[] {
  const prefix = prefixOf(run.ofId, weekOf(timeOf(run.id)));
  const words = new Set<string>();
  for (const text of texts) {
    for (const { pieces, isDense } of runsOf(text)) {
      for (const piece of isDense ? pairs(pieces) : [pieces]) {
        words.add(piece);
        if (words.size >= MAX_WORDS) return [...words].map((each) => prefix + each);
      }
    }
  }
  return [...words].map((each) => prefix + each);
}

/**
 * A `tsquery` for runs of an app or an end user, in these weeks, with all the words of a question, each as the beginning of a
 * word; null: there is no word in it. Only letters and digits are left of what was typed, so nothing in it is syntax.
 */
export function queryOf(question: string, ofId: string, weeks: readonly number[]): string | null {
  const words = askedWords(question);
  if (words.length === 0) return null;
  return weeks.map((week) => `(${words.map((each) => `'${prefixOf(ofId, week)}${each}':*`).join(' & ')})`).join(' | ');
}

/** The words of a question, as they are looked for. */
export function askedWords(question: string): string[] {
  const asked = new Set<string>();
  for (const { pieces, isDense } of runsOf(question)) {
    for (const piece of isDense ? askedPairs(pieces) : [pieces]) asked.add(piece);
  }
  return [...asked].slice(0, MAX_ASKED);
}

function* runsOf(text: string): Generator<{ readonly pieces: string; readonly isDense: boolean }> {
  const start = text.slice(0, MAX_TEXT).toLowerCase();
  // Most texts are; looking for anything else in them would take five times as long.
  if (isAscii.test(start)) {
    for (const found of start.match(asciiWord) ?? []) yield { pieces: cut(found), isDense: false };
    return;
  }
  const plain = plainOf(start);
  for (const [whole] of plain.matchAll(word)) {
    let at = 0;
    for (const found of whole.matchAll(dense)) {
      if (found.index > at) yield { pieces: cut(whole.slice(at, found.index)), isDense: false };
      yield { pieces: found[0], isDense: true };
      at = found.index + found[0].length;
    }
    if (at < whole.length) yield { pieces: cut(whole.slice(at)), isDense: false };
  }
}

/** A text without case and accents. */
export function plainOf(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(accents, '').normalize('NFC');
}

/** The beginning of a word, in whole characters: the database takes no half ones. */
function cut(found: string): string {
  return found.slice(0, MAX_WORD).replace(halfPair, '');
}

/** Each character with the one after it, and the last one alone: a search for one character finds it anywhere. */
function pairs(text: string): string[] {
  const characters = [...text];
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

function askedPairs(text: string): string[] {
  const found = pairs(text);
  return found.length > 1 ? found.slice(0, -1) : found;
}
