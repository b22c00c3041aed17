import { fromJson, isMapping, type JsonText, toJson } from '#engine';
import { isUuid, PlatformError } from '#kernel';
import { contentTask } from '#plugins/content-threads/contract.ts';
import { readText } from '#plugins/text-extraction/contract.ts';
import type { TableInput } from './table-inputs.ts';

/** Characters of one row's inputs, as JSON. */
export const MAX_INPUT = 65_536;
/** Characters of a column's name in what is told. */
const MAX_NAME = 200;

/** A file with rows, and the inputs they fill. */
export interface TableWork {
  /** `cells`: rows of cells as JSON, as a table is extracted; `json`: a file of inputs. */
  readonly kind: 'cells' | 'json';
  readonly bytes: Uint8Array;
  readonly inputs: readonly TableInput[];
  readonly maxRows: number;
}

/** A column of a table, and the input it fills; null: none. */
export interface TableColumn {
  readonly name: string;
  readonly input: string | null;
}

/** What a cell can't be read as; its input is left out. */
export interface CellError {
  readonly field: string;
  readonly message: string;
}

/** A row of a table. */
export interface ReadRow {
  /** null: they are longer than inputs of a row may be. */
  readonly inputs: JsonText | null;
  readonly errors: readonly CellError[];
}

export interface ReadTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly ReadRow[];
}

export const tableTask = contentTask<typeof run>(new URL(import.meta.url));

/** Reads rows as inputs of an app. Throws for what is no table, and for too many rows. */
export function run({ kind, bytes, inputs, maxRows }: TableWork): ReadTable {
  return kind === 'json' ? tableOfJson(bytes, inputs, maxRows) : tableOfCells(bytes, inputs, maxRows);
}

function checkCount(rows: readonly unknown[], maxRows: number): void {
  if (rows.length > maxRows) throw tooManyRows(maxRows);
  if (rows.length > 0) return;
  throw invalid('The file has no row: below a line with the names of the inputs it needs some.');
}

function tooManyRows(limit: number): PlatformError {
  return invalid(`A batch has at most ${limit} rows (WEFT_BATCH_ROWS); make several of the file.`);
}

function tableOfJson(bytes: Uint8Array, inputs: readonly TableInput[], maxRows: number): ReadTable {
  let value: unknown;
  try {
    value = fromJson(readText(bytes).text);
  } catch {
    throw invalid('The file is no JSON.');
  }
  if (!Array.isArray(value)) throw notRows('it is no list');
  checkCount(value, maxRows);
  return { columns: inputs.map(({ name }) => ({ name, input: name })), rows: value.map(rowOfJson) };
}

function tableOfCells(bytes: Uint8Array, inputs: readonly TableInput[], maxRows: number): ReadTable {
  const [header = [], ...lines] = JSON.parse(Buffer.from(bytes).toString('utf8')) as (readonly string[])[];
  const columns = tableColumns(header, inputs);
  if (inputs.length > 0 && columns.every(({ input }) => input === null)) {
    const names = inputs.map(({ name }) => name).join(', ');
    throw invalid(`No column of the file is called like an input of the app: ${names.slice(0, 500)}.`);
  }
  const known = new Map(inputs.map((input) => [input.name, input]));
  checkCount(lines, maxRows);
  return { columns, rows: lines.map((cells) => rowOfCells(cells, columns, known)) };
}

function rowOfJson(row: unknown, index: number): ReadRow {
  if (!isMapping(row)) throw notRows(`item ${index + 1} is no object`);
  return readRow(row, []);
}

function readRow(inputs: Readonly<Record<string, unknown>>, errors: readonly CellError[]): ReadRow {
  const text = toJson(inputs);
  return { inputs: text.length > MAX_INPUT ? null : text, errors };
}

/** Finds the input of each column, by its name or else its label. Throws when two columns fill one input. */
function tableColumns(header: readonly string[], inputs: readonly TableInput[]): TableColumn[] {
  const byName = new Map(inputs.map(({ name }) => [name, name]));
  const folded = new Map(inputs.map(({ name }) => [fold(name), name]));
  const byLabel = new Map(inputs.map(({ name, label }) => [fold(label), name]));
  const taken = new Set<string>();
  return header.map((cell) => {
    const name = cell.trim();
    const input = byName.get(name) ?? folded.get(fold(name)) ?? byLabel.get(fold(name)) ?? null;
    if (input !== null && taken.has(input)) {
      const message = `Two columns of the table fill the input '${input}'; leave one of them out.`;
      throw new PlatformError('invalid', 'batch-api.invalid_param', message, { field: input });
    }
    if (input !== null) taken.add(input);
    return { name: name.slice(0, MAX_NAME), input };
  });
}

function fold(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** A line of a table as inputs; an empty cell gives none. */
function rowOfCells(
  cells: readonly string[],
  columns: readonly TableColumn[],
  inputs: ReadonlyMap<string, TableInput>,
): ReadRow {
  const values: [string, unknown][] = [];
  const errors: CellError[] = [];
  for (const [index, { input: name }] of columns.entries()) {
    const cell = cells[index] ?? '';
    const input = name === null ? undefined : inputs.get(name);
    if (input === undefined || cell.trim() === '') continue;
    const value = cellValue(input, cell);
    if (value === undefined) errors.push({ field: input.name, message: mistakes[input.control] ?? 'can not be read' });
    else values.push([input.name, value]);
  }
  return readRow(Object.fromEntries(values), errors);
}

const mistakes: Readonly<Record<string, string>> = {
  json_object: 'is no JSON',
  file: 'must be an address (http or https) or the id of an upload',
  'file-list': 'must be addresses (http or https) or ids of uploads, with spaces or line ends between them',
};

/** undefined: the cell can't be read as the input. */
function cellValue({ control, options }: TableInput, cell: string): unknown {
  switch (control) {
    case 'json_object':
      return jsonIn(cell);
    case 'file':
      return fileIn(cell.trim());
    case 'file-list': {
      const files = cell.trim().split(/\s+/).map(fileIn);
      return files.includes(undefined) ? undefined : files;
    }
    case 'select':
      return options.includes(cell) ? cell : cell.trim();
    case 'number':
    case 'checkbox':
      return cell.trim();
    default:
      return cell;
  }
}

function jsonIn(text: JsonText): unknown {
  try {
    return fromJson(text);
  } catch {
    return undefined;
  }
}

function fileIn(text: string): Readonly<Record<string, string>> | undefined {
  if (isUuid(text)) return { transfer_method: 'local_file', upload_file_id: text.toLowerCase() };
  return /^https?:\/\//i.test(text) ? { transfer_method: 'remote_url', url: text } : undefined;
}

function notRows(why: string): PlatformError {
  return invalid(`Rows given as JSON are a list of objects, the inputs of a run each: ${why}.`);
}

function invalid(message: string): PlatformError {
  return new PlatformError('invalid', 'batch-api.invalid_param', message, { field: 'file' });
}
