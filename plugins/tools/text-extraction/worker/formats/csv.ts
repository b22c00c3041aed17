import { CsvError, parse } from 'csv-parse/sync';
import type { TableBounds } from '#plugins/text-extraction/contract.ts';
import { decodeText } from '#plugins/text-extraction/worker/encoding.ts';
import { writeTable } from '#plugins/text-extraction/worker/markdown-table.ts';
import { Refusal } from '#plugins/text-extraction/worker/refusal.ts';
import type { Reader, Source } from '#plugins/text-extraction/worker/source.ts';
import { tooManyColumns, tooManyRows } from '#plugins/text-extraction/worker/table-bounds.ts';

/** Lines that are looked at to find the separator. */
const sampleLines = 20;

const csvOptions = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true };

/** A markdown table; separators are commas, semicolons, tabs or bars, whichever the file has. */
export const readCsv: Reader = ({ bytes, extension, charset, output }) => {
  const text = decodeText(bytes, charset);
  const separator = extension === 'tsv' || extension === 'tab' ? '\t' : separatorOf(text);
  writeTable(parseCsv(text, separator), output);
};

/**
 * Records within bounds. A first line `sep=;`, by which spreadsheets tell the separator, is none of them. In a quoted cell
 * of the first lines, separators would mislead: they are not counted.
 */
export function csvRows(
  { bytes, extension, charset, output }: Source,
  bounds: TableBounds,
): readonly (readonly string[])[] {
  const text = decodeText(bytes, charset);
  output.check(text.length);
  const told = /^\ufeff?sep=(.)(?:\r\n|\n|\r)/.exec(text);
  const table = told === null ? text : text.slice(told[0].length);
  const separator = told?.[1] ?? (extension === 'tsv' || extension === 'tab' ? '\t' : separatorOf(table));
  const rows: (readonly string[])[] = [];
  const take = (row: readonly string[]) => {
    if (row.length > bounds.columns) throw tooManyColumns(bounds.columns);
    if (row.some((cell) => cell.trim() !== '') && rows.push(row) > bounds.rows) throw tooManyRows(bounds.rows);
    // Nothing is collected a second time.
    return null;
  };
  try {
    parse(table, { ...csvOptions, delimiter: separator, on_record: take });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    throw new Refusal('unreadable', `has a quote that is never closed, in a row after row ${rows.length}`);
  }
  return rows;
}

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

/** Records of RFC 4180. Quotes that are out of place are text; where one is never closed, all of them are. */
export function parseCsv(text: string, separator: string): readonly (readonly string[])[] {
  const options = { ...csvOptions, delimiter: separator };
  try {
    return parse(text, options);
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') {
      return parse(text, { ...options, quote: null });
    }
    throw error;
  }
}
