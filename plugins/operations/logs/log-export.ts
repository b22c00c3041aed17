import { attachment, csvRow, type Reply, stringify } from '#http';

/** How an export is written. */
export type ExportFormat = 'csv' | 'jsonl';

/** Query parameters of exports. */
export const formatQuery = { format: { type: 'string', enum: ['csv', 'jsonl'], default: 'csv' } } as const;

type Cell = string | number | boolean | null;

/** A line of an export. */
export interface ExportedLine {
  /** In the order of the columns. */
  readonly cells: readonly Cell[];
  /** The same as an object, for JSON. */
  readonly item: object;
}

/** A file with a line for each; batches are read as fast as the file is. */
export function exported(
  name: string,
  format: ExportFormat,
  columns: readonly string[],
  batches: AsyncIterable<readonly ExportedLine[]>,
): Reply {
  if (format === 'jsonl') return attachment(`${name}.jsonl`, 'application/jsonl', jsonLines(batches));
  return attachment(`${name}.csv`, 'text/csv; charset=utf-8', csvLines(columns, batches));
}

async function* csvLines(columns: readonly string[], batches: AsyncIterable<readonly ExportedLine[]>) {
  yield csvRow(columns);
  for await (const batch of batches) yield batch.map(({ cells }) => csvRow(cells.map(plain))).join('');
}

async function* jsonLines(batches: AsyncIterable<readonly ExportedLine[]>) {
  for await (const batch of batches) yield batch.map(({ item }) => `${stringify(item)}\n`).join('');
}

function plain(cell: Cell): string | number | null {
  return typeof cell === 'boolean' ? String(cell) : cell;
}
