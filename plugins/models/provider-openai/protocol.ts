import { isPlatformError } from '#kernel';
import {
  type Credentials,
  MODEL_TYPES,
  type ModelType,
  type ProviderContext,
  type ProviderImplementation,
} from '#plugins/models/contract.ts';
import { type Caller, createCaller } from '#plugins/provider-http/contract.ts';
import { createEmbedding } from './embeddings.ts';
import type { OpenAiEndpoint } from './endpoint.ts';
import { listModels } from './listed-models.ts';
import { createLlm } from './llm.ts';
import { createModeration, createRerank, createSpeechToText, createTextToSpeech } from './other-models.ts';

/** A provider of servers that speak the protocol of OpenAI; which one, and how, is told by its credentials. */
export function createProtocol(
  endpointOf: (credentials: Credentials, context: ProviderContext) => OpenAiEndpoint,
  options: {
    /** Types of models that lists are searched for. Absent: all. */
    readonly types?: (credentials: Credentials) => readonly ModelType[];
    /** How credentials are tried. Absent: by asking for the list of models. */
    readonly trial?: (credentials: Credentials) => CredentialTrial;
  } = {},
): ProviderImplementation {
  const open = (credentials: Credentials, context: ProviderContext) =>
    createCaller(context.egress, endpointOf(credentials, context));
  return {
    llm: (credentials, context) => createLlm(open(credentials, context), context.egress),
    embedding: (credentials, context) => createEmbedding(open(credentials, context)),
    rerank: (credentials, context) => createRerank(open(credentials, context), context.egress),
    speechToText: (credentials, context) => createSpeechToText(open(credentials, context)),
    textToSpeech: (credentials, context) => createTextToSpeech(open(credentials, context)),
    moderation: (credentials, context) => createModeration(open(credentials, context)),
    test: (credentials, context, signal) =>
      tryCredentials(open(credentials, context), options.trial?.(credentials) ?? { by: 'list' }, signal),
    models: (credentials, context, signal) =>
      listModels(open(credentials, context), options.types?.(credentials) ?? MODEL_TYPES, signal),
  };
}

/** `list`: the list of models; `embedding`: one word with a model; `refusal`: a call of no model at all. */
export type CredentialTrial =
  | { readonly by: 'list' }
  | { readonly by: 'embedding'; readonly model: string }
  | { readonly by: 'refusal' };

async function tryCredentials(
  caller: Caller<OpenAiEndpoint>,
  trial: CredentialTrial,
  signal: AbortSignal,
): Promise<void> {
  if (trial.by === 'list') await caller.json({ path: '/models', method: 'GET', signal });
  else if (trial.by === 'embedding') {
    await createEmbedding(caller).embed({ model: trial.model, texts: ['test'], signal });
  } else await tryRefusal(caller, signal);
}

/** Servers without a list look at the key before the model: who is told that there is no such model has a good one. */
async function tryRefusal(caller: Caller<OpenAiEndpoint>, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify({ model: 'no-such-model', messages: [{ role: 'user', content: 'test' }], max_tokens: 1 });
  try {
    await caller.json({ path: '/chat/completions', body, signal });
  } catch (error) {
    const status = isPlatformError(error) ? error.details?.status : undefined;
    const isRefused = status === 400 || status === 404 || status === 422;
    const isKnown = isPlatformError(error) && error.code !== 'models.provider_not_initialize';
    if (!(isRefused && isKnown)) throw error;
  }
}
