import type { Route } from '#http';
import type { JsonSchema } from '#kernel';
import { type OpenApiDocument, operationsOf } from './openapi-document.ts';
import { templateOf } from './operation.ts';

/** A schema resolved: without its reference and without null. */
interface Plain {
  readonly schema: JsonSchema;
  readonly isNullable: boolean;
}

interface Place {
  readonly in: 'path' | 'query' | 'body';
  readonly isRequired: boolean;
  readonly of: string | undefined;
}

/**
 * What commands of the command line are made of: of each route of the console that has one, what it takes, as
 * `plugins/core/commands/route-fields.ts` reads it. A line for each route.
 */
export function commandFields(routes: readonly Route[], document: OpenApiDocument): string {
  const known = new Map(routes.map((route) => [`${route.method} ${templateOf(route.path)}`, route]));
  const lines = operationsOf(document).flatMap(({ method, path, operation }) => {
    const key = `${method} ${path}`;
    const route = known.get(key);
    if (route === undefined || !/^\/(console|assistant)\//.test(path) || route.noCommand !== undefined) return [];
    const { parameters = [], requestBody } = operation;
    const fields = parameters.flatMap(({ name, in: place, required, description, schema }) => {
      if (place === 'header') return [];
      const at = { in: place, isRequired: required, of: kindOf(route, place, name) };
      return [[name, fieldOf({ description, ...schema }, at, document)] as const];
    });
    const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    const body = content === undefined ? {} : bodyOf(content.schema, document);
    for (const [name, { schema, isRequired }] of Object.entries(body)) {
      const at = { in: 'body', isRequired, of: kindOf(route, 'body', name) } as const;
      fields.push([name, fieldOf(schema, at, document)]);
    }
    const told = {
      summary: operation.summary,
      ...(type !== undefined && { body: type.split('/').at(-1)?.replace('form-data', 'form') }),
      ...(requestBody?.required === false && { bodyIsOptional: true }),
      fields: Object.fromEntries(fields),
    };
    return [`${JSON.stringify(key)}: ${JSON.stringify(told)}`];
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** What an id is of: as the route says, else as the parameter is called. */
function kindOf(route: Route, place: Place['in'], name: string): string | undefined {
  const said = route.ids?.[`${place === 'path' ? 'params' : place}.${name}`];
  if (typeof said === 'string') return said;
  return said === undefined && name.endsWith('_id')
    ? name.slice(0, -3).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    : undefined;
}

/** The fields of a body; of alternatives, those of any of them. */
function bodyOf(
  schema: JsonSchema,
  document: OpenApiDocument,
): Readonly<Record<string, { readonly schema: JsonSchema; readonly isRequired: boolean }>> {
  const whole = resolved(schema, document);
  const parts = [whole.allOf, whole.oneOf, whole.anyOf].flatMap((list) => (list ?? []) as readonly JsonSchema[]);
  const required = (whole.required ?? []) as readonly string[];
  const own = Object.entries((whole.properties ?? {}) as Readonly<Record<string, JsonSchema>>).map(
    ([name, property]) => [name, { schema: property, isRequired: required.includes(name) }] as const,
  );
  const others = parts.flatMap((part) => Object.entries(bodyOf(part, document)));
  const isAll = whole.allOf !== undefined;
  return Object.fromEntries([
    ...others.map(([name, field]) => [name, { ...field, isRequired: field.isRequired && isAll }] as const),
    ...own,
  ]);
}

function fieldOf(given: JsonSchema, place: Place, document: OpenApiDocument): Readonly<Record<string, unknown>> {
  const { schema, isNullable } = plain(given, document);
  const items = schema.type === 'array' ? plain((schema.items ?? {}) as JsonSchema, document).schema : undefined;
  const kind = valueKind(items ?? schema, place.of);
  const choices = (items ?? schema).enum as readonly unknown[] | undefined;
  return {
    in: place.in,
    kind,
    ...(choices !== undefined && { choices: choices.filter((choice) => choice !== null) }),
    ...(items !== undefined && { isMany: true }),
    ...(place.isRequired && { isRequired: true }),
    ...(isNullable && { isNullable }),
    ...(typeof schema.default === 'boolean' && { default: schema.default }),
    ...(/integer|number/.test(kind) && typeof schema.minimum === 'number' && { min: schema.minimum }),
    ...(kind === 'id' && { of: place.of }),
    ...(typeof given.description === 'string' && { help: given.description }),
  };
}

function valueKind(schema: JsonSchema, of: string | undefined): string {
  if (schema.const === true) return 'flag';
  if (schema.enum !== undefined) return 'choice';
  if (schema.format === 'unixtime') return 'time';
  switch (schema.type) {
    case 'boolean':
      return 'flag';
    case 'integer':
    case 'number':
      return schema.type;
    case 'object':
      return isPairs(schema) ? 'pairs' : 'json';
    case 'array':
      return 'json';
    default:
      if (schema.format === 'binary') return 'file';
      return schema.format === 'uuid' && of !== undefined ? 'id' : 'text';
  }
}

/** Texts by name. */
function isPairs({ properties, additionalProperties: values }: JsonSchema): boolean {
  return properties === undefined && (values as JsonSchema | undefined)?.type === 'string';
}

function plain(given: JsonSchema, document: OpenApiDocument): Plain {
  const schema = resolved(given, document);
  const alternatives = (schema.oneOf ?? schema.anyOf) as readonly JsonSchema[] | undefined;
  const [only, ...others] = (alternatives ?? []).filter(({ type }) => type !== 'null');
  if (only !== undefined && others.length === 0) return { ...plain(only, document), isNullable: true };
  if (!Array.isArray(schema.type)) return { schema, isNullable: false };
  return {
    schema: { ...schema, type: schema.type.find((type) => type !== 'null') },
    isNullable: schema.type.includes('null'),
  };
}

function resolved(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema;
  return resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, document);
}
