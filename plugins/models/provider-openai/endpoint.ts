import type { Credentials } from '#plugins/models/contract.ts';
import { authHeaders, type Endpoint, timeoutsOf, withVersion } from '#plugins/provider-http/contract.ts';

/** An endpoint that speaks the protocol of OpenAI. */
export interface OpenAiEndpoint extends Endpoint {
  /** Calls language models through the older completions route whatever the document says. */
  readonly isCompletion: boolean;
  /** The service itself, which refuses parameters that compatible servers still want. */
  readonly isOpenAi: boolean;
}

const DEFAULT_BASE = 'https://api.openai.com/v1';

/** Reads both credential sets: that of `openai` and that of `openai_api_compatible`. */
export function endpointOf(credentials: Credentials): OpenAiEndpoint {
  const isOpenAi = credentials.endpoint_url === undefined;
  const key = credentials.openai_api_key ?? credentials.api_key;
  const organization = credentials.openai_organization;
  return {
    provider: isOpenAi ? 'OpenAI' : 'The OpenAI-compatible server',
    base: withVersion(credentials.openai_api_base ?? credentials.endpoint_url ?? DEFAULT_BASE),
    headers: [
      ...authHeaders('bearer', key),
      ...(organization === undefined ? [] : [['openai-organization', organization] as const]),
    ],
    secrets: key === undefined ? [] : [key],
    isCompletion: credentials.mode === 'completion',
    isOpenAi,
    ...timeoutsOf(credentials),
  };
}
