import writeWorkbook from 'write-excel-file/node';
import type { Block } from './markdown.ts';
import { numberIn, tablesOf } from './tables.ts';

/** What a cell may hold. */
const MAX_CELL = 32_000;

/** A sheet for each table. Cells are numbers or texts and never formulas, whatever they begin with. */
export async function toXlsx(blocks: readonly Block[]): Promise<Uint8Array> {
  const names = new Set<string>();
  const sheets = tablesOf(blocks).map(({ name, rows }, at) => ({
    sheet: sheetName(name, at, names),
    stickyRowsCount: 1,
    columns: (rows[0] ?? []).map((_, column) => ({ width: widthOf(rows, column) })),
    data: rows.map((row, index) => row.map((text) => (index === 0 ? head(text) : cell(text)))),
  }));
  return writeWorkbook(sheets).toBuffer();
}

function head(text: string) {
  return { value: text.slice(0, MAX_CELL), type: String, fontWeight: 'bold' as const };
}

function cell(text: string) {
  const number = numberIn(text);
  if (number !== undefined) return { value: number, type: Number };
  return text === '' ? null : { value: text.slice(0, MAX_CELL), type: String };
}

function widthOf(rows: readonly (readonly string[])[], column: number): number {
  const longest = rows.slice(0, 200).reduce((width, row) => Math.max(width, (row[column] ?? '').length), 0);
  return Math.min(60, Math.max(8, longest + 2));
}

/** At most 31 characters, without those that formulas need, and each once. */
function sheetName(name: string, at: number, taken: Set<string>): string {
  const clean = name
    .replace(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 26);
  const wanted = clean || `Sheet${at + 1}`;
  const found = taken.has(wanted.toLowerCase()) ? `${wanted} ${at + 1}` : wanted;
  taken.add(found.toLowerCase());
  return found;
}
