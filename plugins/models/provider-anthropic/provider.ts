import { isMapping } from '#engine';
import type {
  Credentials,
  ModelDescription,
  ProviderContext,
  ProviderImplementation,
} from '#plugins/models/contract.ts';
import { authHeaders, type Caller, createCaller, timeoutsOf, withVersion } from '#plugins/provider-http/contract.ts';
import { createLlm } from './llm.ts';

const DEFAULT_BASE = 'https://api.anthropic.com/v1';
/** The one version of the API there is since 2023. */
const API_VERSION = '2023-06-01';
const PAGE = 1_000;
/** More would be a server that never ends its list. */
const MAX_PAGES = 20;

function callerOf(credentials: Credentials, { egress }: ProviderContext): Caller {
  const key = credentials.anthropic_api_key;
  return createCaller(egress, {
    provider: 'Anthropic',
    base: withVersion(credentials.anthropic_api_url || DEFAULT_BASE),
    headers: [...authHeaders('x-api-key', key), ['anthropic-version', API_VERSION]],
    secrets: key === undefined ? [] : [key],
    ...timeoutsOf(credentials),
  });
}

export const provider: ProviderImplementation = {
  llm: (credentials, context) => createLlm(callerOf(credentials, context), context.egress),
  async test(credentials, context, signal) {
    await callerOf(credentials, context).json({ path: '/models?limit=1', method: 'GET', signal });
  },
  async models(credentials, context, signal) {
    const caller = callerOf(credentials, context);
    const found: ModelDescription[] = [];
    let after = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await caller.json({ path: `/models?limit=${PAGE}${after}`, method: 'GET', signal });
      if (!isMapping(answer)) break;
      for (const item of Array.isArray(answer.data) ? answer.data : []) {
        if (isMapping(item) && typeof item.id === 'string') found.push(descriptionOf(item.id, item));
      }
      if (answer.has_more !== true || typeof answer.last_id !== 'string') break;
      after = `&after_id=${encodeURIComponent(answer.last_id)}`;
    }
    return found;
  },
};

function descriptionOf(name: string, item: Readonly<Record<string, unknown>>): ModelDescription {
  const { max_input_tokens: input, max_tokens: output } = item;
  return {
    name,
    type: 'llm',
    ...(typeof input === 'number' && input > 0 ? { contextSize: input } : {}),
    ...(typeof output === 'number' && output > 0 ? { maxOutput: output } : {}),
  };
}
