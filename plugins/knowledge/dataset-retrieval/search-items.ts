import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, unixSeconds } from '#http';
import type { ExternalHit, Hit, LoggedQuery } from './contract.ts';
/** A hit with the scores of each stage. */
export function hitItem({ segment, score, scores, children }: Hit) {
  const { document } = segment;
  return {
    segment: {
      id: segment.id,
      position: segment.position,
      content: segment.content,
      answer: segment.answer,
      word_count: segment.wordCount,
      hit_count: segment.hitCount,
      page: segment.page,
      heading: segment.heading,
      summary: segment.summary,
    },
    document: { id: document.id, name: document.name, data_source_type: document.dataSourceType },
    score,
    scores: { vector: scores.vector, text: scores.text, fused: scores.fused, reranked: scores.reranked },
    child_chunks: children.map(({ id, content, position, score: found }) => ({ id, content, position, score: found })),
  };
}

export function externalItem({ content, title, score, metadata }: ExternalHit) {
  return { content, title, score, metadata };
}

export function queryItem({ id, query, source, appId, hits, createdAt }: LoggedQuery) {
  return { id, query, source, app_id: appId, hits, created_at: unixSeconds(createdAt) };
}

const { boolean, integer, number, object, text, uuid } = schemas;
const share = { type: 'number', minimum: 0, maximum: 1 } as const;
const segment = objectSchema('FoundSegment', {
  id: uuid,
  position: integer,
  content: text,
  answer: orNull(text),
  word_count: integer,
  hit_count: integer,
  page: orNull(integer),
  heading: orNull(text),
  summary: orNull(text),
});
const record = objectSchema('FoundRecord', {
  segment,
  document: objectSchema('FoundDocument', { id: uuid, name: text, data_source_type: text }),
  score: share,
  scores: objectSchema('FoundScores', {
    vector: orNull(share),
    text: orNull(share),
    fused: orNull(share),
    reranked: orNull(share),
  }),
  child_chunks: listOf(objectSchema('FoundChild', { id: uuid, content: text, position: integer, score: share })),
});
const external = objectSchema('FoundExternally', { content: text, title: text, score: share, metadata: object });
const result = objectSchema('HitTest', {
  query: text,
  records: listOf(record),
  external: { ...listOf(external), description: 'The response of an external knowledge base, which has no records.' },
  milliseconds: {
    type: 'object',
    additionalProperties: number,
    description: 'Duration of each stage in milliseconds. Stages may run in parallel; `total` is the overall duration.',
  },
});
const query = objectSchema('LoggedQuery', {
  id: uuid,
  query: text,
  source: { type: 'string', enum: ['hit_testing', 'app', 'api'] },
  app_id: orNull(uuid),
  hits: integer,
  created_at: schemas.seconds,
});

const tag = 'Knowledge bases';
const id = '0196f5c0-0000-7000-8000-000000000071';

/** What the routes of searches take and answer. */
export const searchDocs = {
  search: {
    tag,
    description:
      'Uses the retrieval settings of the knowledge base, or those of the request. Each result has a score per stage: vector search, full-text search (relative to the best result), both combined, and reranking. null for stages that were not used.',
    bodyExample: { query: 'How often is it watered?' },
    answers: {
      200: jsonAnswer('The results, best first.', result, {
        query: 'How often is it watered?',
        records: [
          {
            segment: {
              id,
              position: 1,
              content: 'Water twice a week.',
              answer: null,
              word_count: 4,
              hit_count: 3,
              page: 1,
              heading: 'Care',
              summary: null,
            },
            document: { id, name: 'care.txt', data_source_type: 'upload_file' },
            score: 0.83,
            scores: { vector: 0.83, text: null, fused: 0.83, reranked: null },
            child_chunks: [],
          },
        ],
        external: [],
        milliseconds: { embedding: 21.4, vector: 3.1, segments: 1.2, total: 26.3 },
      }),
    },
    errors: {
      400: ['dataset_not_initialized', 'invalid_param', 'external_knowledge_failed'],
      404: ['not_found'],
    },
  },
  queries: {
    tag,
    answers: {
      200: jsonAnswer(
        'A list, newest first.',
        objectSchema('LoggedQueries', {
          data: listOf(query),
          page: integer,
          limit: integer,
          total: integer,
          has_more: boolean,
        }),
        {
          data: [{ id, query: 'How often?', source: 'app', app_id: id, hits: 4, created_at: 1_795_000_000 }],
          page: 1,
          limit: 20,
          total: 1,
          has_more: false,
        },
      ),
    },
    errors: { 404: ['not_found'] },
  },
} satisfies Readonly<Record<string, RouteDocs>>;
