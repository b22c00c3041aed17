import { fromJson, isMapping, toText } from '#engine';
import { csvRow, stringify } from '#http';
import type { AppCaller } from '#plugins/app-access/contract.ts';
import type { Batch, Batches, BatchRow } from '#plugins/batches/contract.ts';
import type { FileAddresses } from '#plugins/files/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';
import { rowItem, rowsFor } from './batch-item.ts';
import { withLargeOutputs } from './large-outputs.ts';

interface ExportParts {
  readonly batches: Batches;
  readonly runs: Runs;
  readonly files: FileAddresses;
  readonly reader: Pick<AppCaller, 'visitor'>;
}

/** Rows that are in memory at a time. */
const PAGE = 100;

/** A line for each row: inputs, outputs, and what became of it. */
export async function* csvOf(parts: ExportParts, batch: Batch): AsyncGenerator<string> {
  const { columns, outputColumns, workspaceId } = batch;
  const inputNames = columns.map((name) => (outputColumns.includes(name) ? `input.${name}` : name));
  const outputNames = outputColumns.map((name) => (columns.includes(name) ? `output.${name}` : name));
  // With a mark, so that spreadsheets take it for UTF-8.
  yield `\ufeff${csvRow(['number', ...inputNames, ...outputNames, 'status', 'error', 'elapsed_time', 'total_tokens'])}`;
  for await (const rows of pagesOf(parts, batch)) {
    yield rows.map((row) => csvLine(row, batch, (text) => parts.files.freshenText(workspaceId, text))).join('');
  }
}

function csvLine(row: BatchRow, { columns, outputColumns }: Batch, fresh: (text: string) => string): string {
  const inputs = mappingIn(fresh(row.inputs));
  const outputs = row.outputs === null ? {} : mappingIn(fresh(row.outputs));
  const cells = [...columns.map((name) => cellOf(inputs, name)), ...outputColumns.map((name) => cellOf(outputs, name))];
  const status = row.status === 'paused' ? 'running' : row.status;
  return csvRow([row.number, ...cells, status, row.error, row.elapsed, row.totalTokens]);
}

function mappingIn(text: string): Readonly<Record<string, unknown>> {
  const value = fromJson(text);
  return isMapping(value) ? value : {};
}

function cellOf(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : null;
  return value === null || value === undefined ? '' : toText(value);
}

/** A list of the rows as they are told. */
export async function* jsonOf(parts: ExportParts, batch: Batch): AsyncGenerator<string> {
  let start = '[';
  for await (const rows of pagesOf(parts, batch)) {
    const items = rows.map((row) => stringify(rowItem(row, batch.workspaceId, parts.files)));
    yield `${start}${items.join(',\n')}`;
    start = ',\n';
  }
  yield start === '[' ? '[]' : ']';
}

async function* pagesOf({ batches, runs, reader }: ExportParts, batch: Batch): AsyncGenerator<readonly BatchRow[]> {
  let after = 0;
  for (let hasMore = true; hasMore; ) {
    const page = await batches.rows(batch, { after, limit: PAGE });
    const rows = rowsFor(reader, await withLargeOutputs(runs, batch.workspaceId, page.items));
    if (rows.length > 0) yield rows;
    after = page.items.at(-1)?.number ?? after;
    hasMore = page.hasMore && page.items.length > 0;
  }
}
