import type { JsonSchema } from '#kernel';
import {
  type Content,
  type OpenApiDocument,
  type operationsOf,
  type Parameter,
  serverOf,
} from '#plugins/openapi/openapi-document.ts';
import { sampleText, sampleValue } from './sample-value.ts';

/** A request of an operation, with words in capitals where something has to be put in. */
export interface SampleCall {
  readonly method: string;
  readonly url: string;
  /** The variable of the environment that holds the key; null: not needed. */
  readonly key: string | null;
  readonly body: SampleBody | null;
  readonly answer: 'json' | 'stream' | 'bytes' | 'nothing';
}

export type SampleBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'form'; readonly file: string; readonly fields: Readonly<Record<string, string>> };

/** A request that the operation takes. */
export function sampleCall(document: OpenApiDocument, placed: ReturnType<typeof operationsOf>[number]): SampleCall {
  const { method, path, operation } = placed;
  const parameters = operation.parameters ?? [];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => sampleText(name));
  const query = parameters.filter(({ in: place, required }) => place === 'query' && required);
  const search = query.map((parameter) => `${parameter.name}=${queryValue(document, parameter)}`).join('&');
  return {
    method,
    url: `${serverOf(document, path)}${filled}${search === '' ? '' : `?${search}`}`,
    key: keyOf(operation.security.flatMap((scheme) => Object.keys(scheme))),
    body: operation.requestBody === undefined ? null : bodyOf(document, operation.requestBody.content),
    answer: answerOf(Object.entries(operation.responses)),
  };
}

function queryValue(document: OpenApiDocument, { name, schema }: Parameter): string {
  return encodeURIComponent(String(sampleValue(document, schema, name)));
}

/** App keys and what manages are not the same secret: two names, so that nobody sends one for the other. */
function keyOf(schemes: readonly string[]): string | null {
  if (schemes.length === 0) return null;
  return schemes.includes('appKey') ? 'WEFT_KEY' : 'WEFT_TOKEN';
}

function bodyOf(document: OpenApiDocument, content: Content): SampleBody | null {
  const [found] = Object.entries(content);
  if (found === undefined) return null;
  const [type, { schema, example }] = found;
  if (type === 'multipart/form-data') return formOf(document, schema);
  const value = example ?? sampleValue(document, schema);
  if (type === 'application/x-www-form-urlencoded') return { kind: 'fields', fields: value as Record<string, string> };
  return { kind: 'json', value };
}

function formOf(document: OpenApiDocument, schema: JsonSchema): SampleBody {
  const named =
    typeof schema.$ref === 'string' ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  const properties = (named?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const file = Object.keys(properties).find((name) => properties[name]?.format === 'binary') ?? 'file';
  return { kind: 'form', file, fields: 'user' in properties ? { user: sampleText('user') } : {} };
}

function answerOf(responses: readonly (readonly [string, object])[]): SampleCall['answer'] {
  const [, answer] = responses.find(([status]) => status.startsWith('2')) ?? [];
  const types = Object.keys((answer as { readonly content?: Content } | undefined)?.content ?? {});
  if (types.length === 0) return 'nothing';
  if (types.includes('application/json')) return 'json';
  return types.includes('text/event-stream') ? 'stream' : 'bytes';
}
