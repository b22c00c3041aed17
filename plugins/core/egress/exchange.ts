import type { Dispatcher, Pool } from 'undici';
import { ResponseBody } from './body.ts';
import type { EgressRequest } from './contract.ts';
import { timeout, toEgressError } from './failure.ts';
import type { Hop } from './redirect.ts';
import { bodyInPieces, longBody } from './sent-body.ts';

const DEFAULT_CONNECT_TIMEOUT = 10_000;
const DEFAULT_WRITE_TIMEOUT = 60_000;
const DEFAULT_HEADERS_TIMEOUT = 60_000;
const DEFAULT_BODY_TIMEOUT = 300_000;
/** Timers take no more. */
const MAX_LENGTH = 2 ** 31 - 1;

export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ResponseBody;
}

/** Sends one request over a pool; resolves with the response's head. Used instead of undici's `request`, which builds a node stream per answer. */
export function exchange(pool: Pool, hop: Hop, request: EgressRequest, host: string): Promise<ResponseHead> {
  return new Promise((resolve, reject) => {
    const handler = new Exchange(request, host, { resolve, reject });
    if (!handler.begin()) return;
    try {
      pool.dispatch(
        {
          path: `${hop.url.pathname}${hop.url.search}`,
          method: hop.method,
          ...handler.sending(hop),
          bodyTimeout: request.bodyTimeout ?? DEFAULT_BODY_TIMEOUT,
        },
        handler,
      );
    } catch (error) {
      handler.onResponseError(null, error);
    }
  });
}

interface Settle {
  resolve(head: ResponseHead): void;
  reject(error: unknown): void;
}

class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null;
  #body: ResponseBody | null = null;
  /** Of what is waited for: a connection, room for more of the body, the head of the answer. */
  #timer: NodeJS.Timeout | null = null;
  /** Set when we ended it: what undici reports afterwards is only its echo. */
  #stopped: unknown;
  /** An answer may come before all of the body is taken. */
  #isAnswered = false;
  readonly #request: EgressRequest;
  readonly #host: string;
  readonly #settle: Settle;
  readonly #onAbort = () => this.#stop(this.#request.signal?.reason);

  constructor(request: EgressRequest, host: string, settle: Settle) {
    this.#request = request;
    this.#host = host;
    this.#settle = settle;
  }

  /** Starts the clock; false when the caller's signal has aborted already. */
  begin(): boolean {
    const { signal } = this.#request;
    if (signal?.aborted === true) {
      this.#settle.reject(signal.reason);
      return false;
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#wait(this.#request.connectTimeout ?? DEFAULT_CONNECT_TIMEOUT, 'did not accept a connection in time');
    return true;
  }

  /** What is sent. The client times the answer to a short body; of a long one, each step is timed here. */
  sending({ headers, body }: Hop): Pick<Dispatcher.DispatchOptions, 'headers' | 'body' | 'headersTimeout'> {
    const { writeTimeout = DEFAULT_WRITE_TIMEOUT, headersTimeout = DEFAULT_HEADERS_TIMEOUT } = this.#request;
    const bytes = longBody(body);
    if (bytes === null) return { headers: flatten(headers), body: body ?? null, headersTimeout };
    const pieces = bodyInPieces(bytes, {
      asked: () => this.#wait(writeTimeout, 'stopped taking the request'),
      taken: () => this.#wait(headersTimeout, 'did not answer in time'),
    });
    return {
      headers: [...flatten(headers), 'content-length', String(bytes.length)],
      body: pieces,
      headersTimeout: 0,
    };
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#clearTimer();
    this.#controller = controller;
    if (this.#stopped !== undefined) controller.abort(toError(this.#stopped));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#clearTimer();
    this.#isAnswered = true;
    this.#body = new ResponseBody(controller);
    this.#settle.resolve({ status, headers: joined(headers), body: this.#body });
  }

  onResponseData(_controller: Dispatcher.DispatchController, piece: Uint8Array): void {
    this.#body?.push(piece);
  }

  onResponseEnd(): void {
    this.#finish();
    this.#body?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: unknown): void {
    this.#finish();
    const reported = this.#stopped ?? toEgressError(error, this.#host);
    if (this.#body === null) this.#settle.reject(reported);
    else this.#body.end(reported);
  }

  #stop(reason: unknown): void {
    this.#stopped = reason;
    this.#finish();
    // Told at once: a request that still waits for a connection has nothing to abort yet.
    this.#settle.reject(reason);
    this.#body?.end(reason);
    this.#controller?.abort(toError(reason));
  }

  #finish(): void {
    this.#isAnswered = true;
    this.#clearTimer();
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
  }

  #wait(milliseconds: number, otherwise: string): void {
    this.#clearTimer();
    if (this.#isAnswered || milliseconds === 0) return;
    this.#timer = setTimeout(() => this.#stop(timeout(this.#host, otherwise)), Math.min(milliseconds, MAX_LENGTH));
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The request was aborted.');
}

function flatten(headers: readonly (readonly [string, string])[]): string[] {
  const flat: string[] = [];
  // Beyond latin1 a header is sent as UTF-8 bytes, as browsers and servers understand it.
  for (const [name, value] of headers) flat.push(name, isLatin1(value) ? value : Buffer.from(value).toString('latin1'));
  return flat;
}

function isLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0xff) return false;
  return true;
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) result[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}
