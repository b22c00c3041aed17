import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { list } from './values.ts';

export const schemaTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
export type SchemaType = (typeof schemaTypes)[number] | 'null' | 'other';

/** Keywords that the form shows, by type; all others stay as they are. */
const shown: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required'],
  array: ['items'],
  string: ['enum'],
  number: ['enum'],
  integer: ['enum'],
};
/** Keywords that say nothing to somebody who edits a form. */
const quiet = ['type', 'description', 'additionalProperties', '$schema'];
const compound = ['anyOf', 'oneOf', 'allOf', 'not', '$ref', 'if'];

/** What a schema describes; `other`: more than the form can show. */
export function typeOf(schema: unknown): SchemaType {
  if (!isMapping(schema) || compound.some((key) => key in schema)) return 'other';
  const named = list(schema.type).length > 0 ? list(schema.type).filter((type) => type !== 'null') : [schema.type];
  const [type] = named;
  if (named.length > 1) return 'other';
  if (named.length === 0) return 'null';
  if (type === undefined) return 'properties' in schema ? 'object' : 'items' in schema ? 'array' : 'other';
  if (type === 'null') return 'null';
  const known = schemaTypes.find((each) => each === type);
  const hasForm =
    known !== undefined &&
    (schema.properties === undefined || isMapping(schema.properties)) &&
    (known !== 'array' || schema.items === undefined || isMapping(schema.items));
  return hasForm ? known : 'other';
}

/** A schema that nothing is said of yet. */
export function emptySchema(type: SchemaType): Mapping {
  if (type === 'object') return { type, properties: {}, required: [], additionalProperties: false };
  if (type === 'array') return { type, items: { type: 'string' } };
  return { type };
}

/** Another type: what only the old one has goes; that nothing is taken too (`[type, "null"]`) stays. */
export function withType(schema: Mapping, type: SchemaType): Mapping {
  const before = typeOf(schema);
  if (type === before) return schema;
  const isNumber = (each: string) => each === 'number' || each === 'integer';
  const gone = new Set<string>([...(isNumber(before) && isNumber(type) ? [] : (shown[before] ?? []))]);
  if (before === 'object') gone.add('additionalProperties');
  const kept = Object.entries(schema).filter(([key]) => !gone.has(key) && key !== 'type');
  const { type: named, ...more } = emptySchema(type);
  return { type: list(schema.type).includes('null') ? [named, 'null'] : named, ...Object.fromEntries(kept), ...more };
}

export interface Property {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

export function propertiesOf(schema: Mapping): readonly Property[] {
  const required = list(schema.required);
  return Object.entries(isMapping(schema.properties) ? schema.properties : {}).map(([name, property]) => ({
    ...{ name, schema: property, isRequired: required.includes(name) },
  }));
}

/** `required` keeps its order; it is not written where there was none and nothing is required. */
function written(schema: Mapping, properties: readonly (readonly [string, unknown])[], required: readonly unknown[]) {
  const hasRequired = required.length > 0 || schema.required !== undefined;
  return { ...schema, properties: Object.fromEntries(properties), ...(hasRequired && { required }) };
}

const entriesOf = (schema: Mapping) => propertiesOf(schema).map(({ name, schema: own }) => [name, own] as const);

/** One more text, with a name that is free. */
export function addProperty(schema: Mapping): Mapping {
  const entries = entriesOf(schema);
  let at = entries.length + 1;
  while (entries.some(([name]) => name === `property_${at}`)) at++;
  return written(schema, [...entries, [`property_${at}`, { type: 'string' }]], list(schema.required));
}

/** Why a property can't have a name; null: it can. */
export function nameProblem(schema: Mapping, before: string, name: string): 'empty' | 'taken' | null {
  if (name.trim() === '') return 'empty';
  return name !== before && entriesOf(schema).some(([each]) => each === name) ? 'taken' : null;
}

export function renameProperty(schema: Mapping, before: string, name: string): Mapping {
  if (name === before || nameProblem(schema, before, name) !== null) return schema;
  const entries = entriesOf(schema).map(([each, own]) => [each === before ? name : each, own] as const);
  return written(
    schema,
    entries,
    list(schema.required).map((each) => (each === before ? name : each)),
  );
}

export function removeProperty(schema: Mapping, name: string): Mapping {
  const entries = entriesOf(schema).filter(([each]) => each !== name);
  return written(
    schema,
    entries,
    list(schema.required).filter((each) => each !== name),
  );
}

/** One place up or down. */
export function moveProperty(schema: Mapping, at: number, by: 1 | -1): Mapping {
  const entries = entriesOf(schema);
  const [one, other] = [entries[at], entries[at + by]];
  if (one === undefined || other === undefined) return schema;
  return written(schema, entries.with(at, other).with(at + by, one), list(schema.required));
}

export function changeProperty(schema: Mapping, name: string, own: unknown): Mapping {
  const entries = entriesOf(schema).map(([each, before]) => [each, each === name ? own : before] as const);
  return written(schema, entries, list(schema.required));
}

export function requireProperty(schema: Mapping, name: string, isRequired: boolean): Mapping {
  const others = list(schema.required).filter((each) => each !== name);
  return written(schema, entriesOf(schema), isRequired ? [...others, name] : others);
}

/** Keywords that the form does not show. */
export function otherKeywords(schema: Mapping): readonly string[] {
  const known = [...quiet, ...(shown[typeOf(schema)] ?? [])];
  return Object.keys(schema).filter((key) => !known.includes(key));
}

/** Values, one per line, as their type has them; null: a line is no number. */
export function valuesOfLines(lines: string, type: SchemaType): readonly unknown[] | null {
  const found = lines.split('\n').filter((line) => line.trim() !== '');
  if (type === 'string') return [...new Set(found)];
  const numbers = found.map(Number);
  const isRight = numbers.every((each) => Number.isFinite(each) && (type === 'number' || Number.isInteger(each)));
  return isRight ? [...new Set(numbers)] : null;
}

/** A keyword; undefined takes it away. */
export function withKeyword(schema: Mapping, key: string, value: unknown): Mapping {
  const { [key]: _, ...rest } = schema;
  return value === undefined ? rest : { ...schema, [key]: value };
}

/** A schema as a document has it, which may be text; undefined: the text is no JSON. */
export function readSchema(value: unknown): { readonly schema: unknown } | undefined {
  if (typeof value !== 'string') return { schema: value ?? undefined };
  if (value.trim() === '') return { schema: undefined };
  try {
    return { schema: JSON.parse(value) as unknown };
  } catch {
    return undefined;
  }
}
