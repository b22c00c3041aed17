import { isMapping } from '#engine';
import type { JsonSchema } from '#kernel';
import type { References } from './references.ts';
import { cut, listAt, type Mapping, noMapping, textAt, valueAt } from './tree.ts';

/** Levels of a schema that models are told. */
const MAX_DEPTH = 8;
/** Schemas that one operation may have, and one document; beyond, objects are told as "an object". */
const OPERATION_NODES = 1_000;
const DOCUMENT_NODES = 20_000;
const MAX_ENUM = 100;
const MAX_DESCRIPTION = 300;
const MAX_TEXT_KEYWORD = 200;

/** What is taken over as it is written where it is of this type. Patterns are not: models' servers refuse many. */
const plainKeywords: Readonly<Record<string, string>> = {
  format: 'string',
  title: 'string',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minLength: 'number',
  maxLength: 'number',
  minItems: 'number',
  maxItems: 'number',
  uniqueItems: 'boolean',
};
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Copies schemas of a document as models are told them: without references, endless nesting, and what is only read. */
export class Schemas {
  readonly #references: References;
  #documentNodes = 0;
  #operationNodes = 0;

  constructor(references: References) {
    this.#references = references;
  }

  /** Each operation has a measure of its own. */
  beginOperation(): void {
    this.#operationNodes = 0;
  }

  /** The schema itself, with what `allOf` says of it put together; null: there is none that can be read. */
  flat(node: unknown): Mapping | null {
    return this.#flat(node, 0);
  }

  #flat(node: unknown, depth: number): Mapping | null {
    if (depth > 0 && !this.#hasRoom()) return null;
    const found = this.#references.resolve(node)?.value ?? null;
    const parts = listAt(found, 'allOf').slice(0, 50);
    if (found === null || parts.length === 0 || depth > MAX_DEPTH) return found;
    const merged = [...parts.map((part) => this.#flat(part, depth + 1) ?? noMapping), found];
    const properties = merged.flatMap((part) => Object.entries(propertiesOf(part)));
    const required = merged.flatMap((part) => listAt(part, 'required'));
    const whole = Object.fromEntries(merged.flatMap((part) => Object.entries(part)).filter(([key]) => key !== 'allOf'));
    return {
      ...whole,
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(required.length > 0 && { required }),
    };
  }

  /** A copy without references. `{type: object}` stands where it would contain itself, or become too large. */
  copy(node: unknown): JsonSchema {
    return this.#copy(node, [], 0);
  }

  #copy(node: unknown, open: readonly string[], depth: number): JsonSchema {
    if (node === true || node === undefined) return {};
    const referred = this.#references.resolve(node);
    if (referred === null) return {};
    const { value, followed } = referred;
    const hasRoom = this.#hasRoom();
    const isAgain = followed.some((ref) => open.includes(ref));
    if (isAgain || depth >= MAX_DEPTH || !hasRoom) return { type: typeOf(value) ?? 'object' };
    const below = (child: unknown) => this.#copy(child, [...open, ...followed], depth + 1);
    return this.#copied(value, below);
  }

  /** Counts one more schema. */
  #hasRoom(): boolean {
    this.#documentNodes += 1;
    this.#operationNodes += 1;
    if (this.#operationNodes <= OPERATION_NODES && this.#documentNodes <= DOCUMENT_NODES) return true;
    this.#references.problem('Some schemas are so large that they are told as "an object" or by their type only.');
    return false;
  }

  #copied(schema: Mapping, below: (child: unknown) => JsonSchema): JsonSchema {
    const entries: [string, unknown][] = [];
    const type = valueAt(schema, 'type');
    const named = Array.isArray(type) ? type.filter((item) => types.includes(item)) : type;
    if (Array.isArray(named) ? named.length > 0 : types.includes(named as string)) entries.push(['type', named]);
    else if (type === 'file') entries.push(['type', 'string']);
    else if (typeOf(schema) !== null) entries.push(['type', typeOf(schema)]);
    const description = textAt(schema, 'description');
    if (description !== '') entries.push(['description', cut(description, MAX_DESCRIPTION)]);
    for (const [keyword, wanted] of Object.entries(plainKeywords)) {
      const value = valueAt(schema, keyword);
      if (typeof value !== wanted) continue;
      entries.push([keyword, typeof value === 'string' ? cut(value, MAX_TEXT_KEYWORD) : value]);
    }
    const values = listAt(schema, 'enum').filter(isPrimitive);
    if (values.length > 0) entries.push(['enum', values.slice(0, MAX_ENUM)]);
    for (const keyword of ['const', 'default']) {
      const value = valueAt(schema, keyword);
      if (value !== undefined && isPrimitive(value)) entries.push([keyword, value]);
    }
    const properties = writable(schema, this.#references);
    if (properties.length > 0) {
      entries.push(['properties', Object.fromEntries(properties.map(([name, child]) => [name, below(child)]))]);
      const names = new Set(properties.map(([name]) => name));
      const required = requiredOf(schema).filter((name) => names.has(name));
      if (required.length > 0) entries.push(['required', [...new Set(required)]]);
    }
    const items = valueAt(schema, 'items');
    if (isMapping(items)) entries.push(['items', below(items)]);
    const more = valueAt(schema, 'additionalProperties');
    if (typeof more === 'boolean') entries.push(['additionalProperties', more]);
    else if (isMapping(more)) entries.push(['additionalProperties', below(more)]);
    for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
      const branches = listAt(schema, keyword).slice(0, 20);
      if (branches.length > 0) entries.push([keyword, branches.map(below)]);
    }
    return Object.fromEntries(entries);
  }
}

/** Properties that may be sent. */
export function writable(schema: Mapping, references: References): [string, unknown][] {
  return Object.entries(propertiesOf(schema))
    .slice(0, 200)
    .filter(([, child]) => valueAt(references.resolve(child)?.value, 'readOnly') !== true);
}

export function requiredOf(schema: Mapping): string[] {
  return listAt(schema, 'required').filter((name) => typeof name === 'string');
}

/** Its only type, or its first that is not null; by its shape where it names none; null: any. */
export function typeOf(schema: Mapping): string | null {
  const type = valueAt(schema, 'type');
  const named = (Array.isArray(type) ? type : [type]).filter((item) => item !== 'null');
  const first = named.find((item) => typeof item === 'string' && (types.includes(item) || item === 'file'));
  if (typeof first === 'string') return first;
  if (isMapping(valueAt(schema, 'properties'))) return 'object';
  if (valueAt(schema, 'items') !== undefined) return 'array';
  const [value] = listAt(schema, 'enum');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? typeof value : null;
}

/** Bytes: a file of a form, or a body that is one. */
export function isBinary(schema: Mapping): boolean {
  const type = typeOf(schema);
  if (type === 'file') return true;
  if (type !== 'string' && type !== null) return false;
  const media = textAt(schema, 'contentMediaType');
  return textAt(schema, 'format') === 'binary' || (media !== '' && textAt(schema, 'contentEncoding') === '');
}

function propertiesOf(schema: Mapping): Mapping {
  const properties = valueAt(schema, 'properties');
  return isMapping(properties) ? properties : noMapping;
}

function isPrimitive(value: unknown): boolean {
  return (
    value === null || ['boolean', 'number'].includes(typeof value) || (typeof value === 'string' && value.length <= 500)
  );
}
