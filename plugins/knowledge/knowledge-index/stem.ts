/** Endings taken off English words, longest first, and what comes in their place. */
const endings: readonly (readonly [ending: string, instead: string])[] = [
  ['ations', 'at'],
  ['ation', 'at'],
  ['ingly', ''],
  ['ments', 'ment'],
  ['sses', 'ss'],
  ['edly', ''],
  ['ings', ''],
  ['ies', 'y'],
  ['ing', ''],
  ['ers', 'er'],
  ['ed', ''],
  ['ly', ''],
  ['es', ''],
  ['s', ''],
];
const latin = /^[a-z]+$/;
const hasVowel = /[aeiouy]/;
const doubled = /([bdfgmnprt])\1$/;

/**
 * A word without its English ending, so that "indexes", "indexed" and "indexing" are found by each other. Light: what is left
 * has at least three letters and a vowel. Words of other scripts and short ones stay as they are.
 */
export function stem(word: string): string {
  if (word.length < 4 || !latin.test(word)) return word;
  for (const [ending, instead] of endings) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    if (rest.length + instead.length < 3 || !hasVowel.test(rest)) return withoutE(word);
    if (ending === 's' && /[siu]$/.test(rest)) return word;
    return withoutE(instead === '' ? rest.replace(doubled, '$1') : `${rest}${instead}`);
  }
  return withoutE(word);
}

/** "index" of "indexes", "cache" and "caching": a silent e is taken off all of them. */
function withoutE(word: string): string {
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word;
}
