/** Large and small letters, where Python and JavaScript differ. */

/** Digraphs that have a third form, for the beginning of a word. */
const digraphs: ReadonlyMap<string, string> = new Map(
  ['Ǆǅǆ', 'Ǉǈǉ', 'Ǌǋǌ', 'Ǳǲǳ'].flatMap((group) => {
    const [large = '', title = '', small = ''] = group;
    return [large, title, small].map((letter) => [letter, title] as const);
  }),
);
const isCased = /[\p{Lowercase}\p{Uppercase}\p{Lt}]/u;
const casedRun = /[\p{Lowercase}\p{Uppercase}\p{Lt}]+/gu;

/** The form a letter has at the beginning of a word: `Ss` of `ß`. */
function titleLetter(letter: string): string {
  const digraph = digraphs.get(letter);
  if (digraph !== undefined) return digraph;
  const [first = '', ...rest] = letter.toUpperCase();
  return rest.length > 0 && isCased.test(first) ? first + rest.join('').toLowerCase() : first + rest.join('');
}

/** The first character large, the others small. */
export function capitalize(text: string): string {
  const [first = ''] = text;
  // All at once: what the last letter of a word becomes depends on those before it.
  return titleLetter(first) + text.toLowerCase().slice(first.toLowerCase().length);
}

/** Every word so; a word is what has large and small letters. */
export function titleWords(text: string): string {
  return text.replaceAll(casedRun, capitalize);
}

export function swapCase(text: string): string {
  return text.replaceAll(/\p{Lowercase}+|\p{Uppercase}+/gu, (run) =>
    /^\p{Lowercase}/u.test(run) ? run.toUpperCase() : run.toLowerCase(),
  );
}

/** What texts are compared by whose case does not count. */
export function caseFold(text: string): string {
  // The small i without a dot has no large letter of its own; the last sigma of a word folds as any other.
  const fold = (part: string) => part.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return text.split('ı').map(fold).join('ı');
}
