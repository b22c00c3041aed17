import type { JsonSchema } from '#kernel';
import {
  type Content,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
  type ResponseObject,
} from './openapi-document.ts';

const head = '// Made by `npm run client` from the routes; a test says when it is out of date.\n';

/** The named schemas as TypeScript, one line each. */
export function schemaTypes(document: OpenApiDocument): string {
  const lines = Object.entries(document.components.schemas).map(([name, schema]) => `  ${name}: ${typeOf(schema)};\n`);
  return `${head}/** What the API takes and answers, by name. */\nexport interface Schemas {\n${lines.join('')}}\n`;
}

/** The operations as TypeScript in the shape that `openapi-fetch` reads, a line for each path. */
export function pathTypes(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  const lines = [...new Set(operations.map(({ path }) => path))].map((path) => {
    const own = operations
      .filter((item) => item.path === path)
      .map(({ method, operation }) => `${method.toLowerCase()}: ${operationType(operation, document)}`);
    return `  ${JSON.stringify(path)}: { ${own.join('; ')} };\n`;
  });
  const imported = "import type { Schemas } from './schemas.ts';\n\n";
  return `${head}${imported}/** The operations by path and method. */\nexport interface Paths {\n${lines.join('')}}\n`;
}

function operationType(operation: Operation, document: OpenApiDocument): string {
  const { parameters = [], requestBody } = operation;
  const places = (['query', 'header', 'path'] as const).map((place) => parametersType(place, parameters));
  const body = requestBody === undefined ? '?: never' : bodyType(requestBody);
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => `${status}: ${responseType(resolved(response, document))}`,
  );
  return `{ parameters: { ${places.join('; ')}; cookie?: never }; requestBody${body}; responses: { ${responses.join('; ')} } }`;
}

function parametersType(place: Parameter['in'], parameters: readonly Parameter[]): string {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return `${place}?: never`;
  const fields = own.map(({ name, required, schema }) => field(name, schema, required));
  return `${place}${own.some(({ required }) => required) ? '' : '?'}: { ${fields.join('; ')} }`;
}

function bodyType({ required, content }: { readonly required: boolean; readonly content: Content }): string {
  return `${required ? '' : '?'}: { content: ${contentType(content)} }`;
}

function responseType({ content }: ResponseObject): string {
  return `{ headers: { [name: string]: unknown }; content${content === undefined ? '?: never' : `: ${contentType(content)}`} }`;
}

function contentType(content: Content): string {
  return `{ ${Object.entries(content)
    .map(([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema)}`)
    .join('; ')} }`;
}

function resolved(response: ResponseObject | { readonly $ref: string }, document: OpenApiDocument): ResponseObject {
  if (!('$ref' in response)) return response;
  return document.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? { description: '' };
}

/** A schema as a type. What a type can't say (lengths, patterns) is left out. */
function typeOf(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return `Schemas['${schema.$ref.split('/').at(-1)}']`;
  const several = (schema.oneOf ?? schema.anyOf) as readonly JsonSchema[] | undefined;
  if (several !== undefined) return union(several.map(typeOf));
  if (Array.isArray(schema.allOf)) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.type === undefined) return schema.properties === undefined ? 'unknown' : objectType(schema);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return union(types.map((type) => plainType(String(type), schema)));
}

function union(types: readonly string[]): string {
  const [first = 'never', ...others] = new Set(types);
  if (others.length === 0) return first;
  return [first, ...others].map((type) => (type.includes(' & ') ? `(${type})` : type)).join(' | ');
}

function plainType(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      // Not readonly: the client's own types do not see such arrays as arrays.
      return `(${typeOf((schema.items ?? {}) as JsonSchema)})[]`;
    case 'object':
      return objectType(schema);
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    default:
      return type;
  }
}

function objectType({ properties = {}, required = [], additionalProperties: more }: JsonSchema): string {
  const fields = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) =>
    field(name, schema, (required as readonly string[]).includes(name)),
  );
  const isOpen = more !== undefined && more !== false;
  const others = typeof more === 'object' && fields.length === 0 ? typeOf(more as JsonSchema) : 'unknown';
  if (isOpen || fields.length === 0) fields.push(`[name: string]: ${others}`);
  return `{ ${fields.join('; ')} }`;
}

function field(name: string, schema: JsonSchema, isRequired: boolean): string {
  return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}`;
}
