import { listOf, namesOf, objectSchema, orNull, schemas } from '#http';

const { uuid, text, integer, number, boolean, seconds, object } = schemas;
const some = orNull(text);
const time = orNull(seconds);

export const KNOWLEDGE_TAG = 'Knowledge bases';
export const DOCUMENT_TAG = 'Documents of knowledge bases';

const provider = {
  type: 'string',
  description: '`organisation/plugin/provider`; a bare provider name is accepted too.',
};
const named = objectSchema('KnowledgeMetadataField', {
  id: uuid,
  name: text,
  type: { type: 'string', enum: ['string', 'number', 'time'] },
});
const rerankingModel = objectSchema('KnowledgeReranker', {
  reranking_provider_name: text,
  reranking_model_name: text,
});
const weights = objectSchema('KnowledgeWeights', {
  weight_type: { type: 'string', enum: ['semantic_first', 'keyword_first', 'customized'] },
  vector_setting: objectSchema('KnowledgeVectorWeight', {
    vector_weight: number,
    embedding_provider_name: text,
    embedding_model_name: text,
  }),
  keyword_setting: objectSchema('KnowledgeKeywordWeight', { keyword_weight: number }),
});
export const retrievalModel = objectSchema('KnowledgeRetrieval', {
  search_method: { type: 'string', enum: ['keyword_search', 'semantic_search', 'full_text_search', 'hybrid_search'] },
  reranking_enable: boolean,
  reranking_mode: orNull({ type: 'string', enum: ['reranking_model', 'weighted_score'] }),
  reranking_model: rerankingModel,
  weights: orNull(weights),
  top_k: integer,
  score_threshold_enabled: boolean,
  score_threshold: orNull(number),
});

export const docForm = { type: 'string', enum: ['text_model', 'hierarchical_model', 'qa_model'] };
export const dataset = objectSchema(
  'KnowledgeDataset',
  {
    id: uuid,
    name: text,
    description: some,
    provider: { type: 'string', enum: ['vendor', 'external'] },
    permission: { type: 'string', enum: ['only_me', 'all_team_members', 'partial_members'] },
    data_source_type: some,
    indexing_technique: orNull({ type: 'string', enum: ['high_quality', 'economy'] }),
    app_count: integer,
    document_count: integer,
    word_count: { type: 'integer', description: 'Number of words. Each Chinese or Japanese character counts as one.' },
    created_by: orNull(uuid),
    author_name: some,
    created_at: seconds,
    updated_by: orNull(uuid),
    updated_at: seconds,
    embedding_model: some,
    embedding_model_provider: orNull(provider),
    embedding_available: boolean,
    retrieval_model_dict: retrievalModel,
    summary_index_setting: orNull(
      objectSchema('KnowledgeSummaryIndex', {
        enable: boolean,
        model_name: text,
        model_provider_name: text,
        summary_prompt: text,
      }),
    ),
    tags: listOf(objectSchema('KnowledgeBoundTag', { id: uuid, name: text, type: { const: 'knowledge' } })),
    doc_form: orNull(docForm),
    external_knowledge_info: orNull(
      objectSchema('ExternalKnowledgeInfo', {
        external_knowledge_id: text,
        external_knowledge_api_id: uuid,
        external_knowledge_api_name: text,
        external_knowledge_api_endpoint: text,
      }),
    ),
    external_retrieval_model: orNull(
      objectSchema('ExternalRetrieval', { top_k: integer, score_threshold: number, score_threshold_enabled: boolean }),
    ),
    doc_metadata: listOf(named),
    built_in_field_enabled: boolean,
    pipeline_id: { type: 'null' },
    runtime_mode: { const: 'general' },
    chunk_structure: { type: 'null' },
    icon_info: orNull(
      objectSchema('KnowledgeIcon', { icon_type: some, icon: some, icon_background: some, icon_url: some }),
    ),
    is_published: boolean,
    total_documents: integer,
    total_available_documents: { type: 'integer', description: 'Number of documents that can be found.' },
    enable_api: boolean,
    is_multimodal: boolean,
    maintainer: { type: 'null' },
    partial_member_list: { ...listOf(uuid), description: 'Account ids, for the permission `partial_members`.' },
  },
  { optional: ['partial_member_list'] },
);

const uploadedDocument = objectSchema('KnowledgeFile', {
  id: uuid,
  name: text,
  size: { type: 'integer', description: 'Size in bytes.' },
  extension: text,
  mime_type: text,
  created_by: { type: 'string', description: 'Account id. Empty: added with an API key.' },
  created_at: seconds,
});
export const fileFields = uploadedDocument.properties as Readonly<Record<string, object>>;

const metadataValue = objectSchema('KnowledgeMetadataValue', {
  id: { type: 'string', description: 'Id of the metadata field. `built-in` for built-in fields.' },
  name: text,
  type: text,
  value: { type: ['string', 'number'] },
});
export const metadataValues = listOf(metadataValue);

const documentFields = {
  id: uuid,
  position: integer,
  data_source_type: text,
  data_source_info: object,
  dataset_process_rule_id: some,
  name: text,
  created_from: { type: 'string', enum: ['api', 'web'] },
  created_by: { type: 'string', description: 'Account id. Empty: added with an API key.' },
  created_at: seconds,
  tokens: integer,
  indexing_status: {
    type: 'string',
    enum: ['waiting', 'parsing', 'cleaning', 'splitting', 'indexing', 'paused', 'error', 'completed'],
  },
  error: some,
  enabled: boolean,
  disabled_at: time,
  disabled_by: orNull(uuid),
  archived: boolean,
  display_status: {
    type: 'string',
    enum: ['queuing', 'paused', 'indexing', 'error', 'available', 'disabled', 'archived'],
  },
  hit_count: integer,
  doc_form: docForm,
  doc_metadata: metadataValues,
  summary_index_status: some,
  need_summary: boolean,
};
export const document = objectSchema('DatasetDocument', {
  ...documentFields,
  data_source_detail_dict: object,
  word_count: { type: 'integer', description: 'Number of words. Each Chinese or Japanese character counts as one.' },
});

const segmentation = objectSchema('KnowledgeSegmentation', {
  separator: text,
  max_tokens: { type: 'integer', description: 'Maximum length of a chunk in characters.' },
  chunk_overlap: integer,
});
const rule = objectSchema('KnowledgeProcessRule', {
  id: uuid,
  dataset_id: uuid,
  mode: { type: 'string', enum: ['automatic', 'custom', 'hierarchical'] },
  rules: objectSchema('KnowledgeRules', {
    pre_processing_rules: listOf(objectSchema('KnowledgePreProcessing', { id: text, enabled: boolean })),
    segmentation,
    parent_mode: { type: 'string', enum: ['full-doc', 'paragraph'] },
    subchunk_segmentation: orNull(segmentation),
  }),
});
const detailFields = {
  ...documentFields,
  dataset_process_rule: rule,
  document_process_rule: rule,
  doc_language: text,
  doc_type: { type: 'null' },
  completed_at: time,
  updated_at: time,
  indexing_latency: orNull({ type: 'number', description: 'Duration in seconds.' }),
  segment_count: integer,
  average_segment_length: number,
};
/** `metadata=without` leaves out the metadata, `metadata=only` all but that. */
export const documentDetail = objectSchema('KnowledgeDocumentDetail', detailFields, {
  optional: namesOf(detailFields).filter((name) => name !== 'id'),
});

const segmentFields = {
  id: uuid,
  position: integer,
  document_id: uuid,
  content: text,
  sign_content: text,
  answer: some,
  word_count: { type: 'integer', description: 'Number of words. Each Chinese or Japanese character counts as one.' },
  tokens: integer,
  keywords: orNull(listOf(text)),
  index_node_id: text,
  index_node_hash: text,
  hit_count: integer,
  enabled: boolean,
  disabled_at: time,
  disabled_by: orNull(uuid),
  status: { type: 'string', enum: ['waiting', 'indexing', 'completed', 'error', 're_segment'] },
  created_by: { type: 'string', description: 'Account id. Empty: added with an API key or by indexing.' },
  created_at: seconds,
  indexing_at: time,
  completed_at: time,
  error: some,
  stopped_at: time,
};
export const childChunk = objectSchema('DatasetChildChunk', {
  id: uuid,
  segment_id: uuid,
  content: text,
  position: integer,
  word_count: integer,
  type: { type: 'string', enum: ['automatic', 'customized'] },
  created_at: seconds,
  updated_at: seconds,
});
export const segment = objectSchema('DatasetSegment', {
  ...segmentFields,
  updated_at: seconds,
  updated_by: orNull(uuid),
  child_chunks: listOf(childChunk),
  attachments: listOf(object),
  summary: some,
});
export const record = objectSchema('KnowledgeRecord', {
  segment: objectSchema('FoundKnowledgeSegment', {
    ...segmentFields,
    document: objectSchema('FoundKnowledgeDocument', {
      id: uuid,
      data_source_type: text,
      name: text,
      doc_type: some,
      doc_metadata: orNull(object),
    }),
  }),
  child_chunks: listOf(objectSchema('FoundChildChunk', { id: uuid, content: text, position: integer, score: number })),
  score: number,
  tsne_position: { type: 'null' },
  files: listOf(object),
  summary: some,
});

/** A page of a list. */
export function pageSchema(
  title: string,
  items: Parameters<typeof listOf>[0],
  more: Readonly<Record<string, object>> = {},
) {
  return objectSchema(title, {
    data: listOf(items),
    ...more,
    has_more: boolean,
    limit: integer,
    total: integer,
    page: integer,
  });
}
