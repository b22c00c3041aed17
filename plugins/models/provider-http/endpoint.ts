import { PlatformError } from '#kernel';
import type { Credentials } from '#plugins/models/contract.ts';

/** What of a request is needed to sign it. */
export interface UnsignedCall {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
}

/** Where a provider's server is and how to speak to it. */
export interface Endpoint {
  /** Name of the provider in messages: `OpenAI`. */
  readonly provider: string;
  /** Without a slash at its end; paths of calls are added to it: `https://api.openai.com/v1`. */
  readonly base: string;
  /** Added to each path: `?api-version=2024-10-21`. Absent: nothing. */
  readonly query?: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Texts that must never appear in a message. */
  readonly secrets: readonly string[];
  /** Milliseconds until the head of the answer; a server that does not stream sends it after generating everything. */
  readonly firstByteTimeout: number;
  /** Milliseconds between two pieces of the answer. */
  readonly idleTimeout: number;
  /** Further headers of one call, for what is signed or needs a token that runs out. */
  sign?(call: UnsignedCall): Promise<readonly (readonly [string, string])[]>;
}

/** In which header the key stands; `bearer`: in `authorization`. */
export type AuthKind = 'bearer' | 'api-key' | 'x-api-key' | 'x-goog-api-key' | 'none';

/** The header that carries a key. Empty without one. */
export function authHeaders(kind: AuthKind, key: string | undefined): readonly (readonly [string, string])[] {
  if (kind === 'none' || key === undefined || key === '') return [];
  return [kind === 'bearer' ? ['authorization', `Bearer ${key}`] : [kind, key]];
}

const DEFAULT_FIRST_BYTE_TIMEOUT = 300_000;
const DEFAULT_IDLE_TIMEOUT = 120_000;

/** From the fields `first_byte_timeout` and `idle_timeout` of a provider's credentials, which are seconds. */
export function timeoutsOf(credentials: Credentials): Pick<Endpoint, 'firstByteTimeout' | 'idleTimeout'> {
  return {
    firstByteTimeout: milliseconds(credentials.first_byte_timeout) ?? DEFAULT_FIRST_BYTE_TIMEOUT,
    idleTimeout: milliseconds(credentials.idle_timeout) ?? DEFAULT_IDLE_TIMEOUT,
  };
}

/** Fields of every provider's credentials schema that `timeoutsOf` reads, and own prices. */
export const SHARED_FIELDS = {
  first_byte_timeout: { type: 'string', title: 'Seconds until an answer begins', placeholder: '300' },
  idle_timeout: { type: 'string', title: 'Seconds between two pieces of an answer', placeholder: '120' },
  prices: {
    type: 'string',
    title: 'Own prices',
    description: 'JSON by model: what a million tokens of the prompt and of the completion cost.',
    placeholder: '{"gpt-4o": {"prompt": "2.5", "completion": "10", "currency": "USD"}}',
    format: 'model-prices',
  },
} as const;

const ROUTES = /\/(chat\/completions|chat|completions|responses|messages|embeddings|embed|rerank|models)$/;

/**
 * The base of an API from what people paste: with and without the version, or with the route itself. A path that holds
 * any version is kept. Throws `models.provider_not_initialize` for what is no address.
 */
export function withVersion(address: string, version = 'v1'): string {
  let url: URL;
  try {
    url = new URL(address.trim());
  } catch {
    throw new PlatformError(
      'invalid',
      'models.provider_not_initialize',
      'The API address of the provider is no address; write it with https:// in the settings of the provider.',
    );
  }
  const path = url.pathname.replace(/\/+$/, '').replace(ROUTES, '');
  return `${url.origin}${/\/v\d+[a-z0-9]*(\/|$)/.test(path) ? path : `${path}/${version}`}`;
}

function milliseconds(seconds: string | undefined): number | null {
  const value = Number(seconds);
  return Number.isFinite(value) && value > 0 ? Math.ceil(value * 1000) : null;
}
