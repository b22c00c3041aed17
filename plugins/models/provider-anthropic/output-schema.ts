import { isMapping } from '#engine';
import type { JsonSchema } from '#kernel';

/** Beyond it the service gives up on a schema (Anthropic, structured outputs, limits). */
const MAX_OPTIONAL = 10;
const MAX_DEPTH = 32;

const KEPT = ['$schema', '$id', 'title', 'description', 'default', 'const', 'enum', 'type', 'required'];
const FORMATS = new Set('date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' '));
/** Refused by the service: told to the model in words. */
const TOLD =
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties'.split(
    ' ',
  );

/**
 * The schema as the service takes it for a whole answer, or null for one that it refuses or would narrow: one that refers
 * to itself, has many optional properties, or objects with properties of any name.
 */
export function outputSchema(schema: JsonSchema): JsonSchema | null {
  const state = { optional: 0, isOpen: false, isDeep: false };
  const checked = convert(schema, state, 0);
  if (refersToItself(schema) || state.isOpen || state.isDeep || state.optional > MAX_OPTIONAL) return null;
  return isMapping(checked) ? checked : null;
}

interface State {
  optional: number;
  isOpen: boolean;
  isDeep: boolean;
}

function convert(value: unknown, state: State, depth: number): unknown {
  if (depth > MAX_DEPTH) state.isDeep = true;
  if (!isMapping(value) || state.isDeep) return value;
  const all = (list: unknown) =>
    Array.isArray(list) ? list.map((item) => convert(item, state, depth + 1)) : convert(list, state, depth + 1);
  const each = (map: unknown) =>
    isMapping(map)
      ? Object.fromEntries(Object.entries(map).map(([name, item]) => [name, convert(item, state, depth + 1)]))
      : {};
  const definitions = {
    ...(value.definitions === undefined ? {} : { definitions: each(value.definitions) }),
    ...(value.$defs === undefined ? {} : { $defs: each(value.$defs) }),
  };
  if (typeof value.$ref === 'string') return { $ref: value.$ref, ...definitions };
  const result: Record<string, unknown> = {};
  for (const name of KEPT) if (value[name] !== undefined) result[name] = value[name];
  const alternatives = value.anyOf ?? value.oneOf;
  if (alternatives !== undefined) result.anyOf = all(alternatives);
  if (value.allOf !== undefined) result.allOf = all(value.allOf);
  if (value.items !== undefined) result.items = all(value.items);
  if (typeof value.format === 'string' && FORMATS.has(value.format)) result.format = value.format;
  Object.assign(result, definitions, objectPart(value, state, each));
  const told = TOLD.filter((name) => value[name] !== undefined && value[name] !== false);
  if (told.length > 0) {
    const words = `${told.map((name) => `${name}: ${JSON.stringify(value[name])}`).join('; ')}.`;
    result.description = typeof value.description === 'string' ? `${value.description}\n${words}` : words;
  }
  return result;
}

function objectPart(
  value: Readonly<Record<string, unknown>>,
  state: State,
  each: (map: unknown) => Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const isObject = value.type === 'object' || (Array.isArray(value.type) && value.type.includes('object'));
  if (!isObject && value.properties === undefined) return {};
  const { additionalProperties: more, patternProperties } = value;
  const hasMore = more === true || isMapping(more) || isMapping(patternProperties);
  if (hasMore || (value.properties === undefined && more !== false)) state.isOpen = true;
  const required = new Set(Array.isArray(value.required) ? value.required : []);
  const properties = each(value.properties);
  state.optional += Object.keys(properties).filter((name) => !required.has(name)).length;
  return { properties, additionalProperties: false };
}

/** Whether following `$ref` leads back to where one is; a reference that leads nowhere counts as well. */
function refersToItself(root: JsonSchema): boolean {
  const safe = new Set<string>();
  const visit = (value: unknown, open: readonly string[]): boolean => {
    if (Array.isArray(value)) return value.some((item) => visit(item, open));
    if (!isMapping(value)) return false;
    const reference = value.$ref;
    if (typeof reference === 'string' && !safe.has(reference)) {
      const target = resolve(root, reference);
      if (open.includes(reference) || target === undefined || visit(target, [...open, reference])) return true;
      safe.add(reference);
    }
    return Object.entries(value).some(
      ([name, item]) => name !== '$defs' && name !== 'definitions' && visit(item, open),
    );
  };
  return visit(root, []);
}

function resolve(root: JsonSchema, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isMapping(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}
