import type { Credentials, ProviderContext, ProviderImplementation } from '#plugins/models/contract.ts';
import { type Caller, createCaller } from '#plugins/provider-http/contract.ts';
import { endpointOf, type OpenAiEndpoint } from './endpoint.ts';
import { createLlm } from './llm.ts';
import {
  createEmbedding,
  createModeration,
  createRerank,
  createSpeechToText,
  createTextToSpeech,
} from './other-models.ts';

function callerOf(credentials: Credentials, { egress }: ProviderContext): Caller<OpenAiEndpoint> {
  return createCaller(egress, endpointOf(credentials));
}

/** Both providers: the service and servers that speak its protocol. */
export const provider: ProviderImplementation = {
  llm: (credentials, context) => createLlm(callerOf(credentials, context), context.egress),
  embedding: (credentials, context) => createEmbedding(callerOf(credentials, context)),
  rerank: (credentials, context) => createRerank(callerOf(credentials, context)),
  speechToText: (credentials, context) => createSpeechToText(callerOf(credentials, context)),
  textToSpeech: (credentials, context) => createTextToSpeech(callerOf(credentials, context)),
  moderation: (credentials, context) => createModeration(callerOf(credentials, context)),
  async test(credentials, context, signal) {
    await callerOf(credentials, context).json({ path: '/models', method: 'GET', signal });
  },
};
