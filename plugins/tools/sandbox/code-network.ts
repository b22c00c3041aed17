import { isPlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import { mostRequests } from './protocol.ts';

/** What code asks for. Everything in it comes from the sandbox and is not to be trusted. */
export interface NetworkRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  /** Milliseconds; null: the egress client's own. */
  readonly connectTimeout: number | null;
  readonly readTimeout: number | null;
  readonly redirects: number;
  readonly verify: boolean;
}

export type NetworkAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly url: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Uint8Array;
    }
  /** `off`: the workspace's code may not use the network. The other kinds say what failed. */
  | {
      readonly ok: false;
      readonly kind: 'off' | 'timeout' | 'redirects' | 'url' | 'headers' | 'tls' | 'size' | 'connection';
      readonly message: string;
    };

/**
 * Asks for one call of code; bound to its workspace and its end. `read` gives the request that was sent, or null when it
 * is malformed: the answer is null then. It is called once the workspace's code is known to be allowed to ask at all.
 */
export type Ask = (read: () => NetworkRequest | null) => Promise<NetworkAnswer | null>;

export interface CodeNetworkOptions {
  readonly egress: Egress;
  /** Whether code of this workspace may use the network; asked at each call's first request. */
  readonly isAllowed: (workspaceId: string) => Promise<boolean>;
  /** Bytes of an answer's body. */
  readonly maxBytes: number;
}

const maxRedirects = 20;
const maxTimeout = 60_000;

/** The way out of the sandbox: the server asks for the code, through the egress client, when the workspace allows it. */
export class CodeNetwork {
  readonly #options: CodeNetworkOptions;

  constructor(options: CodeNetworkOptions) {
    this.#options = options;
  }

  open(caller: { readonly workspaceId: string; readonly signal: AbortSignal }): Ask {
    let allowed: Promise<boolean> | undefined;
    let left = mostRequests;
    return async (read) => {
      try {
        allowed ??= this.#options.isAllowed(caller.workspaceId);
        if (!(await allowed)) return off;
        if (left <= 0)
          return { ok: false, kind: 'connection', message: `code may send ${mostRequests} requests a call` };
        left -= 1;
        const request = read();
        return request === null ? null : await this.#send(request, caller.signal);
      } catch (error) {
        return failure(error);
      }
    };
  }

  async #send(request: NetworkRequest, signal: AbortSignal): Promise<NetworkAnswer> {
    const { connectTimeout, readTimeout, body } = request;
    const response = await this.#options.egress.request({
      url: request.url,
      method: request.method,
      headers: request.headers,
      ...(body === null ? {} : { body }),
      signal,
      ...(connectTimeout === null ? {} : { connectTimeout: bounded(connectTimeout) }),
      ...(readTimeout === null ? {} : { headersTimeout: bounded(readTimeout), bodyTimeout: bounded(readTimeout) }),
      maxRedirects: Math.min(maxRedirects, Math.max(0, Math.trunc(request.redirects))),
      verifyTls: request.verify,
      decompress: true,
    });
    const bytes = await response.bytes(this.#options.maxBytes);
    return {
      ok: true,
      status: response.status,
      url: response.url,
      headers: Object.entries(response.headers),
      body: bytes,
    };
  }
}

export const networkIsOff =
  'code of this workspace may not use the network; an administrator can allow it with the workspace setting code_network (weft workspace set code-network on)';

const off: NetworkAnswer = { ok: false, kind: 'off', message: networkIsOff };

function bounded(milliseconds: number): number {
  return Math.min(maxTimeout, Math.max(1, Math.trunc(milliseconds)));
}

type FailureKind = Extract<NetworkAnswer, { ok: false }>['kind'];

const kinds: Readonly<Record<string, FailureKind>> = {
  'egress.timeout': 'timeout',
  'egress.too_large': 'size',
  'egress.too_many_redirects': 'redirects',
};

function failure(error: unknown): NetworkAnswer {
  if (!isPlatformError(error)) return { ok: false, kind: 'connection', message: 'the request failed' };
  return { ok: false, kind: kindOf(error.code, error.field, error.message), message: error.message };
}

function kindOf(code: string, field: string | undefined, message: string): FailureKind {
  if (code === 'egress.invalid_request') return field === 'headers' ? 'headers' : 'url';
  if (message.includes('TLS certificate')) return 'tls';
  return kinds[code] ?? 'connection';
}
