import type { Credentials } from '#plugins/models/contract.ts';

/** Where a provider's server is and how to speak to it. */
export interface Endpoint {
  /** Ends in the API's version, without a slash: `https://api.openai.com/v1`. */
  readonly base: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Texts that must never appear in a message. */
  readonly secrets: readonly string[];
  /** Calls language models through the older completions route whatever the document says. */
  readonly isCompletion: boolean;
  /** The service itself, which refuses parameters that compatible servers still want. */
  readonly isOpenAi: boolean;
  /** Milliseconds until the head of the answer; a server that does not stream sends it after generating everything. */
  readonly firstByteTimeout: number;
  /** Milliseconds between two pieces of the answer. */
  readonly idleTimeout: number;
}

const DEFAULT_FIRST_BYTE_TIMEOUT = 300_000;
const DEFAULT_IDLE_TIMEOUT = 120_000;

const DEFAULT_BASE = 'https://api.openai.com/v1';

/** Reads both credential sets: that of `openai` and that of `openai_api_compatible`. */
export function endpointOf(credentials: Credentials): Endpoint {
  const address = credentials.openai_api_base ?? credentials.endpoint_url ?? DEFAULT_BASE;
  const key = credentials.openai_api_key ?? credentials.api_key;
  const headers: (readonly [string, string])[] = [];
  if (key !== undefined) headers.push(['authorization', `Bearer ${key}`]);
  if (credentials.openai_organization !== undefined) {
    headers.push(['openai-organization', credentials.openai_organization]);
  }
  return {
    base: withVersion(address),
    headers,
    secrets: key === undefined ? [] : [key],
    isCompletion: credentials.mode === 'completion',
    isOpenAi: credentials.endpoint_url === undefined,
    firstByteTimeout: milliseconds(credentials.first_byte_timeout) ?? DEFAULT_FIRST_BYTE_TIMEOUT,
    idleTimeout: milliseconds(credentials.idle_timeout) ?? DEFAULT_IDLE_TIMEOUT,
  };
}

/** People paste addresses with and without `/v1`, and of the route itself. A path of any other version is kept. */
function withVersion(address: string): string {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|completions|embeddings|models)$/, '');
  return `${url.origin}${/\/v\d+[a-z0-9]*(\/|$)/.test(path) ? path : `${path}/v1`}`;
}

function milliseconds(seconds: string | undefined): number | null {
  const value = Number(seconds);
  return Number.isFinite(value) && value > 0 ? Math.ceil(value * 1000) : null;
}
