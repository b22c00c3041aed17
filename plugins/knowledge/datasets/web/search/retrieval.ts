import type { ChosenModel } from '#plugins/datasets/web/model-select.tsx';
import type { BodyOf } from '#plugins/ui/web/contract.ts';

export const methods = ['semantic_search', 'full_text_search', 'hybrid_search'] as const;
export type Method = (typeof methods)[number];

/** How a base is searched, as it is typed. */
export interface Retrieval {
  readonly method: Method | 'keyword_search';
  readonly topK: number;
  /** null: hits with any score. */
  readonly threshold: number | null;
  /** What puts hits in order: null: the scores of the search. */
  readonly reranker: ChosenModel | null;
  /** Of keywords in hybrid search, from 0 to 1; meaning has the rest. */
  readonly keywordWeight: number;
}

type Raw = Readonly<Record<string, unknown>>;

const recordOf = (value: unknown): Raw => (typeof value === 'object' && value !== null ? (value as Raw) : {});
const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** `retrieval_model` of a base. */
export function readRetrieval(raw: Raw): Retrieval {
  const model = recordOf(raw.reranking_model);
  const [provider, name] = [textOf(model.reranking_provider_name), textOf(model.reranking_model_name)];
  const usesModel = raw.reranking_enable === true && raw.reranking_mode !== 'weighted_score' && name !== '';
  const weights = recordOf(recordOf(raw.weights).keyword_setting);
  return {
    method: ([...methods, 'keyword_search'] as const).find((each) => each === raw.search_method) ?? 'semantic_search',
    topK: numberOf(raw.top_k, 4),
    threshold: raw.score_threshold_enabled === true ? numberOf(raw.score_threshold, 0) : null,
    reranker: usesModel ? { provider, model: name } : null,
    keywordWeight: numberOf(weights.keyword_weight, 0.3),
  };
}

/** What is sent as `retrieval_model`. */
export function retrievalBody({
  method,
  topK,
  threshold,
  reranker,
  keywordWeight,
}: Retrieval): NonNullable<BodyOf<'patch', '/console/api/datasets/{dataset_id}'>['retrieval_model']> {
  const isWeighted = method === 'hybrid_search' && reranker === null;
  return {
    search_method: method,
    top_k: topK,
    score_threshold_enabled: threshold !== null,
    score_threshold: threshold ?? 0,
    reranking_enable: reranker !== null,
    ...(reranker !== null && {
      reranking_mode: 'reranking_model',
      reranking_model: { reranking_provider_name: reranker.provider, reranking_model_name: reranker.model },
    }),
    ...(isWeighted && {
      reranking_mode: 'weighted_score',
      weights: {
        weight_type: 'customized',
        keyword_setting: { keyword_weight: keywordWeight },
        vector_setting: { vector_weight: Math.round((1 - keywordWeight) * 100) / 100 },
      },
    }),
  };
}
