const datasetId = '3d8f4a10-6b2c-4e57-9a31-c0d4e5f60718';
const documentId = '7b21c9de-41f0-4c8a-8e55-09b1a2c3d4e5';
const segmentId = '1f6e0b73-25d8-4a9c-b7e4-5d60718293a4';
const createdAt = 1_767_225_600;

export const retrievalExample = {
  search_method: 'semantic_search',
  reranking_enable: false,
  reranking_mode: null,
  reranking_model: { reranking_provider_name: '', reranking_model_name: '' },
  weights: null,
  top_k: 4,
  score_threshold_enabled: false,
  score_threshold: null,
};

export const datasetExample = {
  id: datasetId,
  name: 'Ferns',
  description: 'How to keep them',
  provider: 'vendor',
  permission: 'only_me',
  data_source_type: null,
  indexing_technique: 'high_quality',
  app_count: 0,
  document_count: 0,
  word_count: 0,
  created_by: null,
  author_name: null,
  created_at: createdAt,
  updated_by: null,
  updated_at: createdAt,
  embedding_model: 'text-embedding-3-small',
  embedding_model_provider: 'openai/openai/openai',
  embedding_available: true,
  retrieval_model_dict: retrievalExample,
  summary_index_setting: null,
  tags: [],
  doc_form: null,
  external_knowledge_info: null,
  external_retrieval_model: null,
  doc_metadata: [],
  built_in_field_enabled: false,
  pipeline_id: null,
  runtime_mode: 'general',
  chunk_structure: null,
  icon_info: null,
  is_published: false,
  total_documents: 0,
  total_available_documents: 0,
  enable_api: true,
  is_multimodal: false,
  maintainer: null,
};

export const fileExample = {
  id: documentId,
  name: 'watering.txt',
  size: 31,
  extension: 'txt',
  mime_type: 'text/plain',
  created_by: '',
  created_at: createdAt,
};

const documentCommon = {
  id: documentId,
  position: 1,
  data_source_type: 'upload_file',
  dataset_process_rule_id: '5c4d3e2f-1a0b-4c9d-8e7f-6a5b4c3d2e1f',
  name: 'watering.txt',
  created_from: 'api',
  created_by: '',
  created_at: createdAt,
  tokens: 0,
  indexing_status: 'waiting',
  error: null,
  enabled: true,
  disabled_at: null,
  disabled_by: null,
  archived: false,
  display_status: 'queuing',
  hit_count: 0,
  doc_form: 'text_model',
  doc_metadata: [],
  summary_index_status: null,
  need_summary: false,
};

export const documentExample = {
  ...documentCommon,
  data_source_info: { upload_file_id: documentId },
  data_source_detail_dict: { upload_file: fileExample },
  word_count: 0,
};

const ruleExample = {
  id: documentCommon.dataset_process_rule_id,
  dataset_id: datasetId,
  mode: 'automatic',
  rules: {
    pre_processing_rules: [{ id: 'remove_extra_spaces', enabled: true }],
    segmentation: { separator: '\n', max_tokens: 500, chunk_overlap: 50 },
    parent_mode: 'paragraph',
    subchunk_segmentation: null,
  },
};

export const documentDetailExample = {
  ...documentCommon,
  indexing_status: 'completed',
  display_status: 'available',
  data_source_info: { upload_file: fileExample },
  dataset_process_rule: ruleExample,
  document_process_rule: ruleExample,
  doc_language: 'English',
  doc_type: null,
  completed_at: createdAt + 2,
  updated_at: createdAt + 2,
  indexing_latency: 1.4,
  segment_count: 1,
  average_segment_length: 31,
};

const segmentCommon = {
  id: segmentId,
  position: 1,
  document_id: documentId,
  content: 'Ferns want water every morning.',
  sign_content: 'Ferns want water every morning.',
  answer: null,
  word_count: 31,
  tokens: 7,
  keywords: ['fern', 'water', 'morning'],
  index_node_id: segmentId,
  index_node_hash: 'd2f1a7c05b3e',
  hit_count: 0,
  enabled: true,
  disabled_at: null,
  disabled_by: null,
  status: 'completed',
  created_by: '',
  created_at: createdAt,
  indexing_at: createdAt,
  completed_at: createdAt + 1,
  error: null,
  stopped_at: null,
};

export const segmentExample = {
  ...segmentCommon,
  updated_at: createdAt + 1,
  updated_by: null,
  child_chunks: [],
  attachments: [],
  summary: null,
};

export const childChunkExample = {
  id: '9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d',
  segment_id: segmentId,
  content: 'every morning',
  position: 1,
  word_count: 13,
  type: 'customized',
  created_at: createdAt,
  updated_at: createdAt,
};

export const recordExample = {
  segment: {
    ...segmentCommon,
    document: {
      id: documentId,
      data_source_type: 'upload_file',
      name: 'watering.txt',
      doc_type: null,
      doc_metadata: { author: 'Ada' },
    },
  },
  child_chunks: [],
  score: 0.82,
  tsne_position: null,
  files: [],
  summary: null,
};

export const tagExample = {
  id: '2b3c4d5e-6f70-4182-93a4-b5c6d7e8f901',
  name: 'garden',
  type: 'knowledge',
  binding_count: '2',
};

export const fieldExample = { id: '6d5c4b3a-2918-4706-95e4-d3c2b1a09f8e', name: 'author', type: 'string' };

export const ids = { dataset: datasetId, document: documentId, segment: segmentId };
