import { type NodeContext, NodeError } from '#engine';
import { type EgressRequest, inAddress, inCookies, inHeader, isSendable, misplaced } from '#plugins/egress/contract.ts';
import { type RenderedBody, renderBody } from './body.ts';
import { type Authorization, type CompiledHttp, type HeaderLine, splitLines } from './compiled.ts';
import type { AnswerLimits } from './response.ts';

export interface RenderedRequest {
  readonly egress: EgressRequest;
  readonly body: RenderedBody | null;
  /** The header that carries the key; null without authorization. */
  readonly secretHeader: string | null;
  /** The key as it was rendered; never shown. */
  readonly secrets: readonly string[];
}

/** Which host is called, and how the connection carries the request, is no matter of values. */
const CONNECTION = new Set(['host', 'content-length', 'transfer-encoding', 'connection']);
const MAX_REDIRECTS = 10;

/** Fills in the node's templates. */
export async function renderRequest(
  http: CompiledHttp,
  context: NodeContext,
  limits: AnswerLimits,
): Promise<RenderedRequest> {
  if (!isSendable(http.method)) {
    throw new NodeError('InvalidHttpMethodError', `The method ${http.method.slice(0, 40)} can not be sent.`);
  }
  const url = urlOf(http, context);
  const headers = new Headers();
  for (const line of http.headers) for (const [name, value] of headersOf(line, context)) headers.set(name, value);
  const authorization = http.authorization === null ? null : authorize(http.authorization, context);
  if (authorization !== null) headers.set(authorization.header, authorization.value);
  if (context.trace !== undefined && !headers.has('traceparent')) headers.set('traceparent', context.trace);
  const body = await renderBody(http, context, limits, headers.get('content-type'));
  if (body !== null && (http.body.type === 'form-data' || !headers.has('content-type'))) {
    headers.set('Content-Type', body.contentType);
  }
  return {
    egress: {
      url,
      method: http.method,
      headers: headers.list(),
      ...(body === null ? {} : { body: body.content }),
      connectTimeout: http.timeouts.connect,
      writeTimeout: http.timeouts.write,
      headersTimeout: http.timeouts.read,
      bodyTimeout: http.timeouts.read,
      maxRedirects: MAX_REDIRECTS,
      // Whatever a document sends besides may be a key as well; only the plain ones follow to another origin.
      secretHeaders: headers.names().filter((name) => !PLAIN_HEADERS.has(name)),
      verifyTls: http.verifyTls,
      decompress: true,
      signal: context.signal,
    },
    body,
    secretHeader: authorization?.header.toLowerCase() ?? null,
    secrets: authorization === null ? [] : [authorization.value, authorization.key].filter((text) => text.length >= 4),
  };
}

const PLAIN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'user-agent',
  'range',
  'traceparent',
]);

/** Headers by name without case; a later one replaces an earlier one. */
class Headers {
  readonly #entries = new Map<string, readonly [string, string]>();

  set(name: string, value: string): void {
    this.#entries.set(name.toLowerCase(), [name, value]);
  }

  get(name: string): string | undefined {
    return this.#entries.get(name)?.[1];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  list(): readonly (readonly [string, string])[] {
    return [...this.#entries.values()];
  }
}

/** The header of a line; several, where its author left the line to a value. */
function headersOf(line: HeaderLine, context: NodeContext): readonly (readonly [string, string])[] {
  if ('lines' in line) {
    return splitLines(context.render(line.lines, 'text')).filter(([name]) => !CONNECTION.has(name.toLowerCase()));
  }
  const name = context.render(line.key, 'text', inHeader).trim();
  const put = name.toLowerCase() === 'cookie' ? inCookies : inHeader;
  return name === '' ? [] : [[name, context.render(line.value, 'text', put).trim()]];
}

function urlOf(http: CompiledHttp, context: NodeContext): string {
  const text = context.render(http.url, 'text', inAddress).trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new NodeError(
      'InvalidURLError',
      'The URL must begin with http:// or https:// after its variables were filled in.',
    );
  }
  const url = new URL(text);
  const query = http.params
    .map(({ key, value }) => [context.render(key, 'text'), context.render(value, 'text')] as const)
    .filter(([key]) => key !== '')
    .map(([key, value]) => `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');
  if (query !== '') url.search = url.search === '' ? query : `${url.search}&${query}`;
  return url.href;
}

function authorize(authorization: Authorization, context: NodeContext): { key: string; header: string; value: string } {
  const key = context
    .render(authorization.key, 'text', (value, place) => {
      const isUser = place.after.includes(':') && !place.before.includes(':');
      if (authorization.scheme === 'basic' && isUser && value.includes(':')) {
        throw misplaced(place.name, 'stands for the name of a user, and holds a colon');
      }
      return inHeader(value, place);
    })
    .trim();
  if (key === '') throw new NodeError('AuthorizationConfigError', 'The API key of the authorization is empty.');
  return { key, header: authorization.header, value: credentialText(authorization.scheme, key) };
}

function credentialText(scheme: Authorization['scheme'], key: string): string {
  if (scheme === 'custom') return key;
  if (scheme === 'bearer') return `Bearer ${key}`;
  return `Basic ${key.includes(':') ? Buffer.from(key).toString('base64') : key}`;
}
