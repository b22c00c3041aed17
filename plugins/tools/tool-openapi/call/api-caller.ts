import { isMapping } from '#engine';
import { PlatformError } from '#kernel';
import type { Egress, EgressResponse } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Operation } from '#plugins/tool-openapi/operation.ts';
import {
  type ApiProvider,
  CREDENTIALS_PURPOSE,
  type Credentials,
  notConfigured,
} from '#plugins/tool-openapi/provider.ts';
import type { ToolResult } from '#plugins/tools/contract.ts';
import { type ApiRequest, buildRequest, type SentFile } from './build-request.ts';
import { secretsOf, withCredentials, withoutSecrets } from './credentials.ts';
import { type ApiAnswer, parsed, readAnswer } from './read-answer.ts';
import type { Tokens } from './tokens.ts';

const MAX_REDIRECTS = 5;
/** Characters of a refusal that are told. */
const EXCERPT = 500;
/** Shorter ones are words that answers may hold by chance. */
const SHORTEST = 8;

export interface CallerParts {
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly egress: Egress;
}

/** One call of an operation. */
export interface ApiCall {
  readonly workspaceId: string;
  readonly provider: ApiProvider;
  readonly operation: Operation;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readFile(file: unknown): Promise<SentFile>;
}

/** Calls operations with their provider's credentials. */
export class ApiCaller {
  readonly #parts: CallerParts;

  constructor(parts: CallerParts) {
    this.#parts = parts;
  }

  /**
   * What the API answered, whatever its status, without what is secret. Throws `tool-openapi.not_configured`,
   * `tool-openapi.invalid_argument`, `tool-openapi.no_token`, `tool-openapi.answer_too_large`, and what egress throws.
   */
  async call(call: ApiCall): Promise<ApiAnswer> {
    const { workspaceId, provider, operation, signal } = call;
    const credentials = this.credentialsOf(workspaceId, provider);
    const request = await buildRequest(
      operation,
      // A server that was typed in is meant for all: a proxy, or a mock.
      provider.server.url === undefined && operation.server !== null ? operation.server : provider.serverUrl,
      call.arguments,
      call.readFile,
    );
    const isForeign = request.url.origin !== new URL(provider.serverUrl).origin;
    const takesToken = 'token_url' in provider.authentication && !isForeign;
    const token = takesToken ? await this.#parts.tokens.get(workspaceId, provider, credentials) : null;
    const secrets = secretsOf(credentials, token);
    let response = await this.#send(request, provider, { credentials, token, signal });
    if (response.status === 401 && token !== null) {
      // Nothing was done: the token was withdrawn, or is over earlier than was said.
      response.body.destroy();
      const renewed = await this.#parts.tokens.get(workspaceId, provider, credentials, token);
      secrets.push(renewed);
      response = await this.#send(request, provider, { credentials, token: renewed, signal });
    }
    return hidden(await readAnswer(response, operation.method), secrets);
  }

  /** Throws `tool-openapi.not_configured` where they are needed and not set. */
  credentialsOf(workspaceId: string, { name, authentication, sealedCredentials }: ApiProvider): Credentials {
    if (authentication.type === 'none') return {};
    if (sealedCredentials === null) {
      throw new PlatformError('invalid', 'tool-openapi.not_configured', notConfigured(name));
    }
    return JSON.parse(this.#parts.secrets.open(workspaceId, CREDENTIALS_PURPOSE, sealedCredentials));
  }

  #send(
    request: ApiRequest,
    provider: ApiProvider,
    {
      signal,
      ...known
    }: { readonly credentials: Credentials; readonly token: string | null; readonly signal: AbortSignal },
  ): Promise<EgressResponse> {
    const { url, headers, secretHeaders } = withCredentials(request, provider, known);
    return this.#parts.egress.request({
      url,
      method: request.method,
      headers,
      secretHeaders,
      ...(request.body !== undefined && { body: request.body }),
      maxRedirects: MAX_REDIRECTS,
      decompress: true,
      signal,
    });
  }
}

/** Whoever calls may not read the credentials, and agents tell what they read. Short secrets are hidden in refusals only. */
function hidden(answer: ApiAnswer, secrets: readonly string[]): ApiAnswer {
  const known = answer.status >= 400 ? secrets : secrets.filter(({ length }) => length >= SHORTEST);
  const text = withoutSecrets(answer.text, known);
  if (text === answer.text) return answer;
  return { ...answer, text, ...(answer.json !== undefined && { json: parsed(text) }) };
}

/** An answer as a tool's: text, and JSON as objects. Throws `tool-openapi.call_failed` for a refusal. */
export async function toResult(
  { status, text, json, file }: ApiAnswer,
  { provider, operation }: Pick<ApiCall, 'provider' | 'operation'>,
  keep: (file: NonNullable<ApiAnswer['file']>) => Promise<unknown>,
): Promise<ToolResult> {
  if (status >= 400) {
    const told = text.trim().slice(0, EXCERPT);
    const remedy = status === 401 || status === 403 ? ' Check its credentials under tools.' : '';
    const message = `The tool "${operation.name}" of "${provider.name}" failed: the API answered ${status}${told === '' ? '.' : `: ${told}`}${remedy}`;
    throw new PlatformError('invalid', 'tool-openapi.call_failed', message);
  }
  if (file !== null) return { text: '', files: [await keep(file)] };
  if (json === undefined) return { text };
  if (isMapping(json)) return { text, json: [json] };
  const isObjects = Array.isArray(json) && json.length > 0 && json.every(isMapping);
  return { text, json: isObjects ? json : [{ data: json }] };
}
