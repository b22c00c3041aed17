import { PlatformError } from '#kernel';
import type { Egress, EgressResponse } from '#plugins/egress/contract.ts';

/** What the library sends its requests with. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface FetchRules {
  /** Of one answer, unpacked; with `isTotal`, of all of them together. */
  readonly maxBytes: number;
  readonly isTotal?: boolean;
  /** Milliseconds: until the head of an answer; between two pieces of it. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  /** Hears why a request, or the answer to it, broke: the library wraps errors until nobody knows them. */
  failed?(error: unknown): void;
}

const BODILESS = [101, 103, 204, 205, 304];

/**
 * `fetch` over the guarded client: no redirect is followed here (the library follows those within an origin, and each is a
 * request of its own), and answers are of bounded size, also those that never end.
 */
export function egressFetch(egress: Egress, rules: FetchRules): Fetch {
  const shared = { received: 0 };
  return async (url, init = {}) => {
    try {
      const response = await egress.request({
        url: String(url),
        method: init.method ?? 'GET',
        headers: [...new Headers(init.headers)],
        decompress: true,
        headersTimeout: rules.headersTimeout,
        bodyTimeout: rules.bodyTimeout,
        ...(init.body !== undefined && init.body !== null && { body: await new Response(init.body).text() }),
        ...(init.signal !== undefined && init.signal !== null && { signal: init.signal }),
      });
      const { status, headers } = response;
      if (status < 200 || status > 599 || BODILESS.includes(status)) {
        response.body.destroy();
        return new Response(null, { status: status < 200 || status > 599 ? 502 : status });
      }
      return new Response(bounded(response, rules, rules.isTotal === true ? shared : { received: 0 }), {
        status,
        headers,
      });
    } catch (error) {
      rules.failed?.(error);
      throw error;
    }
  };
}

/** Read at the pace it is asked for, up to the limit. */
function bounded(
  response: EgressResponse,
  { maxBytes, failed }: FetchRules,
  counted: { received: number },
): ReadableStream<Uint8Array> {
  const pieces = response.body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await pieces.next();
        if (done === true) {
          controller.close();
          return;
        }
        counted.received += value.length;
        if (counted.received > maxBytes) throw tooLarge(maxBytes);
        controller.enqueue(value);
      } catch (error) {
        response.body.destroy();
        failed?.(error);
        controller.error(error);
      }
    },
    cancel() {
      response.body.destroy();
    },
  });
}

function tooLarge(maxBytes: number): PlatformError {
  const message = `It answered with more than ${Math.round(maxBytes / 1_000_000)} MB.`;
  return new PlatformError('invalid', 'mcp-client.too_large', message);
}
