import { currentTime, isPlatformError } from '#kernel';
import type { Egress, EgressResponse } from '#plugins/egress/contract.ts';
import { charsetOf } from '#plugins/text-extraction/contract.ts';
import { ROBOT } from './robots.ts';

/** What an address answered. */
export type Fetched =
  | {
      readonly kind: 'content';
      readonly url: string;
      readonly bytes: Uint8Array;
      readonly mediaType: string;
      readonly charset: string | undefined;
      /** It asks not to be kept. */
      readonly isNotKept: boolean;
    }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'gone'; readonly status: number }
  /** To be tried again, after so many milliseconds. */
  | { readonly kind: 'later'; readonly after: number; readonly message: string }
  /** The message says what to do. */
  | { readonly kind: 'failed'; readonly message: string };

export interface FetchLimits {
  readonly bytes: number;
  /** Milliseconds for one address, all in all: a body that never ends is given up. */
  readonly time: number;
}

const MAX_WAIT = 300_000;
const USUAL_WAIT = 20_000;

/**
 * Gets one address. Redirects are told, not followed: whoever asks decides whether they lead to a page that counts. Addresses
 * that are not public are refused by the client of all outbound traffic.
 */
export class WebFetcher {
  readonly #egress: Egress;
  readonly #limits: FetchLimits;

  constructor(egress: Egress, limits: FetchLimits) {
    this.#egress = egress;
    this.#limits = limits;
  }

  async get(url: string, signal: AbortSignal): Promise<Fetched> {
    const time = AbortSignal.timeout(this.#limits.time);
    try {
      const response = await this.#egress.request({
        url,
        method: 'GET',
        headers: [
          ['user-agent', `Mozilla/5.0 (compatible; ${ROBOT}; reads pages for knowledge bases)`],
          ['accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
        ],
        decompress: true,
        signal: AbortSignal.any([signal, time]),
      });
      return await this.#read(response);
    } catch (error) {
      signal.throwIfAborted();
      if (time.aborted) {
        const message = `The site took more than ${this.#limits.time / 1_000} seconds; it is read again with the next refresh.`;
        return { kind: 'failed', message };
      }
      if (!isPlatformError(error) || !error.code.startsWith('egress.')) throw error;
      return failureOf(error.code, error.message, this.#limits.bytes);
    }
  }

  async #read(response: EgressResponse): Promise<Fetched> {
    const { status, headers } = response;
    if (status === 200) {
      const type = headers['content-type'] ?? '';
      return {
        kind: 'content',
        url: response.url,
        bytes: await response.bytes(this.#limits.bytes),
        mediaType: (type.split(';', 1)[0] ?? '').trim().toLowerCase(),
        charset: charsetOf(type),
        isNotKept: /\b(?:noindex|none)\b/i.test(headers['x-robots-tag'] ?? ''),
      };
    }
    response.body.destroy();
    const to = status >= 300 && status < 400 ? URL.parse(headers.location ?? '', response.url) : null;
    if (to !== null) return { kind: 'moved', to: to.href };
    if (status === 404 || status === 410) return { kind: 'gone', status };
    if (status === 429 || status >= 500) {
      const message = `The site answered ${status}; it is read again with the next refresh.`;
      return { kind: 'later', after: waitOf(headers['retry-after']), message };
    }
    const remedy = status === 401 || status === 403 ? 'it lets only some visitors in' : 'open the address in a browser';
    return { kind: 'failed', message: `The site answered ${status}: ${remedy}.` };
  }
}

function failureOf(code: string, message: string, bytes: number): Fetched {
  if (code === 'egress.unreachable' || code === 'egress.timeout') return { kind: 'later', after: USUAL_WAIT, message };
  if (code === 'egress.too_large') {
    const megabytes = Math.floor(bytes / 1_048_576);
    return { kind: 'failed', message: `The page has more than ${megabytes} MB, the limit: exclude its path.` };
  }
  return { kind: 'failed', message };
}

function waitOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? '');
  const until = Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - currentTime() : seconds * 1_000;
  return until > 0 ? Math.min(until, MAX_WAIT) : USUAL_WAIT;
}
