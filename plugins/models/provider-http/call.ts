import type { Egress, EgressResponse } from '#plugins/egress/contract.ts';
import type { Endpoint } from './endpoint.ts';
import { brokenAnswer, throwForStatus, toModelError } from './failure.ts';

export interface CallOptions {
  /** Added to the endpoint's base: `/chat/completions`. */
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: string | Uint8Array;
  readonly contentType?: string;
  /** Besides those of the endpoint. */
  readonly headers?: readonly (readonly [string, string])[];
  /** Named in messages. */
  readonly model?: string;
  /** `traceparent`. */
  readonly trace?: string | undefined;
  readonly signal: AbortSignal;
}

const CONNECT_TIMEOUT = 10_000;

/** Bytes of an answer that is read as a whole. */
const MAX_ANSWER = 64 * 1024 * 1024;

/** One way to the server of one endpoint. Resolves for statuses 2xx only; otherwise throws a `models.` error. */
export interface Caller<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  /** The body must be read or destroyed. */
  open(options: CallOptions): Promise<EgressResponse>;
  json(options: CallOptions): Promise<unknown>;
}

export function createCaller<E extends Endpoint>(egress: Egress, endpoint: E): Caller<E> {
  async function open(options: CallOptions): Promise<EgressResponse> {
    const url = `${endpoint.base}${options.path}${endpoint.query ?? ''}`;
    const method = options.method ?? 'POST';
    const body = options.body === undefined ? {} : { body: options.body };
    try {
      const headers = [...endpoint.headers, ...(options.headers ?? [])];
      if (options.body !== undefined) headers.push(['content-type', options.contentType ?? 'application/json']);
      if (options.trace !== undefined) headers.push(['traceparent', options.trace]);
      // Packed answers come late, and cost; a server that packs without being asked is understood.
      headers.push(['accept-encoding', 'identity']);
      if (endpoint.sign !== undefined) {
        headers.push(...(await endpoint.sign({ url, method, ...body, signal: options.signal })));
      }
      const response = await egress.request({
        url,
        method,
        headers,
        ...body,
        signal: options.signal,
        connectTimeout: CONNECT_TIMEOUT,
        headersTimeout: endpoint.firstByteTimeout,
        bodyTimeout: endpoint.idleTimeout,
        decompress: true,
      });
      const isGood = response.status >= 200 && response.status < 300;
      return isGood ? response : await throwForStatus(response, endpoint, options.model);
    } catch (error) {
      throw toModelError(error, endpoint, options);
    }
  }

  return {
    endpoint,
    open,
    async json(options) {
      const response = await open(options);
      let text: string;
      try {
        text = await response.text(MAX_ANSWER);
      } catch (error) {
        throw toModelError(error, endpoint, options);
      }
      try {
        return JSON.parse(text);
      } catch {
        throw brokenAnswer(endpoint, 'answered with something that is not JSON.', options);
      }
    },
  };
}
