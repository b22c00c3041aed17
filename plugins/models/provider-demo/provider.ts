import type { ProviderImplementation } from '#plugins/models/contract.ts';
import { createDemoChat, paceOf } from './chat.ts';
import { DEMO_MODELS } from './demo-models.ts';
import { demoEmbedding, demoModeration, demoRerank, demoSpeechToText, demoTextToSpeech } from './other-models.ts';

/** Models that are none: deterministic, without keys and network, for first steps and tests. */
export const provider: ProviderImplementation = {
  llm: (credentials) => createDemoChat(paceOf(credentials.pace_ms) ?? undefined),
  embedding: () => demoEmbedding,
  rerank: () => demoRerank,
  speechToText: () => demoSpeechToText,
  textToSpeech: () => demoTextToSpeech,
  moderation: () => demoModeration,
  test: () => Promise.resolve(),
  models: () => Promise.resolve(DEMO_MODELS),
};
