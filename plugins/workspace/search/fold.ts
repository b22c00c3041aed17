const MAX_LENGTH = 300;

/** A name as it is compared: without case, accents and forms of one letter; as `search_fold` does it in the database. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .slice(0, MAX_LENGTH);
}

/** The words of a question. */
export function wordsOf(text: string): readonly string[] {
  return fold(text).split(/\s+/).filter(Boolean);
}
