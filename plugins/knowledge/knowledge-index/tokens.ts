import { stem } from './stem.ts';

/** Scripts that are written without blanks, or whose words are of many parts: pairs of characters stand for words. */
const paired =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const runs = new RegExp(`([${paired}]+)|[[\\p{L}\\p{N}\\p{M}]--[${paired}]]+`, 'gv');

/** Blanks in Chinese and Japanese mean nothing: lines of a page were broken there, or somebody typed one. */
const blanksBetween =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])\s+(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])/gu;

/** Accents, Arabic and Hebrew vowel points, the Arabic stretching line: written or left out at will. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
const mayHaveMarks = /[\u00c0-\u024f\u1e00-\u1eff]|[\u0300-\u036f]|[\u0591-\u05c7\u0610-\u06ff]/;
const arabicForms: Readonly<Record<string, string>> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه' };

/** Characters of the longest token: what is longer is no word, and is told apart by its beginning. */
const MAX_LENGTH = 64;

/**
 * What a text is found by: its words in lower case, without accents and (English) endings, and pairs of characters where words
 * are not told apart. In the order of the text, with repetitions.
 */
export function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  for (const [run, unspaced] of folded(text).matchAll(runs)) {
    if (unspaced === undefined) tokens.push(stem(run.length > MAX_LENGTH ? run.slice(0, MAX_LENGTH) : run));
    else addPairs(unspaced, tokens);
  }
  return tokens;
}

function folded(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(blanksBetween, '');
  if (!mayHaveMarks.test(plain)) return plain;
  return plain
    .replaceAll(/[أإآٱىة]/g, (letter) => arabicForms[letter] ?? letter)
    .replaceAll(/[\u00c0-\u024f\u1e00-\u1eff]+/g, (letters) => letters.normalize('NFD'))
    .replaceAll(marks, '');
}

function addPairs(run: string, tokens: string[]): void {
  const characters = [...run];
  if (characters.length === 1) tokens.push(run);
  for (let at = 1; at < characters.length; at += 1) tokens.push(`${characters[at - 1]}${characters[at]}`);
}
