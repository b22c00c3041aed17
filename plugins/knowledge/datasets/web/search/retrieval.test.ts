import { expect, it } from 'vitest';
import { readRetrieval, retrievalBody } from './retrieval.ts';

const usual = { search_method: 'hybrid_search', top_k: 6, score_threshold_enabled: true, score_threshold: 0.4 };

it('reads how a base is searched, and sends the same', () => {
  const weights = { keyword_setting: { keyword_weight: 0.7 }, vector_setting: { vector_weight: 0.3 } };
  const read = readRetrieval({ ...usual, reranking_mode: 'weighted_score', weights });
  expect(read).toEqual({ method: 'hybrid_search', topK: 6, threshold: 0.4, reranker: null, keywordWeight: 0.7 });
  expect(retrievalBody(read)).toMatchObject({ ...usual, weights, reranking_enable: false });
});

it('takes a reranking model for what orders hits, instead of weights', () => {
  const model = { reranking_provider_name: 'cohere', reranking_model_name: 'rerank-v3' };
  const read = readRetrieval({
    ...usual,
    reranking_enable: true,
    reranking_mode: 'reranking_model',
    reranking_model: model,
  });
  expect(read.reranker).toEqual({ provider: 'cohere', model: 'rerank-v3' });
  const body = retrievalBody(read);
  expect(body).toMatchObject({ reranking_enable: true, reranking_mode: 'reranking_model', reranking_model: model });
  expect(body).not.toHaveProperty('weights');
});

it('makes do with settings that are not there', () => {
  expect(readRetrieval({})).toEqual({
    method: 'semantic_search',
    topK: 4,
    threshold: null,
    reranker: null,
    keywordWeight: 0.3,
  });
});
