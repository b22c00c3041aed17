import type { JsonSchema } from '../../kernel/index.ts';

/** Schemas nested deeper than this get null: a reference to itself would never end. */
const MAX_DEPTH = 12;

/** The smallest value that fits a schema: required properties only, the first of each choice, the lowest number. */
export function minimalValue(schema: unknown, root: unknown = schema, depth = 0): unknown {
  if (!isRecord(schema) || depth > MAX_DEPTH) return null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const choice = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray);
  if (choice !== undefined) return minimalValue(choice[0], root, depth + 1);
  if (typeof schema.$ref === 'string') return minimalValue(lookUp(schema.$ref, root), root, depth + 1);
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
      return Array.from({ length: numberOf(schema.minItems, 0) }, () => minimalValue(schema.items, root, depth + 1));
    case 'null':
      return null;
    default:
      return minimalObject(schema, root, depth);
  }
}

function minimalObject(schema: JsonSchema, root: unknown, depth: number): Record<string, unknown> {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : Object.keys(properties);
  return Object.fromEntries(required.map((name) => [name, minimalValue(properties[name] ?? {}, root, depth + 1)]));
}

function lookUp(reference: string, root: unknown): unknown {
  let found: unknown = root;
  for (const step of reference.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    found = isRecord(found) ? found[step] : undefined;
  }
  return found;
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
