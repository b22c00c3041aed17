import type { Egress, EgressResponse } from '#plugins/egress/contract.ts';
import type { Endpoint } from './endpoint.ts';
import { brokenAnswer, throwForStatus, toModelError } from './failure.ts';

export interface CallOptions {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: string | Uint8Array;
  readonly contentType?: string;
  /** `traceparent`. */
  readonly trace?: string | undefined;
  readonly signal: AbortSignal;
}

const CONNECT_TIMEOUT = 10_000;

/** Bytes of an answer that is read as a whole. */
const MAX_ANSWER = 64 * 1024 * 1024;

/** One way to the server of one endpoint. Resolves for statuses 2xx only; otherwise throws a `models.` error. */
export interface Caller {
  readonly endpoint: Endpoint;
  open(options: CallOptions): Promise<EgressResponse>;
  json(options: CallOptions): Promise<unknown>;
}

export function createCaller(egress: Egress, endpoint: Endpoint): Caller {
  async function open(options: CallOptions): Promise<EgressResponse> {
    const headers = [...endpoint.headers];
    if (options.body !== undefined) headers.push(['content-type', options.contentType ?? 'application/json']);
    if (options.trace !== undefined) headers.push(['traceparent', options.trace]);
    try {
      const response = await egress.request({
        url: `${endpoint.base}${options.path}`,
        method: options.method ?? 'POST',
        headers,
        ...(options.body === undefined ? {} : { body: options.body }),
        signal: options.signal,
        connectTimeout: CONNECT_TIMEOUT,
        headersTimeout: endpoint.firstByteTimeout,
        bodyTimeout: endpoint.idleTimeout,
      });
      return response.status >= 200 && response.status < 300 ? response : await throwForStatus(response, endpoint);
    } catch (error) {
      throw toModelError(error, endpoint, options.signal);
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
        throw toModelError(error, endpoint, options.signal);
      }
      try {
        return JSON.parse(text);
      } catch {
        throw brokenAnswer(endpoint, 'answered with something that is not JSON.');
      }
    },
  };
}
