import { PlatformError } from '#kernel';
import type { EgressRequest, EgressResponse } from '#plugins/egress/contract.ts';
import type { LocalAnswer } from './open-package.ts';

/** Sends a request from the computer of whoever writes the package. */
export async function overNetwork({ url, method, headers = [], body, signal }: EgressRequest): Promise<EgressResponse> {
  const response = await fetch(url, {
    ...{ method, headers: headers.map(([name, value]): [string, string] => [name, value]), redirect: 'manual' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body) }),
    ...(signal !== undefined && { signal }),
  }).catch((error: unknown) => {
    const { cause, message } = Object(error) as { readonly cause?: unknown; readonly message?: string };
    const reason = Object(cause).code ?? Object(cause).message ?? message;
    const told = `${new URL(url).host} can't be reached: ${String(reason)}`;
    throw new PlatformError('unavailable', 'plugin-sdk.unreachable', told, { cause: error });
  });
  return responseOf(
    url,
    response.status,
    Object.fromEntries(response.headers),
    new Uint8Array(await response.arrayBuffer()),
  );
}

/** The answer of a test as a response. */
export function answerOf(url: string, { status = 200, headers = {}, json, body }: LocalAnswer): EgressResponse {
  const text = json === undefined ? (body ?? '') : JSON.stringify(json);
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return responseOf(url, status, { ...type, ...lower }, typeof text === 'string' ? Buffer.from(text) : text);
}

function responseOf(
  url: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): EgressResponse {
  async function* pieces() {
    if (bytes.length > 0) yield bytes;
  }
  const within = async (limit: number) => {
    if (bytes.length <= limit) return bytes;
    throw new PlatformError('invalid', 'plugin-sdk.too_large', `The answer has more than ${limit} bytes.`);
  };
  return {
    ...{ url, status, headers },
    body: Object.assign(pieces(), { destroy: () => undefined }),
    bytes: within,
    text: async (limit) => Buffer.from(await within(limit)).toString('utf8'),
  };
}
