import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { processRuleSchema } from '#plugins/chunking/contract.ts';

const { uuid, text, integer, boolean, seconds } = schemas;
const tag = 'Knowledge indexing';

const estimate = objectSchema('IndexingEstimate', {
  segments: integer,
  tokens: { ...integer, description: 'Estimated number. The cost depends on what the model reports.' },
  price: orNull({ ...text, description: 'Decimal string. null: unknown.' }),
  currency: orNull(text),
});
const estimateExample = { segments: 120, tokens: 14_000, price: '0.0002800', currency: 'USD' };

const rebuild = objectSchema('IndexRebuild', {
  embedding_model: orNull(text),
  embedding_model_provider: orNull(text),
  segments: { ...integer, description: 'Approximate number of segments to index.' },
  done: integer,
  error: orNull({ ...text, description: 'What it is waiting for, or why it stopped: start it again in that case.' }),
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
const embedded = 'The new content is embedded before the response is sent, and found by the next search.';

export const indexingDocs = {
  preview: {
    tag,
    description:
      'Takes a file or a text, and the chunk settings as JSON in `data`. Nothing is stored and no model is called: for `qa_model`, the response contains the parts from which a model would generate questions.',
    body: {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary' },
        text: { type: 'string', description: 'Text to use instead of a file.' },
        data: {
          type: 'string',
          description:
            'JSON: `doc_form`, `doc_language`, `process_rule`, and `embedding_model` with `embedding_model_provider` for the price.',
        },
      },
    },
    answers: {
      200: jsonAnswer(
        'At most 20 chunks, and the total number of chunks.',
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
        'The progress. `rebuild` is null when no index is being built.',
        objectSchema('IndexRebuildState', { rebuild: orNull(rebuild) }),
        { rebuild: rebuildExample },
      ),
    },
  },
  estimateRebuild: {
    tag,
    answers: { 200: jsonAnswer('The estimate.', estimate, estimateExample) },
    errors: { 400: ofModels },
  },
  startRebuild: {
    tag,
    description:
      'The new index is built in the background and replaces the current one when it is complete; until then the current one is used. A knowledge base with the `economy` index becomes `high_quality`. Calling this again with the same model continues the rebuild; with another model it starts over.',
    bodyExample: { embedding_model: 'text-embedding-3-small', embedding_model_provider: 'openai' },
    answers: {
      202: jsonAnswer('The index is being built.', objectSchema('StartedRebuild', { rebuild }), {
        rebuild: rebuildExample,
      }),
    },
    errors: { 400: ['invalid_action', ...ofModels] },
  },
  cancelRebuild: {
    tag,
    description:
      'The knowledge base keeps its current index. Embeddings computed so far are kept, so starting again does not incur their cost again.',
    answers: { 204: emptyAnswer('No index is being built.') },
  },
  addSegments: {
    tag,
    description: embedded,
    bodyExample: { segments: [{ content: 'Water twice a week.' }] },
    answers: {
      201: jsonAnswer(
        'The new segments, after the existing ones of the document.',
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
