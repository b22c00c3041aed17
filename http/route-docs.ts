import type { JsonSchema } from '#kernel';

/**
 * What callers are told about a route besides its schemas: the OpenAPI document and its pages are made of it, and a test
 * compares it with what the server sends. Errors that follow from the route itself are added to those given here: 401
 * where a key is needed, 400 where there is something to validate, 404 for ids, 413 and 415 for bodies, 429, 500.
 *
 * A schema with a `title` of one word in Pascal case is described once, under that name, wherever it is used.
 */
export interface RouteDocs {
  /** The group it is listed in: `Apps`. */
  readonly tag: string;
  /** Markdown; what the summary has no room for. */
  readonly description?: string;
  /** Told in place of `route.query` and `route.body`, where `guard` or the handler check more or take more. */
  readonly query?: JsonSchema;
  readonly body?: JsonSchema;
  readonly bodyExample?: unknown;
  /** Headers it reads, by name: what they are for. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** What it answers when all is well, and other answers that are no error envelope, by status. */
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
  /** Codes of its own errors, by status. */
  readonly errors?: Readonly<Record<number, readonly string[]>>;
}

/** An answer of a status. `Schema`: of its JSON body. */
export interface DocumentedAnswer<Schema extends JsonSchema = JsonSchema> {
  readonly description: string;
  /** By media type; absent: no body. The schema of `text/event-stream` is that of each event's JSON. */
  readonly content?: Readonly<Record<string, DocumentedBody<Schema>>>;
  /** What its own headers say, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body of one media type. */
export interface DocumentedBody<Schema extends JsonSchema = JsonSchema> {
  readonly schema: Schema;
  readonly example?: unknown;
}

/** A JSON body. */
export function jsonAnswer<const Schema extends JsonSchema>(
  description: string,
  schema: Schema,
  example?: unknown,
): DocumentedAnswer<Schema> {
  return { description, content: { 'application/json': { schema, ...(example !== undefined && { example }) } } };
}

/** No body. */
export function emptyAnswer(description: string): DocumentedAnswer<never> {
  return { description };
}

/** Bytes of any of the media types; `*` stands for what can't be known before. */
export function bytesAnswer(description: string, ...mediaTypes: readonly string[]): DocumentedAnswer {
  const schema = { type: 'string', format: 'binary' };
  return { description, content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])) };
}

/** The schema of a named object. */
export interface ObjectSchema<Properties, Optional> extends JsonSchema {
  readonly title: string;
  readonly type: 'object';
  readonly required: readonly Exclude<keyof Properties, Optional>[];
  readonly properties: Properties;
}

/** A named object whose properties are all there, but for those named in `optional`. */
export function objectSchema<
  const Properties extends Readonly<Record<string, JsonSchema>>,
  const Optional extends keyof Properties & string = never,
>(
  title: string,
  properties: Properties,
  more: { readonly optional?: readonly Optional[]; readonly description?: string } = {},
): ObjectSchema<Properties, Optional> {
  const { optional = [], description } = more;
  const required = namesOf(properties).filter(
    (name): name is Exclude<typeof name, Optional> => !(optional as readonly string[]).includes(name),
  );
  return { title, type: 'object', ...(description !== undefined && { description }), required, properties };
}

/** The names of properties, for `optional` of `objectSchema`. */
export function namesOf<Properties extends object>(properties: Properties): readonly (keyof Properties & string)[] {
  return Object.keys(properties) as (keyof Properties & string)[];
}

/** The schema of a value or null, as types see it; `orNull` writes some of them shorter. */
export type OrNull<Schema> = { readonly oneOf: readonly [Schema, { readonly type: 'null' }] };

/** The same, or null. */
export function orNull<const Schema extends JsonSchema>(schema: Schema): OrNull<Schema>;
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.title !== undefined || typeof schema.type !== 'string') return { oneOf: [schema, { type: 'null' }] };
  const values = schema.enum as readonly unknown[] | undefined;
  return { ...schema, type: [schema.type, 'null'], ...(values !== undefined && { enum: [...values, null] }) };
}

/** A list of that. */
export function listOf<const Items extends JsonSchema>(
  items: Items,
): { readonly type: 'array'; readonly items: Items } {
  return { type: 'array', items };
}

/** Schemas of what occurs everywhere. */
export const schemas = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  uuid: { type: 'string', format: 'uuid' },
  /** As the API writes times. */
  seconds: { type: 'integer', format: 'unixtime', description: 'Unix timestamp in seconds.' },
  /** Prices are texts: no digit may be lost. */
  money: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$', description: 'Decimal string.' },
  /** Any object. */
  object: { type: 'object', additionalProperties: true },
  /** Any JSON value. */
  value: {},
  success: objectSchema('Success', { result: { type: 'string', const: 'success' } }),
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** The answer of routes that only do something. */
export const successAnswer = jsonAnswer('Success.', schemas.success, {
  result: 'success',
});
