import type { JsonSchema } from '#kernel';
import type { OpenApiDocument } from '#plugins/openapi/openapi-document.ts';

/** Values that read better than what their schemas say. */
const known: Readonly<Record<string, string>> = {
  user: 'ada',
  query: 'Hello',
  name: 'Ferns',
  email: 'ada@example.com',
};

/** How far fields are followed into objects. */
const DEEPEST = 4;

/** Something that fits the schema: of objects only what is required, or the first field of those of which any will do. */
export function sampleValue(document: OpenApiDocument, schema: JsonSchema, name = '', depth = 0): unknown {
  if (typeof schema.$ref === 'string') {
    const referred = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    return referred === undefined ? null : sampleValue(document, referred, name, depth);
  }
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  const [several] = ((schema.oneOf ?? schema.anyOf ?? []) as readonly JsonSchema[]).filter(
    ({ type }) => type !== 'null',
  );
  if (several !== undefined) return sampleValue(document, several, name, depth);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return depth > DEEPEST ? {} : sampleObject(document, schema, depth);
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return sampleText(name);
  }
}

/** The name in capitals stands for what has to be put in. */
export function sampleText(name: string): string {
  return known[name] ?? name.replace(/\W+/g, '_').toUpperCase();
}

function sampleObject(document: OpenApiDocument, schema: JsonSchema, depth: number): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema.required ?? []) as readonly string[];
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(
    names.map((name) => [name, sampleValue(document, properties[name] ?? {}, name, depth + 1)] as const),
  );
}
