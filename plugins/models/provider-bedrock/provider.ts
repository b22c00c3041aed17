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
import { type Caller, createCaller, promptCharacters, streamAnswer } from '#plugins/provider-http/contract.ts';
import { AnswerParts } from './answer-parts.ts';
import { converseRequest } from './converse-request.ts';
import { createEmbedding } from './embedding.ts';
import { endpointOf } from './endpoint.ts';
import { asEvents } from './event-stream.ts';
import { createRerank } from './rerank.ts';

async function* stream(caller: Caller, egress: Egress, request: LlmRequest): AsyncGenerator<readonly LlmPart[]> {
  const { model, signal, trace } = request;
  const { body, answerTool } = await converseRequest(request, egress);
  const path = `/model/${encodeURIComponent(model)}/converse-stream`;
  const response = await caller.open({ path, body, model, signal, trace });
  const { endpoint } = caller;
  const reader = new AnswerParts({ endpoint, model, promptCharacters: promptCharacters(request.messages), answerTool });
  yield* streamAnswer(asEvents(response, endpoint, model), reader, endpoint, request);
}

async function list(credentials: Credentials, { egress }: ProviderContext, signal: AbortSignal): Promise<unknown> {
  const caller = createCaller(egress, endpointOf(credentials, 'control'));
  return await caller.json({ path: '/foundation-models', method: 'GET', signal });
}

export const provider: ProviderImplementation = {
  llm(credentials, { egress }) {
    const caller = createCaller(egress, endpointOf(credentials));
    return { stream: (request) => stream(caller, egress, request) };
  },
  embedding: (credentials, { egress }) => createEmbedding(createCaller(egress, endpointOf(credentials))),
  rerank: (credentials, { egress }) => createRerank(createCaller(egress, endpointOf(credentials))),
  async test(credentials, context, signal) {
    await list(credentials, context, signal);
  },
  async models(credentials, context, signal) {
    const answer = await list(credentials, context, signal);
    const items = isMapping(answer) && Array.isArray(answer.modelSummaries) ? answer.modelSummaries : [];
    return items.flatMap((item) => (isMapping(item) ? descriptionsOf(item) : []));
  },
};

function descriptionsOf(item: Readonly<Record<string, unknown>>): readonly ModelDescription[] {
  const { modelId: name, outputModalities: outputs, inputModalities: inputs } = item;
  if (typeof name !== 'string' || !Array.isArray(outputs)) return [];
  // They are listed as models of text.
  if (/\brerank-/.test(name)) return [{ name, type: 'rerank' }];
  if (outputs.includes('EMBEDDING')) return [{ name, type: 'embedding' }];
  if (!outputs.includes('TEXT') || item.responseStreamingSupported === false) return [];
  const hasVision = Array.isArray(inputs) && inputs.includes('IMAGE');
  return [{ name, type: 'llm', ...(hasVision ? { features: ['vision'] as const } : {}) }];
}
