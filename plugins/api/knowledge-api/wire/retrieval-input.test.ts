import { describe, expect, it } from 'vitest';
import { compileSchema } from '#kernel';
import { defaultRetrieval } from '#plugins/datasets/contract.ts';
import { type AskedRetrieval, askedRetrievalSchema, retrievalOf } from './retrieval-input.ts';

const check = compileSchema<AskedRetrieval>(askedRetrievalSchema);

describe('how a base is searched this time', () => {
  it('is as the base says where nothing is sent', () => {
    expect(retrievalOf(undefined, defaultRetrieval)).toBeUndefined();
    expect(retrievalOf(null, defaultRetrieval)).toBeUndefined();
  });

  it('is what is sent, and else as the base says', () => {
    const stored = { ...defaultRetrieval, score_threshold_enabled: true, score_threshold: 0.4 };
    expect(retrievalOf({ search_method: 'hybrid_search', top_k: 2, reranking_model: null }, stored)).toEqual({
      ...stored,
      search_method: 'hybrid_search',
      top_k: 2,
    });
  });

  it('takes conditions beside it', () => {
    const sent = { top_k: 3, metadata_filtering_conditions: { logical_operator: 'and' as const, conditions: [] } };
    expect(retrievalOf(sent, defaultRetrieval)).toEqual({ ...defaultRetrieval, top_k: 3 });
  });
});

describe('conditions on metadata', () => {
  it.each([
    { conditions: [{ name: 'a', comparison_operator: 'like', value: 'x' }] },
    { conditions: [{ name: '', comparison_operator: 'is', value: 'x' }] },
    { conditions: [{ name: 'a', comparison_operator: 'is', value: { $ne: 1 } }] },
    { conditions: Array.from({ length: 101 }, () => ({ name: 'a', comparison_operator: 'is', value: 'x' })) },
    { logical_operator: 'xor', conditions: [] },
  ])('are refused when they are none: %j', (metadata_filtering_conditions) => {
    expect(check({ metadata_filtering_conditions } as never).ok).toBe(false);
  });
});
