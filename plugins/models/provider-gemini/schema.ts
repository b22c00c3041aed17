import { isMapping } from '#engine';
import type { JsonSchema } from '#kernel';

type Mapping = Readonly<Record<string, unknown>>;

/** Beyond it a schema is cut: it may refer to itself. */
const MAX_DEPTH = 12;
/** Schemas that refer to each other may be endless in width as well. */
const MAX_NODES = 2_000;

const KEPT =
  'title description minItems maxItems minimum maximum minLength maxLength pattern minProperties maxProperties'.split(
    ' ',
  );
const FORMATS = new Set('date-time float double int32 int64'.split(' '));

/**
 * A JSON Schema in the part of OpenAPI that the service takes (Gemini API, Schema): what is referred to stands in its
 * place, `null` becomes `nullable`, one form of several becomes `anyOf`. Null for an object without properties, which
 * the service refuses as parameters of a function.
 */
export function geminiSchema(schema: JsonSchema): JsonSchema | null {
  const isEmpty =
    (schema.type === 'object' || schema.type === undefined) &&
    Object.keys(isMapping(schema.properties) ? schema.properties : {}).length === 0 &&
    ['$ref', 'anyOf', 'oneOf', 'allOf', 'items', 'enum', 'const'].every((name) => schema[name] === undefined);
  return isEmpty ? null : new Converter(schema).convert(schema, 0);
}

class Converter {
  readonly #root: JsonSchema;
  #nodes = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  convert(given: unknown, depth: number): Mapping {
    this.#nodes += 1;
    const schema = this.#merged(given);
    if (schema === null || depth > MAX_DEPTH || this.#nodes > MAX_NODES) return { type: 'string' };
    const result: Record<string, unknown> = {};
    for (const name of KEPT) if (schema[name] !== undefined) result[name] = schema[name];
    const alternatives = alternativesOf(schema);
    if (alternatives !== null) return this.#choice(result, alternatives, depth);
    const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => typeof type === 'string');
    const named = types.filter((type) => type !== 'null');
    if (types.length > named.length || schema.nullable === true) result.nullable = true;
    if (named.length > 1) {
      const each = named.map((type) =>
        this.convert({ ...schema, type, title: undefined, description: undefined }, depth + 1),
      );
      return { ...result, anyOf: each };
    }
    return { ...result, ...this.#typed(schema, named[0] ?? guessedType(schema), depth) };
  }

  #typed(schema: Mapping, type: string, depth: number): Mapping {
    const result: Record<string, unknown> = { type };
    const values = schema.const === undefined ? schema.enum : [schema.const];
    // Values to choose from are texts there.
    if (Array.isArray(values) && type === 'string') result.enum = values.filter((value) => value !== null).map(String);
    else if (Array.isArray(values)) result.description = told(schema.description, `One of ${JSON.stringify(values)}.`);
    if (typeof schema.format === 'string' && FORMATS.has(schema.format)) result.format = schema.format;
    if (type === 'array') result.items = this.convert(firstOf(schema.items), depth + 1);
    if (type === 'object' && isMapping(schema.properties)) {
      const names = Object.keys(schema.properties);
      if (names.length === 0) return result;
      result.properties = Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => [name, this.convert(property, depth + 1)]),
      );
      const required = Array.isArray(schema.required) ? schema.required.filter((name) => names.includes(name)) : [];
      if (required.length > 0) result.required = required;
      result.propertyOrdering = names;
    }
    return result;
  }

  #choice(result: Mapping, alternatives: readonly unknown[], depth: number): Mapping {
    const others = alternatives.filter((item) => !(isMapping(item) && item.type === 'null'));
    const nullable = others.length < alternatives.length ? { nullable: true } : {};
    if (others.length === 1) return { ...this.convert(others[0], depth), ...result, ...nullable };
    return { ...result, ...nullable, anyOf: others.map((item) => this.convert(item, depth + 1)) };
  }

  /** With what it refers to, and all parts of `allOf`, in one. Null for what is no schema. */
  #merged(given: unknown, depth = 0): Mapping | null {
    if (!isMapping(given) || depth > MAX_DEPTH) return null;
    const { $ref: reference, allOf, ...own } = given;
    const parts = [
      ...(typeof reference === 'string' ? [this.#resolve(reference)] : []),
      ...(Array.isArray(allOf) ? allOf : []),
    ].map((part) => this.#merged(part, depth + 1));
    return parts.reduce<Mapping>((merged, part) => (part === null ? merged : joined(part, merged)), own);
  }

  #resolve(reference: string): unknown {
    if (!reference.startsWith('#')) return null;
    let found: unknown = this.#root;
    for (const step of reference.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      found = isMapping(found) && Object.hasOwn(found, name) ? found[name] : null;
    }
    return found;
  }
}

function joined(part: Mapping, own: Mapping): Mapping {
  const properties =
    isMapping(part.properties) || isMapping(own.properties)
      ? { properties: { ...mappingOf(part.properties), ...mappingOf(own.properties) } }
      : {};
  const required = [...listOf(part.required), ...listOf(own.required)];
  return { ...part, ...own, ...properties, ...(required.length === 0 ? {} : { required: [...new Set(required)] }) };
}

function alternativesOf(schema: Mapping): readonly unknown[] | null {
  const list = schema.anyOf ?? schema.oneOf;
  return Array.isArray(list) && list.length > 0 ? list : null;
}

function guessedType(schema: Mapping): string {
  if (isMapping(schema.properties)) return 'object';
  if (schema.items !== undefined) return 'array';
  const value: unknown = schema.const ?? firstOf(schema.enum);
  return typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string';
}

function told(description: unknown, words: string): string {
  return typeof description === 'string' ? `${description}\n${words}` : words;
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function mappingOf(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
