import { emptyAnswer, jsonAnswer, listOf, objectSchema, type RouteDocs, schemas } from '#http';
import { childChunkExample } from './examples.ts';
import { childChunk, DOCUMENT_TAG as tag } from './schemas.ts';

const { integer } = schemas;
const ofOne = { 403: ['forbidden'], 404: ['not_found'] } as const;
const models = [
  'provider_not_initialize',
  'provider_quota_exceeded',
  'model_currently_not_support',
  'completion_request_error',
];
const one = jsonAnswer('The child chunk.', objectSchema('KnowledgeChildChunkAnswer', { data: childChunk }), {
  data: childChunkExample,
});
const bodyExample = { content: 'every morning' };

/** What is told of child chunks. */
export const childChunkDocs = {
  create: { tag, bodyExample, answers: { 200: one }, errors: { ...ofOne, 400: models } },
  list: {
    tag,
    description: 'Values of `limit` over 100 count as 100.',
    answers: {
      200: jsonAnswer(
        'A page of results, in document order.',
        objectSchema('KnowledgeChildChunkPage', {
          data: listOf(childChunk),
          total: integer,
          total_pages: integer,
          page: integer,
          limit: integer,
        }),
        { data: [childChunkExample], total: 1, total_pages: 1, page: 1, limit: 20 },
      ),
    },
    errors: ofOne,
  },
  update: { tag, bodyExample, answers: { 200: one }, errors: { ...ofOne, 400: models } },
  remove: { tag, answers: { 204: emptyAnswer('Deleted.') }, errors: ofOne },
} as const satisfies Readonly<Record<string, RouteDocs>>;
