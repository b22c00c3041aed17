import { isDeepStrictEqual } from 'node:util';
import { compileSchema } from '#kernel';
import type { Dataset, IndexingTechnique } from './contract.ts';
import { invalid } from './dataset-errors.ts';
import { defaultRetrieval, type RetrievalModel, retrievalModelSchema } from './retrieval-model.ts';

/** What callers send, as far as it is known here. */
interface SentRetrieval {
  readonly search_method?: RetrievalModel['search_method'];
  readonly reranking_enable?: boolean | null;
  readonly reranking_mode?: RetrievalModel['reranking_mode'];
  readonly reranking_model?: Partial<Record<keyof RetrievalModel['reranking_model'], string | null>> | null;
  readonly weights?: {
    readonly weight_type?: NonNullable<RetrievalModel['weights']>['weight_type'] | null;
    readonly vector_setting?: {
      readonly vector_weight?: number;
      readonly embedding_provider_name?: string | null;
      readonly embedding_model_name?: string | null;
    } | null;
    readonly keyword_setting?: { readonly keyword_weight?: number } | null;
  } | null;
  readonly top_k?: number;
  readonly score_threshold_enabled?: boolean | null;
  readonly score_threshold?: number | null;
}

const check = compileSchema<SentRetrieval | null>(retrievalModelSchema, { isVetted: true, defaults: false });

/** Weights that are not said add up to one. */
const VECTOR_WEIGHT = 0.7;

/**
 * Settings as they were, with what is sent in their place. Only what is known is taken over; an object is taken as a whole.
 * Throws `datasets.invalid_param`.
 */
export function mergeRetrieval(
  before: RetrievalModel,
  sent: Readonly<Record<string, unknown>> | null | undefined,
): RetrievalModel {
  if (sent === undefined || sent === null) return before;
  const checked = check(structuredClone(sent));
  if (!checked.ok) {
    const [{ path, message } = { path: '', message: 'is not valid' }] = checked.errors;
    const field = path === '' ? 'retrieval_model' : `retrieval_model.${path}`;
    throw invalid(field, `${field} ${message}.`);
  }
  const given: SentRetrieval = checked.value ?? {};
  const { reranking_model: reranker, weights } = given;
  return {
    search_method: given.search_method ?? before.search_method,
    reranking_enable: given.reranking_enable ?? before.reranking_enable,
    reranking_mode: given.reranking_mode === undefined ? before.reranking_mode : given.reranking_mode,
    reranking_model:
      reranker === undefined || reranker === null
        ? before.reranking_model
        : {
            reranking_provider_name: reranker.reranking_provider_name ?? '',
            reranking_model_name: reranker.reranking_model_name ?? '',
          },
    weights: weights === undefined ? before.weights : weightsOf(weights),
    top_k: given.top_k ?? before.top_k,
    score_threshold_enabled: given.score_threshold_enabled ?? before.score_threshold_enabled,
    score_threshold: given.score_threshold === undefined ? before.score_threshold : given.score_threshold,
  };
}

function weightsOf(sent: NonNullable<SentRetrieval['weights']> | null): RetrievalModel['weights'] {
  if (sent === null) return null;
  const vector = sent.vector_setting ?? {};
  const keyword = sent.keyword_setting?.keyword_weight;
  const vectorWeight = vector.vector_weight ?? (keyword === undefined ? VECTOR_WEIGHT : rest(keyword));
  return {
    weight_type: sent.weight_type ?? 'customized',
    vector_setting: {
      vector_weight: vectorWeight,
      embedding_provider_name: vector.embedding_provider_name ?? '',
      embedding_model_name: vector.embedding_model_name ?? '',
    },
    keyword_setting: { keyword_weight: keyword ?? rest(vectorWeight) },
  };
}

/** One minus a weight, without the dust of binary fractions. */
function rest(weight: number): number {
  return Number((1 - weight).toFixed(6));
}

/** How a base may be searched by the way it is indexed: without vectors by keywords alone, and only then by these. */
export function fittedTo(technique: IndexingTechnique | null, retrieval: RetrievalModel): RetrievalModel {
  if (technique === 'economy') return { ...retrieval, search_method: 'keyword_search' };
  if (technique === 'high_quality' && retrieval.search_method === 'keyword_search') {
    return { ...retrieval, search_method: 'full_text_search' };
  }
  return retrieval;
}

/** Provider and model that need no key: words without synonyms, so that keywords weigh more in what it finds. */
export const lexical = { provider: 'lexical', model: 'lexical-1024' } as const;

/** How a base is searched that has this model: what nobody has changed yet becomes what suits the model. */
export function startRetrieval(embedding: Dataset['embedding'], before: RetrievalModel): RetrievalModel {
  if (embedding?.provider !== lexical.provider || !isDeepStrictEqual(before, defaultRetrieval)) return before;
  return {
    ...before,
    search_method: 'hybrid_search',
    reranking_mode: 'weighted_score',
    weights: {
      weight_type: 'customized',
      vector_setting: {
        vector_weight: 0.3,
        embedding_provider_name: embedding.provider,
        embedding_model_name: embedding.model,
      },
      keyword_setting: { keyword_weight: 0.7 },
    },
  };
}
