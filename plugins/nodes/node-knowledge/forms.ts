import type { NodeField, NodeForm } from '#plugins/node-forms/contract.ts';
import { rankingFields } from './ranking-fields.ts';
import { texts } from './texts/index.ts';

const multiple = [{ at: 'retrieval_mode', is_not: ['single'] }];

const found: NodeForm['outputs'] = [
  {
    name: 'result',
    type: 'array[object]',
    about: 'What was found, the best first',
    children: [
      { name: 'content', type: 'string' },
      { name: 'title', type: 'string' },
      { name: 'url', type: 'string' },
      { name: 'metadata', type: 'object' },
      { name: 'files', type: 'array[file]' },
    ],
  },
];

const metadata: readonly NodeField[] = [
  {
    at: 'metadata_filtering_mode',
    kind: 'choice',
    label: 'Filter by metadata',
    default: 'disabled',
    options: [
      { value: 'disabled', label: 'No' },
      { value: 'automatic', label: 'A model makes the filter' },
      { value: 'manual', label: 'By conditions' },
    ],
  },
  {
    at: 'metadata_model_config',
    kind: 'model',
    of: 'llm',
    label: 'Model for the filter',
    when: [{ at: 'metadata_filtering_mode', is: ['automatic'] }],
  },
  {
    at: 'metadata_filtering_conditions',
    kind: 'metadata-filter',
    of: 'dataset_ids',
    label: 'Conditions',
    when: [{ at: 'metadata_filtering_mode', is: ['manual'] }],
  },
];

const retrieval: NodeForm = {
  id: 'knowledge-retrieval@1',
  title: 'Knowledge retrieval',
  about: 'Finds what knowledge bases know about a question.',
  aliases: {
    en: ['rag', 'retrieval', 'retrieve', 'knowledge', 'knowledge base', 'vector search', 'search documents', 'dataset'],
    de: ['wissen', 'wissensdatenbank', 'suche', 'abruf'],
    fr: ['connaissances', 'recherche', 'base de connaissances'],
    es: ['conocimiento', 'búsqueda', 'base de conocimiento'],
    zh: ['知识检索', '知识库', '检索', '搜索'],
  },
  group: 'knowledge',
  icon: 'BookOpen',
  colour: 'knowledge',
  start: {
    query_variable_selector: [],
    dataset_ids: [],
    retrieval_mode: 'multiple',
    multiple_retrieval_config: {
      top_k: 4,
      score_threshold_enabled: false,
      score_threshold: null,
      reranking_enable: false,
    },
    metadata_filtering_mode: 'disabled',
  },
  follows: { at: 'query_variable_selector', takes: ['string'], is_query: true },
  summary: ['dataset_ids'],
  fields: [
    { at: 'query_variable_selector', kind: 'value', takes: ['string'], label: 'Question' },
    {
      at: 'query_attachment_selector',
      kind: 'value',
      takes: ['file', 'array[file]'],
      label: 'Files to search by',
      is_advanced: true,
    },
    { at: 'dataset_ids', kind: 'datasets', label: 'Knowledge bases', required: true },
    {
      at: 'retrieval_mode',
      kind: 'choice',
      label: 'Where to search',
      default: 'multiple',
      is_advanced: true,
      options: [
        { value: 'multiple', label: 'In all of them' },
        { value: 'single', label: 'In one that a model picks' },
      ],
    },
    {
      at: 'single_retrieval_config.model',
      kind: 'model',
      of: 'llm',
      label: 'Model that picks',
      when: [{ at: 'retrieval_mode', is: ['single'] }],
    },
    ...rankingFields('multiple_retrieval_config', { provider: 'provider', model: 'model' }, multiple),
    ...metadata,
  ],
  outputs: found,
  can_fail: true,
  texts,
};

/** Spaces in place of knowledge bases: documents of newer editors have it. */
const spaces: NodeForm = {
  id: 'knowledge-retrieval-v2@1',
  title: 'Knowledge spaces',
  about: 'Finds what knowledge spaces know about a question.',
  group: 'knowledge',
  icon: 'BookOpen',
  colour: 'knowledge',
  is_retired: true,
  start: { query_variable_selector: [], control_space_ids: [], top_n: 4 },
  summary: ['control_space_ids'],
  fields: [
    { at: 'query_variable_selector', kind: 'value', takes: ['string'], label: 'Question' },
    { at: 'control_space_ids', kind: 'texts', label: 'Knowledge spaces', required: true },
    { at: 'top_n', kind: 'number', label: 'Results at most', is_integer: true, min: 1, max: 200, default: 4 },
  ],
  outputs: found,
  can_fail: true,
  kept: ['metadata_filters'],
  texts,
};

const index: NodeForm = {
  id: 'knowledge-index@1',
  title: 'Store in knowledge base',
  about: 'Stores segments in the knowledge base of the pipeline.',
  aliases: {
    en: ['index', 'store', 'knowledge base', 'save documents', 'embed'],
    de: ['speichern', 'indizieren', 'wissen ablegen'],
    fr: ['indexer', 'enregistrer', 'stocker'],
    es: ['indexar', 'guardar', 'almacenar'],
    zh: ['索引', '存储', '知识库'],
  },
  group: 'knowledge',
  icon: 'Database',
  colour: 'knowledge',
  modes: ['rag-pipeline'],
  start: {
    chunk_structure: 'text_model',
    index_chunk_variable_selector: [],
    indexing_technique: 'high_quality',
    embedding_model: '',
    embedding_model_provider: '',
    keyword_number: 10,
    retrieval_model: { search_method: 'semantic_search', top_k: 3, score_threshold_enabled: false },
  },
  summary: ['indexing_technique'],
  fields: [
    { at: 'index_chunk_variable_selector', kind: 'value', label: 'Segments', required: true },
    {
      at: 'chunk_structure',
      kind: 'choice',
      label: 'Structure of segments',
      default: 'text_model',
      options: [
        { value: 'text_model', label: 'Texts' },
        { value: 'hierarchical_model', label: 'Parents and children' },
        { value: 'qa_model', label: 'Questions and answers' },
      ],
    },
    {
      at: 'indexing_technique',
      kind: 'choice',
      label: 'Indexing',
      default: 'high_quality',
      options: [
        { value: 'high_quality', label: 'By meaning (embedding model)' },
        { value: 'economy', label: 'Keyword search' },
      ],
    },
    {
      at: '',
      kind: 'model',
      of: 'text-embedding',
      provider_at: 'embedding_model_provider',
      name_at: 'embedding_model',
      label: 'Embedding model',
      when: [{ at: 'indexing_technique', is_not: ['economy'] }],
    },
    {
      at: 'keyword_number',
      kind: 'number',
      label: 'Keywords of a segment',
      is_integer: true,
      min: 1,
      max: 50,
      default: 10,
      when: [{ at: 'indexing_technique', is: ['economy'] }],
    },
    {
      at: 'retrieval_model.search_method',
      kind: 'choice',
      label: 'Search',
      default: 'semantic_search',
      options: [
        { value: 'semantic_search', label: 'Vector search' },
        { value: 'full_text_search', label: 'Full-text search' },
        { value: 'hybrid_search', label: 'Hybrid search' },
        { value: 'keyword_search', label: 'Keyword search' },
      ],
    },
    ...rankingFields('retrieval_model', { provider: 'reranking_provider_name', model: 'reranking_model_name' }),
  ],
  outputs: [],
  handles: [],
  kept: ['embedding_model', 'embedding_model_provider', 'summary_index_setting'],
  texts,
};

/** What editors show of the nodes that ask knowledge bases and fill them. */
export const forms: readonly NodeForm[] = [retrieval, spaces, index];
