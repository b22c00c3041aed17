import type { JsonSchema } from '#kernel';

/** How a base is searched, as on the wire (runtime API, RetrievalModel), complete. */
export interface RetrievalModel {
  readonly search_method: 'keyword_search' | 'semantic_search' | 'full_text_search' | 'hybrid_search';
  readonly reranking_enable: boolean;
  readonly reranking_mode: 'reranking_model' | 'weighted_score' | null;
  readonly reranking_model: { readonly reranking_provider_name: string; readonly reranking_model_name: string };
  readonly weights: {
    readonly weight_type: 'semantic_first' | 'keyword_first' | 'customized';
    readonly vector_setting: {
      readonly vector_weight: number;
      readonly embedding_provider_name: string;
      readonly embedding_model_name: string;
    };
    readonly keyword_setting: { readonly keyword_weight: number };
  } | null;
  readonly top_k: number;
  readonly score_threshold_enabled: boolean;
  readonly score_threshold: number | null;
}

/** What a base begins with (runtime API, Dataset). */
export const defaultRetrieval: RetrievalModel = {
  search_method: 'semantic_search',
  reranking_enable: false,
  reranking_mode: null,
  reranking_model: { reranking_provider_name: '', reranking_model_name: '' },
  weights: null,
  top_k: 4,
  score_threshold_enabled: false,
  score_threshold: null,
};

const weight = { type: 'number', minimum: 0, maximum: 1 } as const;
const name = { type: ['string', 'null'], maxLength: 200 } as const;

/** What callers may send; every field may be left out, and what is null is as good as left out. */
export const retrievalModelSchema = {
  type: ['object', 'null'],
  properties: {
    search_method: {
      type: 'string',
      enum: ['keyword_search', 'semantic_search', 'full_text_search', 'hybrid_search'],
    },
    reranking_enable: { type: ['boolean', 'null'] },
    reranking_mode: { type: ['string', 'null'], enum: ['reranking_model', 'weighted_score', null] },
    reranking_model: {
      type: ['object', 'null'],
      properties: { reranking_provider_name: name, reranking_model_name: name },
    },
    weights: {
      type: ['object', 'null'],
      properties: {
        weight_type: { type: ['string', 'null'], enum: ['semantic_first', 'keyword_first', 'customized', null] },
        vector_setting: {
          type: ['object', 'null'],
          properties: { vector_weight: weight, embedding_provider_name: name, embedding_model_name: name },
        },
        keyword_setting: { type: ['object', 'null'], properties: { keyword_weight: weight } },
      },
    },
    top_k: { type: 'integer', minimum: 1, maximum: 100 },
    score_threshold_enabled: { type: ['boolean', 'null'] },
    score_threshold: { type: ['number', 'null'], minimum: 0, maximum: 1 },
  },
} as const satisfies JsonSchema;

const { properties } = retrievalModelSchema;

/** The same for routes of the console, which take no fields that are not known; null is no settings there. */
export const closedRetrievalSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...properties,
    reranking_model: { ...properties.reranking_model, additionalProperties: false },
    weights: {
      ...properties.weights,
      additionalProperties: false,
      properties: {
        ...properties.weights.properties,
        vector_setting: { ...properties.weights.properties.vector_setting, additionalProperties: false },
        keyword_setting: { ...properties.weights.properties.keyword_setting, additionalProperties: false },
      },
    },
  },
} as const satisfies JsonSchema;
