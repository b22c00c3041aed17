import { isMapping } from '#engine';
import type { EmbeddingModel } from '#plugins/models/contract.ts';
import {
  brokenAnswer,
  type Caller,
  checkVectors,
  defined,
  embedInBatches,
  estimatedTokens,
  isCount,
  vectorOf,
} from '#plugins/provider-http/contract.ts';
import { modelPath } from './model-path.ts';

/** Texts in one request (Gemini API, batchEmbedContents). */
export const BATCH = 100;
const CONCURRENCY = 2;
const TASKS = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' } as const;

export function createEmbedding(caller: Caller): EmbeddingModel {
  return {
    async embed({ model, texts, kind, dimensions, signal }) {
      const options = { size: BATCH, concurrency: CONCURRENCY, signal };
      return await embedInBatches(texts, options, async (batch, batchSignal) => {
        const requests = batch.map((text) =>
          defined({
            model: modelPath(model),
            content: { parts: [{ text }] },
            taskType: kind === undefined ? undefined : TASKS[kind],
            outputDimensionality: dimensions,
          }),
        );
        const answer = await caller.json({
          path: `/${modelPath(model)}:batchEmbedContents`,
          body: JSON.stringify({ requests }),
          model,
          signal: batchSignal,
        });
        if (!isMapping(answer) || !Array.isArray(answer.embeddings)) {
          throw brokenAnswer(caller.endpoint, 'sent something that is no list of embeddings', { model });
        }
        const found = answer.embeddings.map((item) => (isMapping(item) ? vectorOf(item.values) : null));
        const counted = isMapping(answer.usageMetadata) ? answer.usageMetadata.promptTokenCount : undefined;
        return {
          vectors: checkVectors(found, { count: batch.length, dimensions }, caller.endpoint, model),
          promptTokens: isCount(counted) ? counted : estimatedTokens(batch.join('').length),
        };
      });
    },
  };
}
