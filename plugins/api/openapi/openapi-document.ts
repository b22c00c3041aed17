import type { JsonSchema } from '#kernel';

/** An OpenAPI 3.1 document, as far as it is written here. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly Server[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** An address that serves paths. */
export interface Server {
  readonly url: string;
  readonly description: string;
}

/** The operations of a path by method in lower case, and where it is served if elsewhere. */
export type PathItem = Readonly<Record<string, Operation | readonly Server[]>>;

/** One method on one path. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Any of them does; none: anyone may call. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** What the caller must be allowed to do. */
  readonly 'x-permission'?: string;
  /** What is enough for what the caller made. */
  readonly 'x-own-permission'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
}

/** A value in the path, the query or a header. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** Bodies by media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

/** An answer of a status. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Content;
}

/** The address that serves a path. */
export function serverOf({ servers, paths }: OpenApiDocument, path: string): string {
  const own = paths[path]?.servers as readonly Server[] | undefined;
  return (own ?? servers)[0]?.url ?? '';
}

/** The operations of a document with where they are, in its order. */
export function operationsOf(
  document: OpenApiDocument,
): readonly { readonly method: string; readonly path: string; readonly operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      'operationId' in operation ? [{ method: method.toUpperCase(), path, operation }] : [],
    ),
  );
}
