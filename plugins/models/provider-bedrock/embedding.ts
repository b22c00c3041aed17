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

/** Models of Cohere take many texts in a request, those of Amazon one. */
const COHERE_BATCH = 96;
const CONCURRENCY = 4;

/** Embeddings by InvokeModel, whose bodies are those of each vendor (Amazon Bedrock, inference parameters). */
export function createEmbedding(caller: Caller): EmbeddingModel {
  return {
    async embed({ model, texts, kind, dimensions, signal }) {
      const isCohere = model.includes('cohere.');
      const isFixed = /titan-embed-(?:g1-)?text-(?:v1|0[12])/.test(model);
      const options = { size: isCohere ? COHERE_BATCH : 1, concurrency: CONCURRENCY, signal };
      return await embedInBatches(texts, options, async (batch, batchSignal) => {
        const body = isCohere
          ? {
              texts: batch,
              input_type: kind === 'query' ? 'search_query' : 'search_document',
              embedding_types: ['float'],
              output_dimension: dimensions,
            }
          : { inputText: batch[0], dimensions: isFixed ? undefined : dimensions };
        const answer = await caller.json({
          path: `/model/${encodeURIComponent(model)}/invoke`,
          body: JSON.stringify(defined(body)),
          model,
          signal: batchSignal,
        });
        const lists = listsOf(answer);
        if (!isMapping(answer) || lists === null) {
          throw brokenAnswer(caller.endpoint, 'sent something that is no list of embeddings', { model });
        }
        const counted = answer.inputTextTokenCount;
        return {
          vectors: checkVectors(lists.map(vectorOf), { count: batch.length, dimensions }, caller.endpoint, model),
          promptTokens: isCount(counted) ? counted : estimatedTokens(batch.join('').length),
        };
      });
    },
  };
}

function listsOf(answer: unknown): readonly unknown[] | null {
  if (!isMapping(answer)) return null;
  if (Array.isArray(answer.embedding)) return [answer.embedding];
  const lists = isMapping(answer.embeddings) ? answer.embeddings.float : answer.embeddings;
  return Array.isArray(lists) ? lists : null;
}
