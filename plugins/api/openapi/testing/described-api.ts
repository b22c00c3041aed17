import {
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type ResponseObject,
} from '#plugins/openapi/openapi-document.ts';
import { AnswerCheck } from './answer-check.ts';
import { ShownSecrets } from './shown-secrets.ts';

export interface DescribedCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly form?: FormData;
  /** Sent as it is, with the media type of `headers`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a bearer. */
  readonly token?: string;
}

export interface DescribedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The parsed body; undefined where it is no JSON. */
  readonly body: unknown;
}

/** A running server together with its own description: every answer is compared with what is told of it. */
export class DescribedApi {
  readonly document: OpenApiDocument;
  readonly operations: readonly { readonly name: string; readonly operation: Operation }[];
  /** What all answers together told of secrets. */
  readonly told = new ShownSecrets();
  readonly #url: string;
  readonly #check: AnswerCheck;
  readonly #seen = new Set<string>();
  readonly #named: ReadonlyMap<string, Operation>;

  static async of(url: string): Promise<DescribedApi> {
    const answer = await fetch(`${url}/openapi.json`);
    return new DescribedApi(url, (await answer.json()) as OpenApiDocument);
  }

  private constructor(url: string, document: OpenApiDocument) {
    this.#url = url;
    this.document = document;
    const named = operationsOf(document).map(
      ({ method, path, operation }) => [`${method} ${path}`, operation] as const,
    );
    this.#named = new Map(named);
    this.operations = named.map(([name, operation]) => ({ name, operation }));
    this.#check = new AnswerCheck(document);
  }

  /** Calls `GET /v1/info`; throws unless the answer has the status and is as it is told. */
  async call(name: string, expected: number, request: DescribedCall = {}): Promise<DescribedAnswer> {
    const answer = await this.refusal(name, request);
    if (answer.status === expected) return answer;
    throw new Error(`expected ${expected}: ${name} answered ${answer.status} ${answer.bytes.toString().slice(0, 600)}`);
  }

  /** The same with whatever status that is told. */
  async refusal(name: string, request: DescribedCall): Promise<DescribedAnswer> {
    const operation = this.#operation(name);
    const [method = '', path = ''] = name.split(' ');
    const init = { method, headers: headersOf(request), body: bodyOf(request) ?? null, redirect: 'manual' as const };
    const response = await fetch(this.#url + pathOf(path, request), init);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, headers } = response;
    this.told.add(name, request, { status, headers, bytes });
    const shown = `${name} answered ${status} ${headers.get('content-type')} ${bytes.toString().slice(0, 600)}`;
    const told = this.#response(operation, status);
    if (told === undefined) throw new Error(`the status is not told: ${shown}`);
    const complaint = this.#check.complaint(told, headers.get('content-type'), bytes);
    if (complaint !== null) throw new Error(`${complaint}: ${shown}`);
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    this.#seen.add(`${name} ${status}`).add(`${name} ${status} ${type}`);
    const isJson = type === 'application/json' && bytes.length > 0;
    return { status, headers, bytes, body: isJson ? JSON.parse(bytes.toString()) : undefined };
  }

  /** Successes that are told but were not seen: `GET /v1/info 200 application/json`. */
  unseen(): readonly string[] {
    return this.operations.flatMap(({ name, operation }) =>
      Object.keys(operation.responses)
        .filter((status) => /^(?:2|303)/.test(status))
        .flatMap((status) => {
          const types = Object.keys(this.#response(operation, Number(status))?.content ?? {});
          return types.length === 0 || types.some((type) => type.includes('*'))
            ? [`${name} ${status}`]
            : types.map((type) => `${name} ${status} ${type}`);
        })
        .filter((answer) => !this.#seen.has(answer)),
    );
  }

  #operation(name: string): Operation {
    const found = this.#named.get(name);
    if (found === undefined) throw new Error(`${name} is not in the document`);
    return found;
  }

  #response(operation: Operation, status: number): ResponseObject | undefined {
    const response = operation.responses[status];
    if (response === undefined || !('$ref' in response)) return response;
    return this.document.components.responses[response.$ref.split('/').at(-1) ?? ''];
  }
}

function pathOf(path: string, { params = {}, query = {} }: DescribedCall): string {
  // `rest` stands for several segments.
  const encoded = (name: string) => (name === 'rest' ? encodeURI : encodeURIComponent)(params[name] ?? '');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(name));
  const search = new URLSearchParams(query);
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function headersOf({ token, body, headers }: DescribedCall): Record<string, string> {
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
}

function bodyOf({ body, form, text }: DescribedCall): FormData | string | undefined {
  return body === undefined ? (form ?? text) : JSON.stringify(body);
}
