import { isMapping } from '#engine';
import type { JsonSchema } from '#kernel';

/** Schemas nested deeper than this get null: a reference to itself would never end. */
const MAX_DEPTH = 12;

/** Picks one of a schema's options. */
export type Chooser = (options: readonly unknown[]) => unknown;

/** The smallest value that fits a schema: required properties only, the lowest number, of each choice the first. */
export function minimalValue(schema: unknown, choose: Chooser = ([first]) => first): unknown {
  return fitting(schema, { root: schema, choose }, 0);
}

interface Filling {
  readonly root: unknown;
  readonly choose: Chooser;
}

function fitting(schema: unknown, filling: Filling, depth: number): unknown {
  if (!isMapping(schema) || depth > MAX_DEPTH) return null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return filling.choose(schema.enum);
  if (schema.default !== undefined) return schema.default;
  const choice = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray);
  if (choice !== undefined) return fitting(choice[0], filling, depth + 1);
  if (typeof schema.$ref === 'string') return fitting(lookUp(schema.$ref, filling.root), filling, depth + 1);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return 'demo'
        .padEnd(numberOf(schema.minLength, 0), '.')
        .slice(0, numberOf(schema.maxLength, Number.POSITIVE_INFINITY));
    case 'integer':
    case 'number':
      return numberOf(schema.minimum, Math.min(0, numberOf(schema.maximum, 0)));
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: numberOf(schema.minItems, 0) }, () => fitting(schema.items, filling, depth + 1));
    case 'null':
      return null;
    default:
      return minimalObject(schema, filling, depth);
  }
}

function minimalObject(schema: JsonSchema, filling: Filling, depth: number): Record<string, unknown> {
  const properties = isMapping(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : Object.keys(properties);
  return Object.fromEntries(required.map((name) => [name, fitting(properties[name] ?? {}, filling, depth + 1)]));
}

function lookUp(reference: string, root: unknown): unknown {
  let found: unknown = root;
  for (const step of reference.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    found = isMapping(found) ? found[step] : undefined;
  }
  return found;
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
