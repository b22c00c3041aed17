import type { SchemaValue } from '#http';
import type { JsonSchema } from '#kernel';
import { type RetrievalModel, retrievalModelSchema } from '#plugins/datasets/contract.ts';
import { type FilterCondition, filterOperators } from '#plugins/node-knowledge/contract.ts';

/** More is no question about documents. */
const MAX_CONDITIONS = 50;

const text = { type: 'string', maxLength: 1_000 } as const;
const conditionSchema = {
  type: 'object',
  required: ['name', 'comparison_operator'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255 },
    comparison_operator: { type: 'string', enum: filterOperators },
    value: {
      description: 'A text, a number, or a list of texts; times are seconds since 1970.',
      oneOf: [
        { type: ['string', 'number', 'null'], maxLength: 1_000 },
        { type: 'array', maxItems: 100, items: text },
      ],
    },
  },
} as const satisfies JsonSchema;

const conditionsSchema = {
  type: ['object', 'null'],
  properties: {
    logical_operator: { type: ['string', 'null'], enum: ['and', 'or', null] },
    conditions: { type: ['array', 'null'], maxItems: MAX_CONDITIONS, items: conditionSchema },
  },
} as const satisfies JsonSchema;

/** `retrieval_model` of a question: how to search, and which documents count (runtime API, RetrievalModel). */
export const askedRetrievalSchema = {
  ...retrievalModelSchema,
  properties: { ...retrievalModelSchema.properties, metadata_filtering_conditions: conditionsSchema },
} as const satisfies JsonSchema;

export type AskedRetrieval = SchemaValue<typeof askedRetrievalSchema>;

/** How a base is searched this time: what was sent, and where that says nothing (null is nothing), as the base does. */
export function retrievalOf(sent: AskedRetrieval | undefined, stored: RetrievalModel): RetrievalModel | undefined {
  if (sent === undefined || sent === null) return undefined;
  const model = sent.reranking_model;
  return {
    search_method: sent.search_method ?? stored.search_method,
    reranking_enable: sent.reranking_enable ?? stored.reranking_enable,
    reranking_mode: sent.reranking_mode ?? stored.reranking_mode,
    reranking_model: {
      reranking_provider_name: model?.reranking_provider_name ?? stored.reranking_model.reranking_provider_name,
      reranking_model_name: model?.reranking_model_name ?? stored.reranking_model.reranking_model_name,
    },
    weights: weightsOf(sent.weights, stored.weights),
    top_k: sent.top_k ?? stored.top_k,
    score_threshold_enabled: sent.score_threshold_enabled ?? stored.score_threshold_enabled,
    score_threshold: sent.score_threshold ?? stored.score_threshold,
  };
}

type Weights = RetrievalModel['weights'];
type SentWeights = NonNullable<AskedRetrieval>['weights'];

/** Shares of a base that says none (runtime API, RetrievalModel: what is usual). */
const usual = { vector: 0.7, keyword: 0.3 };

function weightsOf(sent: SentWeights, stored: Weights): Weights {
  if (sent === undefined || sent === null) return stored;
  const { vector_setting: vector, keyword_setting: keyword } = sent;
  const before = stored?.vector_setting;
  return {
    weight_type: sent.weight_type ?? stored?.weight_type ?? 'customized',
    vector_setting: {
      vector_weight: vector?.vector_weight ?? before?.vector_weight ?? usual.vector,
      embedding_provider_name: vector?.embedding_provider_name ?? before?.embedding_provider_name ?? '',
      embedding_model_name: vector?.embedding_model_name ?? before?.embedding_model_name ?? '',
    },
    keyword_setting: {
      keyword_weight: keyword?.keyword_weight ?? stored?.keyword_setting.keyword_weight ?? usual.keyword,
    },
  };
}

/** Which documents count; undefined: all. */
export function filterOf(
  sent: AskedRetrieval | undefined,
): { readonly operator: 'and' | 'or'; readonly conditions: readonly FilterCondition[] } | undefined {
  const asked = sent?.metadata_filtering_conditions;
  const conditions = asked?.conditions ?? [];
  if (conditions.length === 0) return undefined;
  return {
    operator: asked?.logical_operator ?? 'and',
    conditions: conditions.map(({ name, comparison_operator: operator, value }) => ({
      name,
      operator,
      value: value ?? null,
    })),
  };
}
