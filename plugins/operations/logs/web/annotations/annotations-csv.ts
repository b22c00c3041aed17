/** What a program for tables would take for a formula. */
const formula = /^[\s\uFEFF]*[=+\-@\t\r＝＋－＠]/;

/** Pairs as CSV (RFC 4180), as they are imported again. A text that would be run as a formula gets an apostrophe before it. */
export function annotationsCsv(pairs: readonly { readonly question: string; readonly answer: string }[]): string {
  const lines = [['question', 'answer'], ...pairs.map(({ question, answer }) => [question, answer])];
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
