import type { NodeField, When } from '#plugins/node-forms/contract.ts';

/** How many results there are, and how they are put in order; both nodes have these settings, each at its own path. */
export function rankingFields(
  path: string,
  names: { readonly provider: string; readonly model: string },
  when: readonly When[] = [],
): readonly NodeField[] {
  const isWeighted: When = { at: `${path}.reranking_mode`, is: ['weighted_score'] };
  return [
    {
      at: `${path}.top_k`,
      kind: 'number',
      label: 'Results at most',
      is_integer: true,
      min: 1,
      max: 200,
      default: 4,
      when,
    },
    { at: `${path}.score_threshold_enabled`, kind: 'switch', label: 'Leave out bad results', default: true, when },
    {
      at: `${path}.score_threshold`,
      kind: 'number',
      label: 'Score threshold',
      help: 'From 0 to 1. Empty: any.',
      min: 0,
      max: 1,
      step: 0.05,
      when: [...when, { at: `${path}.score_threshold_enabled`, is: [true] }],
    },
    { at: `${path}.reranking_enable`, kind: 'switch', label: 'Order results anew', default: true, when },
    {
      at: `${path}.reranking_mode`,
      kind: 'choice',
      label: 'Order by',
      default: 'reranking_model',
      when: [...when, { at: `${path}.reranking_enable`, is: [true] }],
      options: [
        { value: 'reranking_model', label: 'A reranking model' },
        { value: 'weighted_score', label: 'Weights of meaning and words' },
      ],
    },
    {
      at: `${path}.reranking_model`,
      kind: 'model',
      of: 'rerank',
      provider_at: `${path}.reranking_model.${names.provider}`,
      name_at: `${path}.reranking_model.${names.model}`,
      label: 'Reranking model',
      when: [
        ...when,
        { at: `${path}.reranking_enable`, is: [true] },
        { at: `${path}.reranking_mode`, is_not: ['weighted_score'] },
      ],
    },
    {
      at: `${path}.weights.vector_setting.vector_weight`,
      kind: 'number',
      label: 'Weight of meaning',
      min: 0,
      max: 1,
      step: 0.1,
      default: 0.7,
      when: [...when, isWeighted],
    },
    {
      at: `${path}.weights.keyword_setting.keyword_weight`,
      kind: 'number',
      label: 'Weight of words',
      min: 0,
      max: 1,
      step: 0.1,
      default: 0.3,
      when: [...when, isWeighted],
    },
  ];
}
