import { fromJson, type InputField, isMapping, type JsonText } from '#engine';
import { isUuid, PlatformError } from '#kernel';

/** An input of an app, as tables need it. */
export interface TableInput {
  readonly name: string;
  readonly label: string;
  readonly control: string;
  readonly isRequired: boolean;
  readonly options: readonly string[];
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

/** A row of a table, as inputs. */
export interface TableRow {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly errors: readonly CellError[];
}

/** Characters of a column's name in what is told. */
const MAX_NAME = 200;

/** The inputs of an app, in the order of its form. */
export function tableInputs(form: readonly InputField[]): TableInput[] {
  return form.flatMap((field) =>
    Object.entries(field).flatMap(([control, rules]) => {
      const { variable, label, required, options } = rules;
      if (typeof variable !== 'string') return [];
      const texts = Array.isArray(options)
        ? options.filter((option): option is string => typeof option === 'string')
        : [];
      return {
        name: variable,
        label: typeof label === 'string' ? label : variable,
        control,
        isRequired: required === true,
        options: texts,
      };
    }),
  );
}

/** Finds the input of each column, by its name or else its label. Throws when two columns fill one input. */
export function tableColumns(header: readonly string[], inputs: readonly TableInput[]): TableColumn[] {
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
export function rowOfCells(
  cells: readonly string[],
  columns: readonly TableColumn[],
  inputs: ReadonlyMap<string, TableInput>,
): TableRow {
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
  return { inputs: Object.fromEntries(values), errors };
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

/** Rows that are given as JSON: a list of objects. Throws for anything else. */
export function rowsOfJson(value: unknown): TableRow[] {
  if (!Array.isArray(value)) throw notRows('it is no list');
  return value.map((row, index) => {
    if (!isMapping(row)) throw notRows(`item ${index + 1} is no object`);
    return { inputs: row, errors: [] };
  });
}

function notRows(why: string): PlatformError {
  const message = `Rows given as JSON are a list of objects, the inputs of a run each: ${why}.`;
  return new PlatformError('invalid', 'batch-api.invalid_param', message, { field: 'file' });
}
