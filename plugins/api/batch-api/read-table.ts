import { fromJson, isMapping, toJson } from '#engine';
import { isPlatformError, PlatformError, Slices } from '#kernel';
import type { NewRow } from '#plugins/batches/contract.ts';
import type { ContentThreads } from '#plugins/content-threads/contract.ts';
import type { AppRunRequest, AppRuns } from '#plugins/delivery-api/contract.ts';
import type { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { type TableInput, tableInputs } from './table-inputs.ts';
import { MAX_INPUT, type ReadRow, type ReadTable, type TableColumn, tableTask } from './table-task.ts';

/** A file with rows, in memory. */
export interface TableFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** What is wrong with one input of one row. */
export interface RowError {
  /** From 1. */
  readonly row: number;
  readonly field: string;
  readonly message: string;
}

/** A table that was read and checked. */
export interface CheckedTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly NewRow[];
  /** The first of them. */
  readonly errors: readonly RowError[];
  readonly errorCount: number;
}

interface Reading {
  readonly runs: AppRuns;
  readonly extraction: TextExtraction;
  readonly threads: ContentThreads;
  readonly request: Omit<AppRunRequest, 'inputs'>;
  readonly maxRows: number;
  readonly signal: AbortSignal;
}

const MAX_COLUMNS = 500;
const MAX_ERRORS = 100;

/** Reads a file with rows, and checks each row as a run of the app would. Throws for what is no table, and for too many rows. */
export async function readTable(file: TableFile, reading: Reading): Promise<CheckedTable> {
  const { version } = reading.request.caller;
  const inputs = tableInputs(version.compiled.inputForm);
  const table = await tableOf(file, inputs, reading);
  return { columns: table.columns, ...(await checkedRows(table.rows, inputs, reading)) };
}

/** Cells are found in a process of their own, and what they mean in a thread. */
async function tableOf(file: TableFile, inputs: readonly TableInput[], reading: Reading): Promise<ReadTable> {
  const { extraction, threads, maxRows, signal, request } = reading;
  const { workspaceId, appId } = request.caller;
  const isJson = file.mediaType === 'application/json' || /\.json$/i.test(file.name);
  // The names of the columns are a row, too.
  const bounds = { rows: maxRows + 1, columns: MAX_COLUMNS };
  const bytes = isJson ? file.bytes : await extraction.extractTableBytes(file, bounds, { workspaceId, appId, signal });
  const work = { kind: isJson ? 'json' : 'cells', bytes, inputs, maxRows } as const;
  return threads.run(tableTask, work, { workspaceId, signal, handed: bytes });
}

async function checkedRows(rows: readonly ReadRow[], inputs: readonly TableInput[], reading: Reading) {
  const isFile = new Set(inputs.filter(({ control }) => control.startsWith('file')).map(({ name }) => name));
  const checked: NewRow[] = [];
  const errors: RowError[] = [];
  let errorCount = 0;
  const slices = new Slices();
  for (const [index, row] of rows.entries()) {
    await slices.next();
    reading.signal.throwIfAborted();
    const { inputs: given, wrong } = await checkedRow(row, isFile, reading);
    checked.push({
      status: wrong.length === 0 ? 'waiting' : 'wrong',
      inputs: given,
      error: wrong.length === 0 ? null : wrong.map(({ message }) => message).join(' '),
    });
    errorCount += wrong.length;
    for (const error of wrong.slice(0, MAX_ERRORS - errors.length)) errors.push({ row: index + 1, ...error });
  }
  return { rows: checked, errors, errorCount };
}

/** Files stay as they were given: what they are is looked up again when the row runs. */
async function checkedRow({ inputs: given, errors }: ReadRow, isFile: ReadonlySet<string>, { runs, request }: Reading) {
  if (given === null) {
    const message = `The inputs of a row have at most ${MAX_INPUT} characters.`;
    return { inputs: '{}', wrong: [{ field: '', message }] };
  }
  if (errors.length > 0) {
    return { inputs: given, wrong: errors.map(({ field, message }) => ({ field, message: `${field} ${message}.` })) };
  }
  const read = fromJson(given);
  const inputs = isMapping(read) ? read : {};
  try {
    const taken = await runs.check({ ...request, inputs });
    const kept = Object.entries(taken).map(([name, value]) => [
      name,
      isFile.has(name) ? (inputs[name] ?? null) : value,
    ]);
    return { inputs: toJson(Object.fromEntries(kept)), wrong: [] };
  } catch (error) {
    if (!isPlatformError(error) || error.kind !== 'invalid' || error.field === undefined) throw error;
    const message = error.message.replace(/^inputs\./, '').slice(0, 500);
    return { inputs: given, wrong: [{ field: error.field, message }] };
  }
}

/** The rows that are wrong, for who wanted all of them run. */
export function wrongRows(errors: readonly RowError[], count: number): PlatformError {
  const named = errors.slice(0, 5).map(({ row, message }) => `row ${row}: ${message}`);
  const more = count > named.length ? ` … (${count} in all)` : '';
  const message = `Some rows are no inputs of the app: ${named.join(' ')}${more} Mend them, or send skip_wrong=true.`;
  return new PlatformError('invalid', 'batch-api.wrong_rows', message, { field: errors[0]?.field || 'file' });
}
