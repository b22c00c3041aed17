import type { JsonSchema } from '#kernel';

const pascalCase = /^[A-Z][A-Za-z0-9]*$/;

/** Schemas with a name are told once and referred to. Two shapes of one name get names of their own. */
export class NamedSchemas {
  readonly #byName = new Map<string, { readonly schema: JsonSchema; readonly text: string }>();

  /** The schema with every named one in it, itself too, replaced by a reference. */
  refer(schema: JsonSchema): JsonSchema {
    const { title, ...rest } = schema;
    if (typeof title !== 'string' || !pascalCase.test(title)) return this.#inner(schema);
    return { $ref: `#/components/schemas/${this.#keep(title, this.#inner(rest))}` };
  }

  /** By name, in the order of the alphabet. */
  all(): Readonly<Record<string, JsonSchema>> {
    const entries = [...this.#byName].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
  }

  #keep(title: string, schema: JsonSchema): string {
    const text = JSON.stringify(schema);
    for (let number = 1; ; number++) {
      const name = number === 1 ? title : `${title}${number}`;
      const known = this.#byName.get(name);
      if (known === undefined) this.#byName.set(name, { schema, text });
      if (known === undefined || known.text === text) return name;
    }
  }

  #inner(value: JsonSchema): JsonSchema {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.#part(key, part)]));
  }

  #part(key: string, part: unknown): unknown {
    if (Array.isArray(part)) return listKeys.has(key) ? part.map((item) => this.refer(item)) : part;
    if (typeof part !== 'object' || part === null) return part;
    if (mapKeys.has(key)) {
      return Object.fromEntries(Object.entries(part).map(([name, schema]) => [name, this.refer(schema)]));
    }
    return schemaKeys.has(key) ? this.refer(part as JsonSchema) : part;
  }
}

/** Where schemas stand in a schema; elsewhere is data, such as a default. */
const listKeys = new Set(['oneOf', 'anyOf', 'allOf', 'prefixItems']);
const mapKeys = new Set(['properties', 'patternProperties', '$defs']);
const schemaKeys = new Set(['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames']);
