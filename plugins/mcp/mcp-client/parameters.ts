import { type JsonSchema, PlatformError } from '#kernel';
import type { ToolParameter } from '#plugins/tools/contract.ts';

type Schema = Readonly<Record<string, unknown>>;

const MAX_PARAMETERS = 200;
const MAX_DEPTH = 8;
const MAX_NODES = 10_000;

/** Parameters of a tool, of its schema. */
export function parametersOf(inputSchema: Schema): readonly ToolParameter[] {
  const reader = new SchemaReader(inputSchema);
  const root = reader.resolved(inputSchema);
  const required = Array.isArray(root.required) ? root.required : [];
  return Object.entries(mapping(root.properties))
    .slice(0, MAX_PARAMETERS)
    .map(([name, property]) => parameter(name, reader.resolved(mapping(property)), required.includes(name), reader));
}

function parameter(name: string, schema: Schema, isRequired: boolean, reader: SchemaReader): ToolParameter {
  const kind = typeOf(schema, reader);
  const options = Array.isArray(schema.enum) ? schema.enum.filter((item) => typeof item === 'string') : [];
  const isSelect = kind === 'string' && options.length > 0;
  const preset = schema.default ?? schema.const;
  return {
    name,
    type: isSelect ? 'select' : kind,
    form: 'llm',
    ...(typeof schema.title === 'string' && { label: schema.title }),
    description: typeof schema.description === 'string' ? schema.description.slice(0, 4_000) : '',
    ...(isRequired && { required: true }),
    ...(preset !== undefined && preset !== null && { default: preset }),
    ...(isSelect && { options }),
    ...((kind === 'object' || kind === 'array') && { schema: reader.whole(schema) as JsonSchema }),
  };
}

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array';

/** The first type that is meant, null aside; of a choice, the first of its kinds. */
function typeOf(schema: Schema, reader: SchemaReader): Kind {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  for (const type of types) {
    if (type === 'integer') return 'number';
    if (type === 'string' || type === 'number' || type === 'boolean' || type === 'object' || type === 'array')
      return type;
  }
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const choices = schema[key];
    if (!Array.isArray(choices)) continue;
    for (const choice of choices.slice(0, 20)) {
      const { type } = reader.resolved(mapping(choice));
      if (type !== undefined && type !== 'null') return typeOf({ type }, reader);
    }
  }
  if (schema.properties !== undefined) return 'object';
  return schema.items === undefined ? 'string' : 'array';
}

/**
 * References inside a schema, put in their places within bounds. One that leads out of the schema (to an address, a file) is
 * left out, for nothing is fetched; one that leads into itself ends as any object.
 */
class SchemaReader {
  readonly #root: Schema;
  #nodes = 0;

  constructor(root: Schema) {
    this.#root = root;
  }

  /** The schema, or what it refers to; what stands beside the reference counts. */
  resolved(schema: Schema, hops = 0): Schema {
    const { $ref: reference, ...rest } = schema;
    if (reference === undefined) return schema;
    const target = typeof reference === 'string' && hops < MAX_DEPTH ? this.#at(reference) : null;
    return target === null ? rest : { ...this.resolved(target, hops + 1), ...rest };
  }

  whole(value: unknown, depth = 0): unknown {
    this.#nodes += 1;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH || this.#nodes > MAX_NODES) return Array.isArray(value) ? [] : {};
    if (Array.isArray(value)) return value.map((item) => this.whole(item, depth + 1));
    const entries = Object.entries(this.resolved(value as Schema)).filter(
      ([key]) => !['$defs', 'definitions', '$id', '$schema', '$anchor', '$dynamicRef'].includes(key),
    );
    return Object.fromEntries(entries.map(([key, item]) => [key, this.whole(item, depth + 1)]));
  }

  #at(reference: string): Schema | null {
    if (!reference.startsWith('#/')) return null;
    let place: unknown = this.#root;
    for (const part of reference.slice(2).split('/')) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return null;
      place = (place as Schema)[key];
    }
    return mapping(place);
  }
}

function mapping(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}

/** Arguments of a person who tries a tool: those it declares, by their types, with its defaults. Throws `mcp-client.invalid_arguments`. */
export function checkedArguments(
  inputSchema: Schema,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const parameters = parametersOf(inputSchema);
  const unknown = Object.keys(given).find((name) => !parameters.some((known) => known.name === name));
  if (unknown !== undefined)
    throw invalidArguments(`The tool has no parameter ${JSON.stringify(unknown.slice(0, 100))}.`);
  const missing = parameters.find(
    ({ name, required, default: preset }) => required === true && preset === undefined && given[name] === undefined,
  );
  if (missing !== undefined) throw invalidArguments(`The parameter "${missing.name}" is required and has no value.`);
  const presets = parameters.flatMap(({ name, default: preset }) =>
    preset === undefined ? [] : [[name, preset] as const],
  );
  return { ...Object.fromEntries(presets), ...given };
}

function invalidArguments(message: string): PlatformError {
  return new PlatformError('invalid', 'mcp-client.invalid_arguments', message, { field: 'arguments' });
}
