import { describe, expect, it } from 'vitest';
import { compileSchema } from '#kernel';
import { defaultRetrieval } from '#plugins/datasets/contract.ts';
import { type AskedRetrieval, askedRetrievalSchema, filterOf, retrievalOf } from './retrieval-input.ts';

const check = compileSchema<AskedRetrieval>(askedRetrievalSchema);

describe('how a base is searched this time', () => {
  it('is as the base says where nothing is sent', () => {
    expect(retrievalOf(undefined, defaultRetrieval)).toBeUndefined();
    expect(retrievalOf(null, defaultRetrieval)).toBeUndefined();
  });

  it('is what is sent, and else as the base says; null says nothing', () => {
    const stored = { ...defaultRetrieval, score_threshold_enabled: true, score_threshold: 0.4 };
    expect(
      retrievalOf({ search_method: 'hybrid_search', top_k: 2, score_threshold: null, reranking_model: null }, stored),
    ).toEqual({ ...stored, search_method: 'hybrid_search', top_k: 2 });
  });

  it('has whole weights, also of some that are sent', () => {
    expect(retrievalOf({ weights: { vector_setting: { vector_weight: 0.6 } } }, defaultRetrieval)?.weights).toEqual({
      weight_type: 'customized',
      vector_setting: { vector_weight: 0.6, embedding_provider_name: '', embedding_model_name: '' },
      keyword_setting: { keyword_weight: 0.3 },
    });
  });
});

describe('conditions on metadata', () => {
  it('are read with their operators; without any, all documents count', () => {
    expect(filterOf({ metadata_filtering_conditions: null })).toBeUndefined();
    expect(filterOf({ metadata_filtering_conditions: { logical_operator: 'or', conditions: [] } })).toBeUndefined();
    const conditions = [
      { name: 'author', comparison_operator: 'in' as const, value: ['Ada', 'Bo'] },
      { name: 'year', comparison_operator: '≥' as const, value: 2020 },
      { name: 'note', comparison_operator: 'empty' as const },
    ];
    expect(filterOf({ metadata_filtering_conditions: { conditions } })).toEqual({
      operator: 'and',
      conditions: [
        { name: 'author', operator: 'in', value: ['Ada', 'Bo'] },
        { name: 'year', operator: '≥', value: 2020 },
        { name: 'note', operator: 'empty', value: null },
      ],
    });
  });

  it.each([
    { conditions: [{ name: 'a', comparison_operator: 'like', value: 'x' }] },
    { conditions: [{ name: '', comparison_operator: 'is', value: 'x' }] },
    { conditions: [{ name: 'a', comparison_operator: 'is', value: { $ne: 1 } }] },
    { conditions: Array.from({ length: 51 }, () => ({ name: 'a', comparison_operator: 'is', value: 'x' })) },
    { logical_operator: 'xor', conditions: [] },
  ])('are refused when they are none: %j', (metadata_filtering_conditions) => {
    expect(check({ metadata_filtering_conditions } as never).ok).toBe(false);
  });
});
