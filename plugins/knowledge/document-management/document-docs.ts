import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { processRuleSchema } from '#plugins/chunking/contract.ts';

const { uuid, text, integer, number, boolean, seconds, object } = schemas;
export const tag = 'Knowledge documents';

export const statuses = ['waiting', 'parsing', 'cleaning', 'splitting', 'indexing', 'completed', 'error', 'paused'];
export const shownStatuses = ['queuing', 'paused', 'indexing', 'error', 'available', 'disabled', 'archived'] as const;

const shown = {
  id: uuid,
  name: text,
  position: integer,
  batch: { ...text, description: 'Same value for all documents that were added together.' },
  data_source_type: text,
  source: { ...object, description: 'Origin of the document, in the form its source uses to recognise it.' },
  size: { ...integer, description: 'Size in bytes.' },
  extension: text,
  mime_type: text,
  doc_form: text,
  doc_language: text,
  metadata: listOf(
    objectSchema('DocumentMetadata', { id: uuid, name: text, type: text, value: { type: ['string', 'number'] } }),
  ),
  created_from: { type: 'string', enum: ['api', 'web'] },
  created_by: orNull(uuid),
  uploader_name: text,
  tokens: integer,
  word_count: { ...integer, description: 'Number of words in its segments.' },
  hit_count: { ...integer, description: 'How often its segments were found.' },
  segment_count: integer,
  completed_segments: { ...integer, description: 'Number of segments indexed so far.' },
  total_segments: integer,
  indexing_status: { type: 'string', enum: statuses },
  display_status: { type: 'string', enum: shownStatuses },
  error: orNull({ ...text, description: 'Why it failed, or what it is waiting for.' }),
  enabled: boolean,
  archived: boolean,
  disabled_at: orNull(seconds),
  disabled_by: orNull(uuid),
  processing_started_at: orNull(seconds),
  parsing_completed_at: orNull(seconds),
  cleaning_completed_at: orNull(seconds),
  splitting_completed_at: orNull(seconds),
  completed_at: orNull(seconds),
  paused_at: orNull(seconds),
  stopped_at: orNull(seconds),
  created_at: seconds,
  updated_at: seconds,
};

const item = objectSchema('KnowledgeDocument', shown);
const whole = objectSchema('WholeKnowledgeDocument', {
  ...shown,
  process_rule: { ...processRuleSchema, description: 'The chunk settings of the document.' },
});

const example = {
  id: 'd0c00001-0000-4000-8000-000000000001',
  name: 'care.txt',
  position: 1,
  batch: '20260101000000123456',
  data_source_type: 'upload_file',
  source: {},
  size: 19,
  extension: 'txt',
  mime_type: 'text/plain',
  doc_form: 'text_model',
  doc_language: 'English',
  metadata: [{ id: '3e7a0001-0000-4000-8000-000000000001', name: 'author', type: 'string', value: 'Ada' }],
  created_from: 'web',
  created_by: 'acc00001-0000-4000-8000-000000000001',
  uploader_name: 'Ada Berg',
  tokens: 6,
  word_count: 4,
  hit_count: 3,
  segment_count: 1,
  completed_segments: 1,
  total_segments: 1,
  indexing_status: 'completed',
  display_status: 'available',
  error: null,
  enabled: true,
  archived: false,
  disabled_at: null,
  disabled_by: null,
  processing_started_at: 1767225600,
  parsing_completed_at: 1767225600,
  cleaning_completed_at: 1767225600,
  splitting_completed_at: 1767225601,
  completed_at: 1767225602,
  paused_at: null,
  stopped_at: null,
  created_at: 1767225600,
  updated_at: 1767225602,
};

const rule = {
  mode: 'custom',
  rules: {
    pre_processing_rules: [{ id: 'remove_extra_spaces', enabled: true }],
    segmentation: { separator: '\n\n', max_tokens: 500, chunk_overlap: 50 },
    parent_mode: 'paragraph',
    subchunk_segmentation: null,
  },
};
const fresh = {
  ...example,
  ...{ tokens: 0, word_count: 0, hit_count: 0, segment_count: 0, completed_segments: 0, total_segments: 0 },
  ...{ indexing_status: 'waiting', display_status: 'queuing', processing_started_at: null },
  ...{ parsing_completed_at: null, cleaning_completed_at: null, splitting_completed_at: null, completed_at: null },
};

/** What cutting and indexing may be refused for. */
const settings = ['invalid_process_rule', 'provider_not_initialize', 'model_currently_not_support'];
const added = objectSchema('AddedDocuments', { batch: text, data: listOf(item) });

export const documentDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'A list, newest first.',
        objectSchema('KnowledgeDocumentList', {
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
  upload: {
    tag,
    description:
      'One or more files as parts named `file`, and `data`: JSON with the chunk and index settings. Files that cannot be read are listed in `refused` and the others are added. If none can be read, the request fails with the error of the first.',
    body: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary' },
        data: { type: 'string', description: 'JSON: `{"process_rule": {"mode": "automatic"}}`' },
      },
    },
    answers: {
      201: jsonAnswer(
        'The documents are waiting to be indexed.',
        objectSchema('UploadedDocuments', {
          batch: text,
          data: listOf(item),
          refused: listOf(objectSchema('RefusedDocument', { name: text, code: text, message: text })),
        }),
        { batch: example.batch, data: [fresh], refused: [] },
      ),
    },
    errors: {
      400: ['no_file_uploaded', 'filename_not_exists_error', ...settings],
      403: ['plan_limit'],
      413: ['file_too_large'],
      415: ['unsupported_file_type'],
    },
  },
  addText: {
    tag,
    bodyExample: { name: 'Care', text: 'Water twice a week.' },
    answers: {
      201: jsonAnswer('The document is waiting to be indexed.', added, { batch: example.batch, data: [fresh] }),
    },
    errors: { 400: settings, 403: ['plan_limit'], 413: ['file_too_large'] },
  },
  get: {
    tag,
    answers: { 200: jsonAnswer('The document.', whole, { ...example, process_rule: rule }) },
  },
  rename: {
    tag,
    bodyExample: { name: 'Care of plants' },
    answers: { 200: jsonAnswer('The document.', item, { ...example, name: 'Care of plants' }) },
  },
  delete: {
    tag,
    description:
      'Deletes all of the documents, or none if one of them cannot be deleted. They are no longer found by searches. This cannot be undone.',
    bodyExample: { selected: [example.id] },
    answers: { 204: emptyAnswer('Deleted.') },
    errors: { 400: ['document_indexing'], 403: ['archived_document_immutable'] },
  },
  setStatus: {
    tag,
    description:
      '`enable`, `disable`, `archive` and `un_archive` control whether documents are found, starting with the next search. `pause`, `resume` and `retry` control indexing, and skip documents they do not apply to. Applies to all documents, or to none if one of them is unknown.',
    bodyExample: { selected: [example.id], action: 'disable' },
    answers: { 204: emptyAnswer('Success.') },
  },
  setMetadata: {
    tag,
    description: 'Applies all changes or none. null removes a value.',
    bodyExample: {
      changes: [{ document: example.id, values: { '3e7a0001-0000-4000-8000-000000000001': 'Ada' } }],
    },
    answers: { 204: emptyAnswer('Success.') },
  },
  download: {
    tag,
    answers: {
      200: jsonAnswer('A link that is valid for a few minutes.', objectSchema('DocumentDownload', { url: text }), {
        url: 'https://weft.example/files/documents/0d1e2f30-4152-4637-8495-a6b7c8d9e0f1/d1a2b3c4-0001-4a00-8b00-000000000001/d0c00001-0000-4000-8000-000000000001?timestamp=1767225600&nonce=0&sign=0',
      }),
    },
  },
  batch: {
    tag,
    answers: {
      200: jsonAnswer(
        'The documents that were added together, with their progress.',
        objectSchema('DocumentBatch', {
          data: listOf(item),
          completed_segments: integer,
          total_segments: integer,
          seconds_left: orNull({
            ...number,
            description: 'Estimated seconds until all documents are indexed, based on the last minutes. null: unknown.',
          }),
        }),
        { data: [example], completed_segments: 1, total_segments: 1, seconds_left: null },
      ),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
