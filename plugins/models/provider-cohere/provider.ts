import { isMapping } from '#engine';
import type { Egress } from '#plugins/egress/contract.ts';
import type {
  Credentials,
  LlmPart,
  LlmRequest,
  ModelDescription,
  ProviderContext,
  ProviderImplementation,
} from '#plugins/models/contract.ts';
import {
  authHeaders,
  type Caller,
  createCaller,
  promptCharacters,
  streamAnswer,
  timeoutsOf,
  withVersion,
} from '#plugins/provider-http/contract.ts';
import { AnswerParts } from './answer-parts.ts';
import { chatBody } from './chat-request.ts';
import { createEmbedding, createRerank, EMBEDDING_BATCH } from './other-models.ts';

const DEFAULT_BASE = 'https://api.cohere.com';
const PAGE = 1_000;
/** More would be a server that never ends its list. */
const MAX_PAGES = 20;

/** Everything is of version 2 but the list of models. */
function callerOf(credentials: Credentials, { egress }: ProviderContext, version: 'v1' | 'v2' = 'v2'): Caller {
  const key = credentials.api_key;
  return createCaller(egress, {
    provider: 'Cohere',
    base: withVersion(credentials.base_url || DEFAULT_BASE, version).replace(/\/v[12]$/, `/${version}`),
    headers: authHeaders('bearer', key),
    secrets: key === undefined ? [] : [key],
    ...timeoutsOf(credentials),
  });
}

async function* stream(caller: Caller, egress: Egress, request: LlmRequest): AsyncGenerator<readonly LlmPart[]> {
  const { model, signal, trace } = request;
  const body = await chatBody(request, egress);
  const response = await caller.open({ path: '/chat', body, model, signal, trace });
  const { endpoint } = caller;
  const reader = new AnswerParts({ endpoint, model, promptCharacters: promptCharacters(request.messages) });
  yield* streamAnswer(response, reader, endpoint, request);
}

export const provider: ProviderImplementation = {
  llm(credentials, context) {
    const caller = callerOf(credentials, context);
    return { stream: (request) => stream(caller, context.egress, request) };
  },
  embedding: (credentials, context) => createEmbedding(callerOf(credentials, context)),
  rerank: (credentials, context) => createRerank(callerOf(credentials, context)),
  async test(credentials, context, signal) {
    await callerOf(credentials, context, 'v1').json({ path: '/models?page_size=1', method: 'GET', signal });
  },
  async models(credentials, context, signal) {
    const caller = callerOf(credentials, context, 'v1');
    const found: ModelDescription[] = [];
    let after = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await caller.json({ path: `/models?page_size=${PAGE}${after}`, method: 'GET', signal });
      if (!isMapping(answer)) break;
      for (const item of Array.isArray(answer.models) ? answer.models : []) {
        if (isMapping(item)) found.push(...descriptionsOf(item));
      }
      if (typeof answer.next_page_token !== 'string' || answer.next_page_token === '') break;
      after = `&page_token=${encodeURIComponent(answer.next_page_token)}`;
    }
    return found;
  },
};

function descriptionsOf(item: Readonly<Record<string, unknown>>): readonly ModelDescription[] {
  const { name, endpoints, context_length: length } = item;
  if (typeof name !== 'string' || !Array.isArray(endpoints)) return [];
  const size = typeof length === 'number' && length > 0 ? length : null;
  const limit = size === null ? {} : { maxTokens: size };
  if (endpoints.includes('chat')) return [{ name, type: 'llm', ...(size === null ? {} : { contextSize: size }) }];
  if (endpoints.includes('embed')) return [{ name, type: 'embedding', maxBatch: EMBEDDING_BATCH, ...limit }];
  return endpoints.includes('rerank') ? [{ name, type: 'rerank', ...limit }] : [];
}
