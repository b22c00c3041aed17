import { parse } from 'node:querystring';
import type { JsonSchema } from '../kernel/index.ts';

export type QueryValues = Record<string, string | string[]>;

const NONE: ReadonlySet<string> = new Set();

/** The parameters a query schema wants as arrays: they alone keep more than one value. */
export function arrayKeysOf(schema: JsonSchema | undefined): ReadonlySet<string> {
  const properties = schema?.properties;
  if (typeof properties !== 'object' || properties === null) return NONE;
  const keys = Object.entries(properties)
    .filter(([, property]) => typeof property === 'object' && property !== null && property.type === 'array')
    .map(([key]) => key);
  return keys.length === 0 ? NONE : new Set(keys);
}

/** Parses a query text into an object without prototype. Of a repeated key the last value counts. */
export function parseQuery(search: string, arrayKeys: ReadonlySet<string> = NONE): QueryValues {
  const values: QueryValues = Object.create(null);
  if (search === '') return values;
  for (const [key, value] of Object.entries(parse(search))) {
    if (value === undefined) continue;
    if (arrayKeys.has(key)) values[key] = Array.isArray(value) ? value : [value];
    else values[key] = Array.isArray(value) ? (value.at(-1) ?? '') : value;
  }
  return values;
}
