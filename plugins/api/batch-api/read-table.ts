import { setImmediate as turn } from 'node:timers/promises';
import { fromJson, toJson } from '#engine';
import { isPlatformError, PlatformError } from '#kernel';
import type { NewRow } from '#plugins/batches/contract.ts';
import type { AppRunRequest, AppRuns } from '#plugins/delivery-api/contract.ts';
import type { TextExtraction } from '#plugins/text-extraction/contract.ts';
import {
  rowOfCells,
  rowsOfJson,
  type TableColumn,
  type TableInput,
  type TableRow,
  tableColumns,
  tableInputs,
} from './table-inputs.ts';

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
  readonly request: Omit<AppRunRequest, 'inputs'>;
  readonly maxRows: number;
  readonly signal: AbortSignal;
}

const MAX_COLUMNS = 500;
/** Characters of one row's inputs, as JSON. */
export const MAX_INPUT = 65_536;
const MAX_ERRORS = 100;
/** Rows that are checked before others have their turn. */
const ROWS_A_TURN = 100;

/** Reads a file with rows, and checks each row as a run of the app would. Throws for what is no table, and for too many rows. */
export async function readTable(file: TableFile, reading: Reading): Promise<CheckedTable> {
  const { version } = reading.request.caller;
  const inputs = tableInputs(version.compiled.inputForm);
  const table = isJson(file) ? tableOfJson(file, inputs) : await tableOfCells(file, inputs, reading);
  if (table.rows.length === 0)
    throw invalid('The file has no row: below a line with the names of the inputs it needs some.');
  if (table.rows.length > reading.maxRows) throw tooManyRows(reading.maxRows);
  return { columns: table.columns, ...(await checkedRows(table.rows, inputs, reading)) };
}

interface Table {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

function isJson({ name, mediaType }: TableFile): boolean {
  return mediaType === 'application/json' || /\.json$/i.test(name);
}

function tableOfJson({ bytes }: TableFile, inputs: readonly TableInput[]): Table {
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = fromJson(text);
  } catch {
    throw invalid('The file is no JSON.');
  }
  return { columns: inputs.map(({ name }) => ({ name, input: name })), rows: rowsOfJson(value) };
}

async function tableOfCells(file: TableFile, inputs: readonly TableInput[], reading: Reading): Promise<Table> {
  const { workspaceId, appId } = reading.request.caller;
  // The names of the columns are a row, too.
  const bounds = { rows: reading.maxRows + 1, columns: MAX_COLUMNS };
  const [header = [], ...lines] = await reading.extraction.extractTable(file, bounds, {
    workspaceId,
    appId,
    signal: reading.signal,
  });
  const columns = tableColumns(header, inputs);
  if (inputs.length > 0 && columns.every(({ input }) => input === null)) {
    const names = inputs.map(({ name }) => name).join(', ');
    throw invalid(`No column of the file is called like an input of the app: ${names.slice(0, 500)}.`);
  }
  const known = new Map(inputs.map((input) => [input.name, input]));
  return { columns, rows: lines.map((cells) => rowOfCells(cells, columns, known)) };
}

async function checkedRows(rows: readonly TableRow[], inputs: readonly TableInput[], reading: Reading) {
  const isFile = new Set(inputs.filter(({ control }) => control.startsWith('file')).map(({ name }) => name));
  const checked: NewRow[] = [];
  const errors: RowError[] = [];
  let errorCount = 0;
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await turn();
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
async function checkedRow({ inputs, errors }: TableRow, isFile: ReadonlySet<string>, { runs, request }: Reading) {
  const given = toJson(inputs);
  if (given.length > MAX_INPUT) {
    const message = `The inputs of a row have at most ${MAX_INPUT} characters.`;
    return { inputs: '{}', wrong: [{ field: '', message }] };
  }
  if (errors.length > 0) {
    return { inputs: given, wrong: errors.map(({ field, message }) => ({ field, message: `${field} ${message}.` })) };
  }
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

export function tooManyRows(limit: number): PlatformError {
  return invalid(`A batch has at most ${limit} rows; make several of the file.`);
}

function invalid(message: string): PlatformError {
  return new PlatformError('invalid', 'batch-api.invalid_param', message, { field: 'file' });
}

/** The rows that are wrong, for who wanted all of them run. */
export function wrongRows(errors: readonly RowError[], count: number): PlatformError {
  const named = errors.slice(0, 5).map(({ row, message }) => `row ${row}: ${message}`);
  const more = count > named.length ? ` … (${count} in all)` : '';
  const message = `Some rows are no inputs of the app: ${named.join(' ')}${more} Mend them, or send skip_wrong=true.`;
  return new PlatformError('invalid', 'batch-api.wrong_rows', message, { field: errors[0]?.field || 'file' });
}
