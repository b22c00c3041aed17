import { setImmediate } from 'node:timers/promises';
import type { EmbeddingModel, ProviderImplementation } from '#plugins/models/contract.ts';
import { countWords, featureVector } from './feature-vector.ts';
import { LEXICAL_MODELS } from './lexical-models.ts';

/** Characters after which others get their turn: about ten milliseconds of work. */
const SLICE = 100_000;

const lexical: EmbeddingModel = {
  async embed({ texts, signal }) {
    const vectors: Float32Array[] = [];
    let promptTokens = 0;
    let characters = 0;
    for (const text of texts) {
      signal.throwIfAborted();
      vectors.push(featureVector(text));
      promptTokens += countWords(text);
      characters += text.length;
      if (characters < SLICE) continue;
      characters = 0;
      await setImmediate();
    }
    return { vectors, promptTokens };
  },
};

/** Vectors of the words and parts of words of a text, made here: without a key, a network or a model. */
export const provider: ProviderImplementation = {
  embedding: () => lexical,
  test: () => Promise.resolve(),
  models: () => Promise.resolve(LEXICAL_MODELS),
};
