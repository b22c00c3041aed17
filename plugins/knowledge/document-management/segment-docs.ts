import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { tag } from './document-docs.ts';

const { uuid, text, integer, boolean, seconds } = schemas;

export const segmentStatuses = ['waiting', 'indexing', 'completed', 'error', 're_segment'] as const;

const segment = objectSchema('KnowledgeSegment', {
  id: uuid,
  document_id: uuid,
  position: integer,
  content: text,
  answer: orNull({ ...text, description: 'The answer, if the segment is a question (`qa_model`).' }),
  word_count: integer,
  tokens: integer,
  keywords: orNull(listOf(text)),
  page: orNull({ ...integer, description: 'Page of the document, starting at 1.' }),
  heading: orNull(text),
  hit_count: integer,
  enabled: boolean,
  disabled_at: orNull(seconds),
  disabled_by: orNull(uuid),
  status: { type: 'string', enum: segmentStatuses },
  error: orNull(text),
  summary: orNull(text),
  child_chunk_count: {
    ...integer,
    description: 'Number of child chunks, which are searched in place of the segment (`hierarchical_model`).',
  },
  created_by: orNull(uuid),
  created_at: seconds,
  updated_at: seconds,
  updated_by: orNull(uuid),
  completed_at: orNull(seconds),
});
const chunk = objectSchema('KnowledgeChildChunk', {
  id: uuid,
  segment_id: uuid,
  position: integer,
  content: text,
  word_count: integer,
  type: { type: 'string', enum: ['automatic', 'customized'] },
  created_at: seconds,
  updated_at: seconds,
});

const example = {
  id: '5e900001-0000-4000-8000-000000000001',
  document_id: 'd0c00001-0000-4000-8000-000000000001',
  position: 1,
  content: 'Water twice a week.',
  answer: null,
  word_count: 4,
  tokens: 6,
  keywords: ['water'],
  page: 1,
  heading: 'Care',
  hit_count: 3,
  enabled: true,
  disabled_at: null,
  disabled_by: null,
  status: 'completed',
  error: null,
  summary: null,
  child_chunk_count: 0,
  created_by: null,
  created_at: 1767225600,
  updated_at: 1767225601,
  updated_by: null,
  completed_at: 1767225601,
};
const chunkExample = {
  id: 'c41d0001-0000-4000-8000-000000000001',
  segment_id: example.id,
  position: 1,
  content: 'Twice a week.',
  word_count: 3,
  type: 'automatic',
  created_at: 1767225600,
  updated_at: 1767225600,
};
const paged = { page: integer, limit: integer, total: integer, has_more: boolean };
const page = { page: 1, limit: 20, total: 1, has_more: false };

export const segmentDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'The segments, in document order.',
        objectSchema('KnowledgeSegmentList', { data: listOf(segment), ...paged }),
        { data: [example], ...page },
      ),
    },
  },
  get: { tag, answers: { 200: jsonAnswer('The segment.', segment, example) } },
  setStatus: {
    tag,
    description: 'Takes effect with the next search. Applies to all segments, or to none if one of them is unknown.',
    bodyExample: { selected: [example.id], action: 'disable' },
    answers: { 204: emptyAnswer('Success.') },
  },
  delete: {
    tag,
    description:
      'Deletes all of the segments, or none if one of them is unknown. They are no longer found by searches.',
    bodyExample: { selected: [example.id] },
    answers: { 204: emptyAnswer('Deleted.') },
  },
  chunks: {
    tag,
    answers: {
      200: jsonAnswer(
        'The child chunks, in segment order.',
        objectSchema('KnowledgeChildChunkList', { data: listOf(chunk), ...paged }),
        { data: [chunkExample], ...page },
      ),
    },
  },
  deleteChunk: {
    tag,
    answers: { 204: emptyAnswer('The child chunk was deleted and is no longer found by searches.') },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
