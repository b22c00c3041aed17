import { type NodeType, withDocuments } from '#engine';
import type { JsonSchema } from '#kernel';
import { documents } from './document.ts';
import { filterWarnings } from './metadata-filter.ts';
import { queryWarnings } from './query-warnings.ts';

/* Settings are checked for what would make a node meaningless, and no further: documents carry leftovers and nulls. */

const text: JsonSchema = { type: ['string', 'null'] };
const flag: JsonSchema = { type: ['boolean', 'null'] };
const mapping: JsonSchema = { type: ['object', 'null'] };
const selector: JsonSchema = {
  anyOf: [{ type: 'array', items: { type: ['string', 'number'] } }, { type: 'null' }, { const: '' }],
};
const ids: JsonSchema = { type: ['array', 'null'], items: { type: ['string', 'number'] }, maxItems: 500 };
const count: JsonSchema = { type: ['integer', 'null'], minimum: 1 };
const share: JsonSchema = { type: ['number', 'null'] };
const optional = (properties: JsonSchema): JsonSchema => ({ type: ['object', 'null'], properties });

const model = optional({ provider: text, name: text, mode: text, completion_params: mapping });

const multiple = optional({
  top_k: count,
  score_threshold: share,
  score_threshold_enabled: flag,
  reranking_enable: flag,
  reranking_mode: { enum: ['reranking_model', 'weighted_score', '', null] },
  reranking_model: optional({ provider: text, model: text }),
  weights: optional({
    vector_setting: optional({ vector_weight: share }),
    keyword_setting: optional({ keyword_weight: share }),
  }),
});

const conditions: JsonSchema = {
  type: ['array', 'null'],
  maxItems: 100,
  items: { type: 'object', properties: { name: text, comparison_operator: text } },
};

const retrievalSettings: JsonSchema = {
  type: 'object',
  properties: {
    query_variable_selector: selector,
    query_attachment_selector: selector,
    dataset_ids: ids,
    retrieval_mode: { enum: ['multiple', 'single', '', null] },
    multiple_retrieval_config: multiple,
    single_retrieval_config: optional({ model }),
    metadata_filtering_mode: { enum: ['disabled', 'automatic', 'manual', '', null] },
    metadata_model_config: model,
    metadata_filtering_conditions: optional({ logical_operator: { enum: ['and', 'or', '', null] }, conditions }),
  },
};

/** The later form: spaces in place of knowledge bases (app DSL, knowledge-retrieval). */
const spacesSettings: JsonSchema = {
  type: 'object',
  properties: { query_variable_selector: selector, control_space_ids: ids, top_n: count, metadata_filters: mapping },
};

const indexSettings: JsonSchema = {
  type: 'object',
  properties: {
    chunk_structure: { enum: ['text_model', 'hierarchical_model', 'qa_model', '', null] },
    index_chunk_variable_selector: selector,
    indexing_technique: { enum: ['high_quality', 'economy', '', null] },
    embedding_model: text,
    embedding_model_provider: text,
    keyword_number: count,
    retrieval_model: mapping,
    summary_index_setting: mapping,
  },
};

export const knowledgeNodeTypes: readonly NodeType[] = withDocuments(documents, [
  {
    id: 'knowledge-retrieval@1',
    type: 'knowledge-retrieval',
    version: '1',
    traits: {},
    settings: retrievalSettings,
    module: new URL('./retrieval.ts', import.meta.url),
    lint: (data) => [...queryWarnings(data), ...filterWarnings(data)],
  },
  {
    id: 'knowledge-retrieval-v2@1',
    type: 'knowledge-retrieval-v2',
    version: '1',
    traits: {},
    settings: spacesSettings,
    module: new URL('./retrieval.ts', import.meta.url),
  },
  {
    id: 'knowledge-index@1',
    type: 'knowledge-index',
    version: '1',
    traits: { response: true, sideEffects: true },
    settings: indexSettings,
    module: new URL('./indexing.ts', import.meta.url),
  },
]);
