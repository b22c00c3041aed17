/** Characters of a question that count: models read no more of it than of a page. */
const MAX_QUESTION = 8_000;

/** Writing without blanks between words: one in the middle of a sentence says nothing. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]`;
const blanksBetween = new RegExp(`(?<=${unspaced})\\s+(?=${unspaced})`, 'gu');

/**
 * A question as it is searched for: blanks that say nothing are gone, so that one more of them changes nothing. Half a
 * surrogate pair at the cut is left out.
 */
export function questionText(text: string): string {
  const plain = text.slice(0, MAX_QUESTION).toWellFormed().replaceAll('\ufffd', ' ');
  return plain.replace(/\s+/gu, ' ').replace(blanksBetween, '').trim();
}
