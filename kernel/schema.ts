import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, Options } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { uuidPattern } from './id.ts';

/** A JSON Schema (draft 7 or 2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One thing that is wrong with a value. */
export interface SchemaError {
  /** Where: `user.tags[0]`; the empty string is the value itself. */
  readonly path: string;
  /** What, in words that read after the path: `must be a number`. Never repeats the value. */
  readonly message: string;
}

export type SchemaResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly SchemaError[] };

/** Checks a value. Defaults and conversions are written into the value that is passed: it belongs to the validator. */
export type Validator<T> = (value: unknown) => SchemaResult<T>;

export interface SchemaOptions {
  /** Converts text to the schema's types (queries, environment variables); a single value becomes a list where one is wanted. Default false. */
  readonly coerce?: boolean;
  /** Fills in the schema's defaults. Default true. */
  readonly defaults?: boolean;
  /** `drop` removes every property the schema doesn't name; `as-schema` leaves it to `additionalProperties`. Default `as-schema`. */
  readonly unknownKeys?: 'as-schema' | 'drop';
  /** Reports every error rather than the first; only for values of trusted size. Default false. */
  readonly allErrors?: boolean;
  /**
   * The schema is code's and its tests have seen it: that it is one is not asked by the schema of schemas, which takes
   * tens of milliseconds to prepare. A keyword with a value of the wrong type is refused all the same. Default false.
   */
  readonly isVetted?: boolean;
}

/** The library comes with the first schema: a thread may never see one, and would spend a tenth of its start on it. */
const load = createRequire(import.meta.url);

function makeAjv(isOldDraft: boolean, settings: Options): Ajv | Ajv2020 {
  const oldDraft = (): typeof import('ajv') => load('ajv');
  const newDraft = (): typeof import('ajv/dist/2020.js') => load('ajv/dist/2020.js');
  const formats: typeof import('ajv-formats') = load('ajv-formats');
  const made = isOldDraft ? new (oldDraft().Ajv)(settings) : new (newDraft().Ajv2020)(settings);
  formats.default(made);
  return made;
}

/** One Ajv per set of options: making one costs milliseconds. */
const instances = new Map<string, Ajv | Ajv2020>();

function ajvFor(schema: JsonSchema, options: SchemaOptions): Ajv | Ajv2020 {
  const isOldDraft = isOfOldDraft(schema);
  const settings: Options = {
    strict: false,
    coerceTypes: options.coerce ? 'array' : false,
    useDefaults: options.defaults ?? true,
    removeAdditional: options.unknownKeys === 'drop' ? 'all' : false,
    allErrors: options.allErrors ?? false,
    // Schemas may share an `$id` (a plugin reloaded, two tools from one origin): none may be remembered.
    addUsedSchema: false,
    // Whether a schema is one, `checkerFor` finds out: each instance would compile the schema of schemas for itself.
    validateSchema: false,
    logger: false,
    // Errors bring the schema that was not kept, for what it says of itself.
    verbose: true,
  };
  const key = JSON.stringify([isOldDraft, settings]);
  const known = instances.get(key);
  if (known !== undefined) return known;
  const made = makeAjv(isOldDraft, settings);
  // The package's own also takes `urn:uuid:…`, which PostgreSQL does not read.
  made.addFormat('uuid', uuidPattern);
  instances.set(key, made);
  return made;
}

const checkers = new Map<boolean, Ajv | Ajv2020>();

/** The one instance per draft that knows what a schema is. */
function checkerFor(schema: JsonSchema): Ajv | Ajv2020 {
  const isOldDraft = isOfOldDraft(schema);
  const known = checkers.get(isOldDraft);
  if (known !== undefined) return known;
  const made = makeAjv(isOldDraft, { strict: false, logger: false });
  checkers.set(isOldDraft, made);
  return made;
}

function isOfOldDraft(schema: JsonSchema): boolean {
  return typeof schema.$schema === 'string' && /draft-0[4-7]/.test(schema.$schema);
}

/** Throws when the schema is none, by the schema of schemas. A hundredth of what compiling takes. */
function assertSchema(schema: JsonSchema): void {
  checkerFor(schema).validateSchema(schema, true);
}

/** Compiles a schema; throws when it is not a valid schema. Compiling takes milliseconds: once per schema, not per value. */
export function compileSchema<T = unknown>(schema: JsonSchema, options: SchemaOptions = {}): Validator<T> {
  if (options.isVetted !== true) assertSchema(schema);
  const ajv = ajvFor(schema, options);
  const validate = ajv.compile<T>(schema);
  // Ajv keeps every compiled schema for good, keyed by the object; schemas come and go with plugins.
  ajv.removeSchema(schema);
  return (value) => {
    if (validate(value)) return { ok: true, value };
    return { ok: false, errors: (validate.errors ?? []).map(describe) };
  };
}

function describe(error: ErrorObject): SchemaError {
  const at = readablePath(error.instancePath);
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (error.keyword) {
    case 'required':
      return { path: join(at, String(params.missingProperty)), message: 'is required' };
    case 'additionalProperties':
      return { path: join(at, String(params.additionalProperty)), message: 'is not a known field' };
    case 'unevaluatedProperties':
      return { path: join(at, String(params.unevaluatedProperty)), message: 'is not a known field' };
    case 'type':
      return { path: at, message: `must be ${article([params.type].flat().map(String))}` };
    case 'enum':
      return { path: at, message: `must be one of ${[params.allowedValues].flat().map(quote).join(', ')}` };
    case 'const':
      return { path: at, message: `must be ${quote(params.allowedValue)}` };
    case 'format':
      return { path: at, message: `must be a valid ${String(params.format)}` };
    case 'minLength':
      return { path: at, message: params.limit === 1 ? 'must not be empty' : (error.message ?? 'is too short') };
    case 'pattern':
      return { path: at, message: formOf(error.parentSchema) ?? error.message ?? 'is not valid' };
    default:
      return { path: at, message: error.message ?? 'is not valid' };
  }
}

/** What a schema says of the texts it takes: people read that, and no expressions. */
function formOf(schema: JsonSchema | undefined): string | null {
  if (typeof schema?.description === 'string') return `is not what it must be: ${schema.description}`;
  const [example] = Array.isArray(schema?.examples) ? schema.examples : [];
  if (example !== undefined) return `must be like ${quote(example)}`;
  return schema?.pattern === '\\S' ? 'must not be blank' : null;
}

/** `/users/0/first~1name` → `users[0].first/name` */
function readablePath(pointer: string): string {
  let path = '';
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path = /^\d+$/.test(name) ? `${path}[${name}]` : join(path, name);
  }
  return path;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function article(types: readonly string[]): string {
  return types.map((type) => (type === 'null' ? type : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`)).join(' or ');
}
