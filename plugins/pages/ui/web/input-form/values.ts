import { type InputField, isMapping } from './fields.ts';
import { type FileType, isFileType, typeOfName } from './file-types.ts';
import type { PickedFile } from './remote-files.ts';

/** A file that somebody chose, or the address of one. */
export interface FormFile {
  /** Tells it from another file of the same name. */
  readonly key: string;
  readonly name: string;
  readonly type: FileType;
  /** In bytes; -1 for an address. */
  readonly size: number;
  readonly state: 'uploading' | 'ready' | 'failed';
  /** Of 1, while it is uploaded. */
  readonly done: number;
  readonly error?: string;
  readonly uploadId?: string;
  readonly url?: string;
  /** Kept to try again, and to show a picture. */
  readonly content?: File;
  /** Of another service, from which it is fetched. */
  readonly picked?: PickedFile;
}

/** What a field holds while it is filled in: text (numbers and JSON too), whether it is ticked, or files. */
export type FieldValue = string | boolean | readonly FormFile[];
export type FormValues = Readonly<Record<string, FieldValue>>;

/** What is wrong with a value; `texts` say it. */
export type Wrong =
  | { readonly why: 'required' | 'number' | 'option' | 'uploading' | 'failed' | 'object' | 'list' | 'too-large-number' }
  | { readonly why: 'too-long'; readonly maximum: number; readonly length: number }
  | { readonly why: 'too-many'; readonly maximum: number }
  | { readonly why: 'json'; readonly line: number }
  | { readonly why: 'said'; readonly message: string };
export type Wrongs = Readonly<Record<string, Wrong>>;

let lastKey = 0;
export function newKey(): string {
  lastKey += 1;
  return `file-${lastKey}`;
}

/** A form's beginning: what was given for it (inputs of an earlier run, of the page's address), else its defaults. */
export function startValues(fields: readonly InputField[], given: Readonly<Record<string, unknown>> = {}): FormValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, startValue(field, Object.hasOwn(given, field.name) ? given[field.name] : null)]),
  );
}

function startValue(field: InputField, given: unknown): FieldValue {
  const value = given ?? field.preset;
  switch (field.kind) {
    case 'checkbox':
      return value === true || (typeof value === 'string' && /^(true|yes|on|1)$/i.test(value.trim())) || value === 1;
    case 'file':
    case 'file-list':
      return (Array.isArray(value) ? value : [value]).flatMap(startFile);
    case 'json_object':
      if (typeof value === 'string') return value;
      return value === null ? '' : JSON.stringify(value, null, 2);
    case 'select':
      return typeof value === 'string' && field.options.includes(value) ? value : '';
    default:
      return value === null || typeof value === 'object' ? '' : String(value);
  }
}

/** Of a file value (runtime API, file objects), or a reference to one. */
function startFile(value: unknown): FormFile[] {
  if (!isMapping(value)) return [];
  const uploadId = [value.upload_file_id, value.related_id].find((id) => typeof id === 'string' && id !== '');
  const url = [value.remote_url, value.url].find((each) => typeof each === 'string' && /^https?:/.test(each));
  const isRemote = value.transfer_method === 'remote_url';
  const named = typeof value.filename === 'string' && value.filename !== '' ? value.filename : '';
  if (isRemote ? url === undefined : uploadId === undefined) return [];
  return [
    {
      key: newKey(),
      name: named || (isRemote ? String(url) : String(uploadId)),
      type: isFileType(value.type) ? value.type : typeOfName(named),
      size: typeof value.size === 'number' ? value.size : -1,
      state: 'ready',
      done: 1,
      ...(isRemote ? { url: String(url) } : { uploadId: String(uploadId) }),
    },
  ];
}

/** What keeps a form from being sent, by field, in the order of the fields. */
export function checkValues(fields: readonly InputField[], values: FormValues): Wrongs {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const wrong = checkValue(field, values[field.name] ?? '');
      return wrong === null ? [] : [[field.name, wrong]];
    }),
  );
}

export function checkValue(field: InputField, value: FieldValue): Wrong | null {
  if (field.kind === 'checkbox') return null;
  if (typeof value !== 'string') return typeof value === 'boolean' ? null : checkFiles(field, value);
  // As the server has it: spaces are a text, and no number.
  const given = field.kind === 'number' || field.kind === 'json_object' ? value.trim() : value;
  if (given === '') return field.required ? { why: 'required' } : null;
  switch (field.kind) {
    case 'number':
      return checkNumber(given);
    case 'json_object':
      return checkJson(field, given);
    case 'select':
      return field.options.includes(given) ? null : { why: 'option' };
    default:
      return checkLength(field, given);
  }
}

function checkFiles(field: InputField, files: readonly FormFile[]): Wrong | null {
  if (files.length === 0) return field.required ? { why: 'required' } : null;
  const maximum = field.kind === 'file' ? 1 : field.maximum;
  if (maximum > 0 && files.length > maximum) return { why: 'too-many', maximum };
  if (files.some(({ state }) => state === 'failed')) return { why: 'failed' };
  return files.some(({ state }) => state === 'uploading') ? { why: 'uploading' } : null;
}

function checkNumber(given: string): Wrong | null {
  if (given.length > 400) return { why: 'too-large-number' };
  if (/^[+-]?\d+$/.test(given)) return null;
  if (!/^[+-]?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(given)) return { why: 'number' };
  return Number.isFinite(Number(given)) ? null : { why: 'too-large-number' };
}

function checkJson(field: InputField, given: string): Wrong | null {
  try {
    const value: unknown = JSON.parse(given);
    if (field.isList) return Array.isArray(value) ? null : { why: 'list' };
    return isMapping(value) ? null : { why: 'object' };
  } catch (error) {
    return { why: 'json', line: lineOf(given, error) };
  }
}

/** Browsers tell the place of a mistake as a position, or as a line, in words of their own. */
function lineOf(given: string, error: unknown): number {
  const message = error instanceof Error ? error.message : '';
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  return given.slice(0, position === undefined ? given.length : Number(position)).split('\n').length;
}

function checkLength(field: InputField, given: string): Wrong | null {
  if (field.maximum === 0 || given.length <= field.maximum) return null;
  const length = [...given].length;
  return length > field.maximum ? { why: 'too-long', maximum: field.maximum, length } : null;
}

/** The `inputs` of a request, of values that were checked. What was left empty is left out. */
export function toInputs(fields: readonly InputField[], values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = toInput(field, values[field.name] ?? '');
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

function toInput(field: InputField, value: FieldValue): unknown {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') {
    const references = value.filter(({ state }) => state === 'ready').map(toReference);
    if (field.kind === 'file') return references[0];
    return references.length > 0 ? references : undefined;
  }
  if (field.kind === 'number') return toNumber(value.trim());
  if (field.kind === 'json_object') return value.trim() === '' ? undefined : JSON.parse(value);
  if (value !== '') return value;
  // An emptied text is one; an optional one that nobody touched takes its default, which is the same.
  return field.kind === 'select' || field.required ? undefined : '';
}

/** Digits that a number of JavaScript can't hold are sent as they were typed. */
function toNumber(given: string): number | string | undefined {
  if (given === '') return undefined;
  return String(Number(given)) === given ? Number(given) : given;
}

function toReference(file: FormFile): Readonly<Record<string, unknown>> {
  const { type, uploadId, url } = file;
  return uploadId === undefined
    ? { type, transfer_method: 'remote_url', url }
    : { type, transfer_method: 'local_file', upload_file_id: uploadId };
}
