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
import { BATCH, createEmbedding } from './embedding.ts';
import { generateBody } from './generate-request.ts';
import { modelPath } from './model-path.ts';

const DEFAULT_BASE = 'https://generativelanguage.googleapis.com/v1beta';
const PAGE = 1_000;
/** More would be a server that never ends its list. */
const MAX_PAGES = 20;

function callerOf(credentials: Credentials, { egress }: ProviderContext): Caller {
  const key = credentials.google_api_key;
  return createCaller(egress, {
    provider: 'Google Gemini',
    base: withVersion(credentials.google_base_url || DEFAULT_BASE, 'v1beta'),
    // Never in the address, where it would be logged.
    headers: authHeaders('x-goog-api-key', key),
    secrets: key === undefined ? [] : [key],
    ...timeoutsOf(credentials),
  });
}

async function* stream(caller: Caller, egress: Egress, request: LlmRequest): AsyncGenerator<readonly LlmPart[]> {
  const { model, signal, trace } = request;
  const body = await generateBody(request, egress);
  const path = `/${modelPath(model)}:streamGenerateContent?alt=sse`;
  const response = await caller.open({ path, body, model, signal, trace });
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
  async test(credentials, context, signal) {
    await callerOf(credentials, context).json({ path: '/models?pageSize=1', method: 'GET', signal });
  },
  async models(credentials, context, signal) {
    const caller = callerOf(credentials, context);
    const found: ModelDescription[] = [];
    let after = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await caller.json({ path: `/models?pageSize=${PAGE}${after}`, method: 'GET', signal });
      if (!isMapping(answer)) break;
      for (const item of Array.isArray(answer.models) ? answer.models : []) {
        if (isMapping(item)) found.push(...descriptionsOf(item));
      }
      if (typeof answer.nextPageToken !== 'string' || answer.nextPageToken === '') break;
      after = `&pageToken=${encodeURIComponent(answer.nextPageToken)}`;
    }
    return found;
  },
};

function descriptionsOf(item: Readonly<Record<string, unknown>>): readonly ModelDescription[] {
  const { name: path, inputTokenLimit: input, outputTokenLimit: output, supportedGenerationMethods: methods } = item;
  if (typeof path !== 'string' || !Array.isArray(methods)) return [];
  const name = path.replace(/^models\//, '');
  const size = typeof input === 'number' && input > 0 ? input : null;
  if (methods.includes('generateContent')) {
    return [
      {
        name,
        type: 'llm',
        ...(size === null ? {} : { contextSize: size }),
        ...(typeof output === 'number' && output > 0 ? { maxOutput: output } : {}),
      },
    ];
  }
  if (!methods.includes('embedContent')) return [];
  return [{ name, type: 'embedding', maxBatch: BATCH, ...(size === null ? {} : { maxTokens: size }) }];
}
