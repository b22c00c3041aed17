/** Checks what a caller sends against the form (runtime API, completion; app DSL, start). */

import type { FileResolver, InputField } from '#engine';
import { Float, fromJson, isMapping, isNumeric } from '#engine/run/values/value.ts';
import { compileSchema, isPlatformError, PlatformError, type Validator } from '#kernel';
import { type Mapping, plainJson, textAt, textsAt, valueAt } from './tree.ts';

const depthLimit = 100;

export async function checkInputs(
  form: readonly InputField[],
  inputs: Mapping,
  means: Pick<Input, 'resolveFile' | 'filesPerRun'>,
): Promise<Record<string, unknown>> {
  const checked: [string, unknown][] = [];
  for (const field of form) {
    for (const [control, rules] of Object.entries(field)) {
      const name = textAt(rules, 'variable');
      checked.push([name, await checkInput({ ...means, control, name, rules }, valueAt(inputs, name))]);
    }
  }
  return Object.fromEntries(checked);
}

interface Input {
  readonly control: string;
  readonly name: string;
  readonly rules: Mapping;
  readonly resolveFile: FileResolver;
  /** Of a list whose form names no maximum (app DSL, limits). */
  readonly filesPerRun: number;
}

async function checkInput(input: Input, sent: unknown): Promise<unknown> {
  const isRequired = valueAt(input.rules, 'required') === true;
  const given = withoutNul(input, sent);
  if (!isUnset(input, given)) return checkValue(input, given);
  if (isRequired) throw invalid(input, 'is required');
  const preset = valueAt(input.rules, 'default') ?? null;
  return isUnset(input, preset) ? null : checkValue(input, readDefault(input, preset));
}

/** Web forms send "" for what was left empty; only for text is that a value. */
function isUnset(input: Input, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  switch (input.control) {
    case 'number':
    case 'checkbox':
    case 'json_object':
      return typeof value === 'string' && value.trim() === '';
    case 'select':
      return value === '' && valueAt(input.rules, 'required') !== true && !textsAt(input.rules, 'options').includes('');
    case 'file':
      return value === '' || (Array.isArray(value) && value.length === 0);
    case 'file-list':
      return value === '' || (valueAt(input.rules, 'required') === true && Array.isArray(value) && value.length === 0);
    default:
      return false;
  }
}

function checkValue(input: Input, value: unknown): unknown {
  switch (input.control) {
    case 'select':
      return checkSelect(input, value);
    case 'number':
      return checkNumber(input, value);
    case 'checkbox':
      return checkCheckbox(input, value);
    case 'file':
      return checkFile(input, Array.isArray(value) && value.length === 1 ? value[0] : value);
    case 'file-list':
      return checkFiles(input, value);
    case 'json_object':
      return checkObject(input, value);
    default:
      return checkText(input, value);
  }
}

function checkText(input: Input, value: unknown): string {
  if (typeof value !== 'string') throw invalid(input, 'must be a string');
  const maximum = maximumOf(input);
  // Characters, not UTF-16 units: counting is only worth it when it can matter.
  if (maximum !== undefined && value.length > maximum && [...value].length > maximum) {
    throw invalid(input, `must have at most ${maximum} characters`);
  }
  return value;
}

function checkSelect(input: Input, value: unknown): string {
  const options = textsAt(input.rules, 'options');
  if (typeof value !== 'string') throw invalid(input, 'must be a string');
  if (!options.includes(value)) throw invalid(input, `must be one of: ${options.join(', ')}`);
  return value;
}

function checkNumber(input: Input, value: unknown): unknown {
  if (isNumeric(value)) return value;
  const text = typeof value === 'string' ? value.trim() : '';
  if (text.length <= 400 && /^[+-]?\d+$/.test(text)) {
    const integer = BigInt(text.replace(/^\+/, ''));
    return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
  }
  if (text.length <= 400 && /^[+-]?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number)) return Number.isInteger(number) ? new Float(number) : number;
  }
  throw invalid(input, 'must be a number');
}

const checked: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...['true', '1', 'yes', 'on', 1, true].map((value): [unknown, boolean] => [value, true]),
  ...['false', '0', 'no', 'off', 0, false].map((value): [unknown, boolean] => [value, false]),
]);

function checkCheckbox(input: Input, value: unknown): boolean {
  const state = checked.get(typeof value === 'string' ? value.trim().toLowerCase() : plainJson(value));
  if (state === undefined) throw invalid(input, 'must be true or false');
  return state;
}

async function checkFile(input: Input, value: unknown): Promise<unknown> {
  if (!isMapping(value)) throw invalid(input, 'must be a file: an object with type and transfer_method');
  const methods = textsAt(input.rules, 'allowed_file_upload_methods');
  const method = textAt(value, 'transfer_method');
  if (method !== 'local_file' && method !== 'remote_url') {
    throw invalid(input, "must have the transfer_method 'local_file' or 'remote_url'");
  }
  if (methods.length > 0 && !methods.includes(method)) {
    throw invalid(input, `does not accept the transfer_method '${method}': use ${methods.join(' or ')}`);
  }
  if (method === 'local_file' && textAt(value, 'upload_file_id') === '') {
    throw invalid(input, 'must have an upload_file_id: upload the file first');
  }
  if (method === 'remote_url' && !/^https?:\/\//i.test(textAt(value, 'url') || textAt(value, 'remote_url'))) {
    throw invalid(input, 'must have a url that begins with http:// or https://');
  }
  const types = textsAt(input.rules, 'allowed_file_types');
  const extensions = textsAt(input.rules, 'allowed_file_extensions');
  try {
    return await input.resolveFile(value, { types, extensions, methods });
  } catch (error) {
    // Whoever stores files doesn't know which input the file was meant for.
    if (!isPlatformError(error) || error.kind !== 'invalid' || error.field !== undefined) throw error;
    throw new PlatformError(error.kind, error.code, `inputs.${input.name}: ${error.message}`, {
      field: input.name,
      cause: error,
    });
  }
}

async function checkFiles(input: Input, value: unknown): Promise<unknown[]> {
  if (!Array.isArray(value)) throw invalid(input, 'must be a list of files');
  const maximum = maximumOf(input) ?? input.filesPerRun;
  if (value.length > maximum) throw invalid(input, `must have at most ${maximum} files`);
  return Promise.all(value.map((file) => checkFile(input, file)));
}

/** An object, or the list that a schema asks for. */
function checkObject(input: Input, value: unknown): unknown {
  const schema = valueAt(input.rules, 'json_schema');
  const isList = textAt(schema, 'type') === 'array';
  if (isList && !Array.isArray(value)) throw invalid(input, 'must be a list');
  if (!isList && !isMapping(value)) throw invalid(input, 'must be an object');
  if (!isMapping(schema)) return value;
  const result = validatorOf(schema)(plainJson(value));
  if (result.ok) return value;
  const [error] = result.errors;
  throw invalid(
    input,
    `does not fit its schema: ${error?.path ?? ''} ${error?.message ?? 'is not valid'}`.replace(':  ', ': '),
  );
}

/** Forms live as long as the published version they belong to. */
const validators = new WeakMap<Mapping, Validator<unknown>>();

function validatorOf(schema: Mapping): Validator<unknown> {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const made = compileSchema(schema, { defaults: false });
  validators.set(schema, made);
  return made;
}

/** Defaults of objects are written as text in documents. */
function readDefault(input: Input, preset: unknown): unknown {
  if (input.control !== 'json_object' || typeof preset !== 'string') return preset;
  try {
    return fromJson(preset);
  } catch {
    throw invalid(input, 'has a default that is no JSON: send a value');
  }
}

function maximumOf(input: Input): number | undefined {
  const maximum = valueAt(input.rules, 'max_length');
  return typeof maximum === 'number' && maximum > 0 ? maximum : undefined;
}

/** Databases refuse NUL. What has none stays as it is: a copy of many members takes long. */
function withoutNul(input: Input, value: unknown): unknown {
  return hasNul(input, value, 0) ? cleaned(value) : value;
}

/** JSON that is nested for its own sake would end on the stack's limit later on. */
function hasNul(input: Input, value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (depth > depthLimit) throw invalid(input, `is nested deeper than ${depthLimit} levels`);
  let isFound = false;
  if (Array.isArray(value)) for (const item of value) isFound = hasNul(input, item, depth + 1) || isFound;
  else if (isMapping(value)) {
    for (const key in value) isFound = hasNul(input, value[key], depth + 1) || key.includes('\0') || isFound;
  }
  return isFound;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.replaceAll('\0', ''), cleaned(item)]));
}

function invalid(input: Input, message: string): PlatformError {
  return new PlatformError('invalid', 'engine.invalid_param', `inputs.${input.name} ${message}.`, {
    field: input.name,
  });
}
