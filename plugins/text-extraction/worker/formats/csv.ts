import { decodeText } from '../encoding.ts';
import { writeTable } from '../markdown-table.ts';
import type { Reader } from '../source.ts';

/** Lines that are looked at to find the separator. */
const sampleLines = 20;

/** A markdown table; separators are commas, semicolons, tabs or bars, whichever the file has. */
export const readCsv: Reader = ({ bytes, extension, charset, output }) => {
  const text = decodeText(bytes, charset);
  const separator = extension === 'tsv' || extension === 'tab' ? '\t' : separatorOf(text);
  writeTable(parseCsv(text, separator), output);
};

/** Whether every line at the start is cut by the same separator. */
export function looksLikeTable(text: string): boolean {
  return commonSeparator(text) !== null;
}

function separatorOf(text: string): string {
  return commonSeparator(text) ?? ',';
}

/** The one that occurs in every line, outside of quotes, most often. */
function commonSeparator(text: string): string | null {
  const lines = text
    .slice(0, 64 * 1024)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, sampleLines);
  let best: string | null = null;
  let most = 0;
  for (const separator of [',', ';', '\t', '|']) {
    const fewest = Math.min(...lines.map((line) => line.split(separator).length - 1));
    if (Number.isFinite(fewest) && fewest > most) {
      best = separator;
      most = fewest;
    }
  }
  return best;
}

/** Records of RFC 4180: a quoted cell may hold separators, line breaks and doubled quotes. */
export function parseCsv(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator);
    row.push(cell);
    at = end + 1;
    if (text[end] === separator) continue;
    rows.push(row);
    row = [];
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    if (end >= text.length) break;
  }
  return rows;
}

interface Cell {
  readonly cell: string;
  /** Where the separator, the line's end or the text's end is. */
  readonly end: number;
}

function plainCell(text: string, start: number, separator: string): Cell {
  let end = start;
  for (; end < text.length; end += 1) {
    const char = text[end];
    if (char === separator || char === '\n' || char === '\r') break;
  }
  return { cell: text.slice(start, end), end };
}

/** A quote that is never closed takes the rest; what stands between the closing quote and the separator is kept. */
function quotedCell(text: string, start: number, separator: string): Cell {
  let cell = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { cell: cell + text.slice(from), end: text.length };
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      const rest = plainCell(text, quote + 1, separator);
      return { cell: cell + rest.cell, end: rest.end };
    }
    cell += '"';
    from = quote + 2;
  }
}
