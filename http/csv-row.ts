/** What a program for tables would take for a formula. */
const formula = /^[\s\uFEFF]*[=+\-@\t\r＝＋－＠]/;

/** A line of CSV (RFC 4180). A text that would be run as a formula gets an apostrophe before it. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => quoted(cell === null ? '' : String(cell))).join(',')}\r\n`;
}

function quoted(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
