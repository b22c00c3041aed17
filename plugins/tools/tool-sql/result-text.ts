import type { StatementResult } from './run-statement.ts';

export const FORMATS = ['json', 'md', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** The rows as a text, and below it what of them is missing. */
export function resultText(result: StatementResult, format: Format): string {
  const { columns, rows, isTruncated, affected } = result;
  if (columns.length === 0) return affected === null ? 'Done.' : `Done: ${affected} rows.`;
  const texts = rows.map((row) => columns.map((name) => cell(row[name])));
  const text =
    format === 'json' ? JSON.stringify(rows) : format === 'csv' ? csv([columns, ...texts]) : markdown(columns, texts);
  return isTruncated ? `${text}\n\n${truncationNote(rows.length)}` : text;
}

export function truncationNote(rows: number): string {
  return `Only the first ${rows} rows are shown; there are more. Narrow the query (where, limit, fewer columns) or count in it.`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function csv(lines: readonly (readonly string[])[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return lines.map((line) => line.map(quoted).join(',')).join('\r\n');
}

function markdown(columns: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (texts: readonly string[]) => `| ${texts.map(markdownCell).join(' | ')} |`;
  return [row(columns), `|${' --- |'.repeat(columns.length)}`, ...lines.map(row)].join('\n');
}

/** A line break or a bar would end the cell. */
const markdownCell = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\r?\n|\r/g, '<br>');
