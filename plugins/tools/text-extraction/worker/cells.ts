import type { TableBounds } from '#plugins/text-extraction/contract.ts';
import type { Format } from './format.ts';
import { Refusal } from './refusal.ts';
import type { Source } from './source.ts';

/** The cells of a table, as JSON. Characters that no database takes are left out, and so are rows without a value. */
export async function readCells(source: Source, format: Format, bounds: TableBounds): Promise<string> {
  const rows = await rowsOf(source, format, bounds);
  const cells = rows.map((row) => Array.from(row, (cell: string | undefined) => (cell ?? '').replaceAll('\0', '')));
  const filled = cells.filter((row) => row.some((cell) => cell.trim() !== ''));
  const text = JSON.stringify(filled.map((row) => row.map((cell) => cell.toWellFormed())));
  // The answer of a process is bounded by this, too.
  source.output.add(text);
  return text;
}

async function rowsOf(
  source: Source,
  format: Format,
  bounds: TableBounds,
): Promise<readonly (readonly (string | undefined)[])[]> {
  switch (format) {
    case 'xlsx':
      return (await import('./formats/xlsx.ts')).sheetRows(source, bounds);
    // What a table is called tells no more than what is in it.
    case 'csv':
    case 'text':
    case 'properties':
      return (await import('./formats/csv.ts')).csvRows(source, bounds);
    default:
      throw new Refusal('unsupported', 'is no table: give a CSV file or a workbook (xlsx)');
  }
}
