import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { processRuleSchema } from '#plugins/chunking/contract.ts';

const { uuid, text, integer, boolean, seconds } = schemas;
const tag = 'Knowledge indexing';

const estimate = objectSchema('IndexingEstimate', {
  segments: integer,
  tokens: { ...integer, description: 'About; what the model says it read is what counts.' },
  price: orNull({ ...text, description: 'A decimal number; null: not known.' }),
  currency: orNull(text),
});
const estimateExample = { segments: 120, tokens: 14_000, price: '0.0002800', currency: 'USD' };

const rebuild = objectSchema('IndexRebuild', {
  embedding_model: orNull(text),
  embedding_model_provider: orNull(text),
  segments: { ...integer, description: 'How many there are to do, about.' },
  done: integer,
  error: orNull({ ...text, description: 'What it waits for, or why it stopped: start it again then.' }),
});
const rebuildExample = {
  embedding_model: 'text-embedding-3-small',
  embedding_model_provider: 'openai',
  segments: 120,
  done: 64,
  error: null,
};

const chunk = objectSchema('PreviewedChunk', {
  content: text,
  answer: orNull(text),
  children: listOf(text),
  page: orNull(integer),
  heading: orNull(text),
});

const segment = objectSchema('WrittenSegment', {
  id: uuid,
  document_id: uuid,
  position: integer,
  content: text,
  answer: orNull(text),
  word_count: integer,
  tokens: integer,
  keywords: orNull(listOf(text)),
  enabled: boolean,
  summary: orNull(text),
  status: text,
  created_at: seconds,
  updated_at: seconds,
});
const segmentExample = {
  id: '5e900001-0000-4000-8000-000000000001',
  document_id: 'd0c00001-0000-4000-8000-000000000001',
  position: 7,
  content: 'Water twice a week.',
  answer: null,
  word_count: 4,
  tokens: 6,
  keywords: null,
  enabled: true,
  summary: null,
  status: 'completed',
  created_at: 1767225600,
  updated_at: 1767225600,
};
const childChunk = objectSchema('WrittenChildChunk', {
  id: uuid,
  segment_id: uuid,
  position: integer,
  content: text,
  word_count: integer,
  type: text,
  created_at: seconds,
  updated_at: seconds,
});
const childExample = {
  id: 'c41d0001-0000-4000-8000-000000000001',
  segment_id: segmentExample.id,
  position: 3,
  content: 'Twice a week.',
  word_count: 3,
  type: 'customized',
  created_at: 1767225600,
  updated_at: 1767225600,
};

const ofModels = ['provider_not_initialize', 'provider_quota_exceeded', 'completion_request_error'];
const embedded = 'It is embedded before this answers, and found by the next search.';

export const indexingDocs = {
  preview: {
    tag,
    description:
      'Takes a file or a text, and how it is to be cut, as JSON in `data`. Nothing is kept, and no model is asked: for `qa_model` the parts are shown that a model would be asked about.',
    body: {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary' },
        text: { type: 'string', description: 'In place of a file.' },
        data: {
          type: 'string',
          description:
            'JSON: `doc_form`, `doc_language`, `process_rule`, and `embedding_model` with `embedding_model_provider` for the price.',
        },
      },
    },
    answers: {
      200: jsonAnswer(
        'At most 20 chunks, and how many there are.',
        objectSchema('IndexingPreview', { chunks: listOf(chunk), estimate }),
        {
          chunks: [{ content: 'Water twice a week.', answer: null, children: [], page: 1, heading: 'Care' }],
          estimate: estimateExample,
        },
      ),
    },
    errors: { 400: ['invalid_param', 'unsupported_format', 'unreadable', 'limit_exceeded', ...ofModels] },
  },
  getRebuild: {
    tag,
    answers: {
      200: jsonAnswer(
        'How far it is; `rebuild` is null when nothing is being built.',
        objectSchema('IndexRebuildState', { rebuild: orNull(rebuild) }),
        { rebuild: rebuildExample },
      ),
    },
  },
  estimateRebuild: {
    tag,
    answers: { 200: jsonAnswer('What it would take.', estimate, estimateExample) },
    errors: { 400: ofModels },
  },
  startRebuild: {
    tag,
    description:
      'In the background, beside the index that answers, which is replaced in one moment when the new one is complete. An economy base becomes one of high quality. Started again with the same model, it goes on; with another, it begins anew.',
    bodyExample: { embedding_model: 'text-embedding-3-small', embedding_model_provider: 'openai' },
    answers: {
      202: jsonAnswer('It is being built.', objectSchema('StartedRebuild', { rebuild }), { rebuild: rebuildExample }),
    },
    errors: { 400: ['invalid_action', ...ofModels] },
  },
  cancelRebuild: {
    tag,
    description:
      'The base stays as it is. What models have answered is kept, so that starting again costs nothing for it.',
    answers: { 204: emptyAnswer('Nothing is being built.') },
  },
  addSegments: {
    tag,
    description: embedded,
    bodyExample: { segments: [{ content: 'Water twice a week.' }] },
    answers: {
      201: jsonAnswer(
        'Behind those of the document that are there.',
        objectSchema('WrittenSegments', { data: listOf(segment) }),
        { data: [segmentExample] },
      ),
    },
    errors: { 400: ['invalid_param', ...ofModels], 403: ['archived_document_immutable'] },
  },
  changeSegment: {
    tag,
    description: embedded,
    bodyExample: { content: 'Water twice a week.' },
    answers: { 200: jsonAnswer('The segment.', segment, segmentExample) },
    errors: { 400: ['invalid_param', 'document_indexing', ...ofModels], 403: ['archived_document_immutable'] },
  },
  addChunk: {
    tag,
    description: embedded,
    bodyExample: { content: 'Twice a week.' },
    answers: { 201: jsonAnswer('The child chunk.', childChunk, childExample) },
    errors: {
      400: ['invalid_param', 'invalid_action', 'document_indexing', ...ofModels],
      403: ['archived_document_immutable'],
    },
  },
  changeChunk: {
    tag,
    description: embedded,
    bodyExample: { content: 'Twice a week.' },
    answers: { 200: jsonAnswer('The child chunk.', childChunk, childExample) },
    errors: {
      400: ['invalid_param', 'invalid_action', 'document_indexing', ...ofModels],
      403: ['archived_document_immutable'],
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

/** How content is cut, as it is sent with it. */
export const previewSettings = {
  type: 'object',
  additionalProperties: false,
  properties: {
    doc_form: { type: 'string', enum: ['text_model', 'hierarchical_model', 'qa_model'], default: 'text_model' },
    doc_language: { type: 'string', maxLength: 200, default: 'English' },
    process_rule: processRuleSchema,
    embedding_model: { type: 'string', maxLength: 200 },
    embedding_model_provider: { type: 'string', maxLength: 200 },
  },
  dependentRequired: {
    embedding_model: ['embedding_model_provider'],
    embedding_model_provider: ['embedding_model'],
  },
} as const;
