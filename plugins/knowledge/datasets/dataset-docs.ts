import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { defaultRetrieval } from './retrieval-model.ts';

const { uuid, text, integer, boolean, seconds, number, object } = schemas;
export const tag = 'Knowledge bases';

const named = (names: readonly string[], description: string) =>
  ({ type: 'string', enum: names, description }) as const;

const shown = {
  id: uuid,
  name: text,
  description: text,
  provider: named(['vendor', 'external'], '`external`: the content is in another system, which is searched.'),
  permission: named(
    ['only_me', 'all_team_members', 'partial_members'],
    'Who can see it in the console: its creator, everyone who manages knowledge bases, or selected members. The owner of the workspace always can.',
  ),
  data_source_type: orNull(text),
  indexing_technique: orNull(named(['high_quality', 'economy'], 'null until it is set by the first document.')),
  doc_form: orNull(
    named(['text_model', 'hierarchical_model', 'qa_model'], 'null until it is set by the first document.'),
  ),
  embedding_model: orNull(text),
  embedding_model_provider: orNull(text),
  retrieval_model: { ...object, description: 'The retrieval settings.' },
  summary_index_setting: orNull(object),
  external_knowledge_api_id: orNull(uuid),
  external_knowledge_id: orNull(text),
  external_retrieval_model: orNull(
    objectSchema('ExternalRetrievalModel', { top_k: integer, score_threshold: orNull(number) }),
  ),
  built_in_field_enabled: boolean,
  enable_api: { ...boolean, description: 'Whether API keys of knowledge bases can access it.' },
  icon_info: orNull(object),
  tags: listOf(objectSchema('DatasetTagName', { id: uuid, name: text })),
  app_count: { ...integer, description: 'Number of apps that use it.' },
  document_count: integer,
  available_document_count: { ...integer, description: 'Number of documents that can be found.' },
  word_count: integer,
  created_by: orNull(uuid),
  author_name: text,
  updated_by: orNull(uuid),
  created_at: seconds,
  updated_at: seconds,
};

const item = objectSchema('Dataset', shown);
const whole = objectSchema('WholeDataset', {
  ...shown,
  partial_member_list: {
    ...listOf(uuid),
    description: 'Account ids of members who can see it, for the permission `partial_members`.',
  },
});

const example = {
  id: 'd1a2b3c4-0001-4a00-8b00-000000000001',
  name: 'Plant notes',
  description: '',
  provider: 'vendor',
  permission: 'only_me',
  data_source_type: null,
  indexing_technique: 'high_quality',
  doc_form: null,
  embedding_model: 'embed-small',
  embedding_model_provider: 'acme',
  retrieval_model: defaultRetrieval,
  summary_index_setting: null,
  external_knowledge_api_id: null,
  external_knowledge_id: null,
  external_retrieval_model: null,
  built_in_field_enabled: false,
  enable_api: true,
  icon_info: null,
  tags: [],
  app_count: 0,
  document_count: 0,
  available_document_count: 0,
  word_count: 0,
  created_by: 'acc00001-0000-4000-8000-000000000001',
  author_name: 'Ada Berg',
  updated_by: 'acc00001-0000-4000-8000-000000000001',
  created_at: 1767225600,
  updated_at: 1767225600,
};
const wholeExample = { ...example, partial_member_list: [] };

/** Codes of models that can't be called: an embedding model, one that reranks, one that writes summaries. */
const models = ['provider_not_initialize', 'model_currently_not_support'];

export const datasetDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'The knowledge bases visible to the caller, newest first.',
        objectSchema('DatasetList', {
          data: listOf(item),
          page: integer,
          limit: integer,
          total: integer,
          has_more: boolean,
        }),
        { data: [example], page: 1, limit: 20, total: 1, has_more: false },
      ),
    },
  },
  create: {
    tag,
    bodyExample: { name: 'Plant notes', indexing_technique: 'high_quality' },
    answers: { 201: jsonAnswer('The knowledge base.', whole, wholeExample) },
    errors: { 400: models, 404: ['not_found'], 409: ['dataset_name_duplicate'] },
  },
  get: { tag, answers: { 200: jsonAnswer('The knowledge base.', whole, wholeExample) } },
  change: {
    tag,
    description: 'Only the creator of the knowledge base and the owner of the workspace can change its visibility.',
    bodyExample: { name: 'Notes on plants', permission: 'all_team_members' },
    answers: { 200: jsonAnswer('The knowledge base.', whole, { ...wholeExample, name: 'Notes on plants' }) },
    errors: { 400: models, 409: ['dataset_name_duplicate'] },
  },
  delete: {
    tag,
    description: 'Its contents are removed shortly after. This cannot be undone.',
    answers: { 204: emptyAnswer('The knowledge base was deleted, for all users and apps.') },
    errors: { 409: ['dataset_in_use'] },
  },
  apps: {
    tag,
    answers: {
      200: jsonAnswer(
        'The apps whose draft or published version uses it.',
        objectSchema('DatasetApps', { data: listOf(objectSchema('DatasetApp', { id: uuid, name: text })) }),
        { data: [{ id: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d', name: 'Garden helper' }] },
      ),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
