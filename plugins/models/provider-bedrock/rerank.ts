import type { RerankModel } from '#plugins/models/contract.ts';
import { type Caller, rankingOf } from '#plugins/provider-http/contract.ts';

/** The version of Cohere's body that takes texts as they are. */
const COHERE_VERSION = 2;

/** Orders documents by InvokeModel, whose bodies are those of each vendor (Amazon Bedrock, inference parameters). */
export function createRerank(caller: Caller): RerankModel {
  return {
    async rerank({ model, query, documents, topN, signal }) {
      if (documents.length === 0) return [];
      const most = Math.min(topN, documents.length);
      const version = model.includes('cohere.') ? { api_version: COHERE_VERSION } : {};
      const body = JSON.stringify({ query, documents, top_n: most, ...version });
      const answer = await caller.json({ path: `/model/${encodeURIComponent(model)}/invoke`, body, model, signal });
      return rankingOf(answer, { count: documents.length, topN: most }, caller.endpoint, model);
    },
  };
}
