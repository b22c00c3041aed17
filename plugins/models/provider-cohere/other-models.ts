import { isMapping } from '#engine';
import type { EmbeddingModel, RerankModel } from '#plugins/models/contract.ts';
import {
  brokenAnswer,
  type Caller,
  checkVectors,
  defined,
  embedInBatches,
  estimatedTokens,
  isCount,
  rankingOf,
  vectorOf,
} from '#plugins/provider-http/contract.ts';

/** Texts in one request (Cohere, embed). */
export const EMBEDDING_BATCH = 96;
const CONCURRENCY = 2;

export function createEmbedding(caller: Caller): EmbeddingModel {
  return {
    async embed({ model, texts, kind, dimensions, signal }) {
      const options = { size: EMBEDDING_BATCH, concurrency: CONCURRENCY, signal };
      return await embedInBatches(texts, options, async (batch, batchSignal) => {
        const body = defined({
          model,
          texts: batch,
          input_type: kind === 'query' ? 'search_query' : 'search_document',
          embedding_types: ['float'],
          output_dimension: dimensions,
        });
        const answer = await caller.json({ path: '/embed', body: JSON.stringify(body), model, signal: batchSignal });
        const lists = isMapping(answer) && isMapping(answer.embeddings) ? answer.embeddings.float : undefined;
        if (!isMapping(answer) || !Array.isArray(lists)) {
          throw brokenAnswer(caller.endpoint, 'sent something that is no list of embeddings', { model });
        }
        const units = isMapping(answer.meta) ? answer.meta.billed_units : undefined;
        const counted = isMapping(units) ? units.input_tokens : undefined;
        return {
          vectors: checkVectors(lists.map(vectorOf), { count: batch.length, dimensions }, caller.endpoint, model),
          promptTokens: isCount(counted) ? counted : estimatedTokens(batch.join('').length),
        };
      });
    },
  };
}

export function createRerank(caller: Caller): RerankModel {
  return {
    async rerank({ model, query, documents, topN, signal }) {
      if (documents.length === 0) return [];
      const body = JSON.stringify({ model, query, documents, top_n: Math.min(topN, documents.length) });
      const answer = await caller.json({ path: '/rerank', body, model, signal });
      return rankingOf(answer, { count: documents.length, topN }, caller.endpoint, model);
    },
  };
}
