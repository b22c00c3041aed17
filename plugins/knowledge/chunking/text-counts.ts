/** Characters of scripts that are written without blanks: each counts as a word. */
const IDEOGRAPH =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const DENSE = new RegExp(`[${IDEOGRAPH}\\p{Script=Hangul}\\u3000-\\u303f\\uff00-\\uffef]`, 'gu');
const WORD = new RegExp(`[${IDEOGRAPH}]|(?:(?![${IDEOGRAPH}])[\\p{L}\\p{M}\\p{N}'’_-])+`, 'gu');
const HAS_LETTER = /[\p{L}\p{N}]/u;

/** Characters of one token, as models that are common today count them: of Chinese, Japanese and Korean, and of the rest. */
const CHARACTERS_PER_TOKEN = { dense: 1.2, other: 4.8 };

/**
 * About how many tokens a model makes of a text, without loading one's vocabulary: for prices shown beforehand and for
 * budgets; what a provider says it used is what counts afterwards.
 */
export function estimateTokens(text: string): number {
  let dense = 0;
  let denseUnits = 0;
  for (const [character] of text.matchAll(DENSE)) {
    dense += 1;
    denseUnits += character.length;
  }
  const other = text.length - denseUnits;
  return Math.ceil(dense / CHARACTERS_PER_TOKEN.dense + other / CHARACTERS_PER_TOKEN.other);
}

/** Words of a text, as word processors count: a character of Chinese or Japanese is one. */
export function wordCount(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(WORD)) if (HAS_LETTER.test(word)) count += 1;
  return count;
}
