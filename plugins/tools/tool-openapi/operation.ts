import type { ToolParameter } from '#plugins/tools/contract.ts';

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie' | 'querystring' | 'body';

/** How lists and objects become text (OpenAPI, parameter styles); `tab`: of Swagger 2.0; `json`: a JSON text. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'tab'
  | 'json';

/** Where the value of a tool's parameter goes in a request. */
export interface Binding {
  /** Name of the tool's parameter. */
  readonly parameter: string;
  readonly in: ParameterPlace;
  /** Name in the request; '' for what is a whole body, or a whole query. */
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** Reserved characters go as they are (query). */
  readonly allowReserved?: boolean;
  /** Of a part of a form: what it is sent as. */
  readonly contentType?: string;
}

/** What the body of a request is written as. */
export type BodyFormat = 'json' | 'form' | 'multipart' | 'text' | 'bytes';

export interface BodyForm {
  readonly mediaType: string;
  readonly format: BodyFormat;
  /** Sent also when nothing of it is given. */
  readonly required: boolean;
}

/** One operation of a document: what its tool is told as, and how its requests are made. Plain data, kept as JSON. */
export interface Operation {
  /** What it is known by from import to import: operationId, else method and path. */
  readonly key: string;
  /** Of the tool: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** How documents of apps may name it besides; null: in no other way. */
  readonly alias: string | null;
  /** In upper case. */
  readonly method: string;
  /** With `{name}` where parameters go. */
  readonly path: string;
  readonly summary: string;
  /** For the model. */
  readonly description: string;
  readonly parameters: readonly ToolParameter[];
  readonly bindings: readonly Binding[];
  readonly body: BodyForm | null;
  /** Address of its own, where the document gives the operation another one than all the rest. */
  readonly server: string | null;
  readonly deprecated: boolean;
}

/** GET, HEAD and the like may be called again when nobody knows whether they went through (HTTP, safe methods). */
export function hasSideEffects({ method }: Pick<Operation, 'method'>): boolean {
  return !['GET', 'HEAD', 'OPTIONS', 'QUERY'].includes(method);
}
