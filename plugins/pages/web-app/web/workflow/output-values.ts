import { isMapping, type Mapping, textOf } from './frames.ts';

/** A file in an output (runtime API, file objects). */
export interface OutputFile {
  readonly name: string;
  /** `image`, `audio`, `video`, `document`, `custom`. */
  readonly type: string;
  readonly mediaType: string;
  /** In bytes; -1: not known. */
  readonly size: number;
  readonly url: string;
}

/** How an output is shown. */
export type ShownValue =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'files'; readonly files: readonly OutputFile[] }
  | { readonly kind: 'table'; readonly table: DataTable }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'tree'; readonly value: unknown };

export interface DataTable {
  readonly columns: readonly string[];
  readonly rows: readonly Mapping[];
  /** More columns than a table shows. */
  readonly isCut: boolean;
}

/** More are no table that anybody reads. */
const mostColumns = 60;

export function readFile(value: unknown): OutputFile | null {
  if (!isMapping(value) || value.dify_model_identity !== '__dify__file__') return null;
  const url = textOf(value.url) || textOf(value.remote_url);
  return {
    name: textOf(value.filename) || url.split('/').pop()?.split('?')[0] || 'file',
    type: textOf(value.type) || 'custom',
    mediaType: textOf(value.mime_type),
    size: typeof value.size === 'number' ? value.size : -1,
    url,
  };
}

/** Texts that hold JSON are shown as what they hold: code nodes and models often answer so. */
export function showValue(value: unknown): ShownValue {
  if (value === null || value === undefined || value === '') return { kind: 'nothing' };
  if (typeof value === 'number' || typeof value === 'boolean') return { kind: 'word', text: String(value) };
  if (typeof value === 'string') {
    const held = heldJson(value);
    return held === undefined ? { kind: 'text', text: value } : showValue(held);
  }
  if (Array.isArray(value)) return showList(value);
  const file = readFile(value);
  if (file !== null) return { kind: 'files', files: [file] };
  return { kind: 'tree', value };
}

function showList(list: readonly unknown[]): ShownValue {
  if (list.length === 0) return { kind: 'nothing' };
  const files = list.map(readFile);
  if (files.every((file) => file !== null)) return { kind: 'files', files };
  if (list.every(isFilled)) return { kind: 'table', table: tableOf(list) };
  const isShort = list.every((item) => typeof item !== 'object' && String(item).length <= 2000);
  return isShort ? { kind: 'list', items: list.map(String) } : { kind: 'tree', value: list };
}

function isFilled(item: unknown): item is Mapping {
  return isMapping(item) && Object.keys(item).length > 0;
}

function tableOf(rows: readonly Mapping[]): DataTable {
  const columns = new Set<string>();
  for (const row of rows) for (const key of Object.keys(row)) columns.add(key);
  return { columns: [...columns].slice(0, mostColumns), rows, isCut: columns.size > mostColumns };
}

/** Only objects and lists: a text "12" is a text. */
function heldJson(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed) || !/[\]}]$/.test(trimmed) || trimmed.length > 2_000_000) return undefined;
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A value in a cell, on one line's worth of text. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  const file = readFile(value);
  if (file !== null) return file.name;
  if (Array.isArray(value) && value.length > 0) {
    const files = value.map(readFile);
    if (files.every((each) => each !== null)) return files.map(({ name }) => name).join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What is copied, or lies in a downloaded file. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** As spreadsheets read it. A cell that would be a formula there begins with an apostrophe. */
export function toCsv({ columns, rows }: DataTable): string {
  const line = (cells: readonly string[]) => cells.map(csvCell).join(',');
  return `${[line(columns), ...rows.map((row) => line(columns.map((column) => cellText(row[column]))))].join('\r\n')}\r\n`;
}

function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A name that file systems take. */
export function fileName(title: string, extension: string): string {
  const name = title
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what file systems refuse.
    .replace(/[\u0000-\u001f<>:"/\\|?*\u007f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80);
  return `${name === '' ? 'result' : name}.${extension}`;
}
