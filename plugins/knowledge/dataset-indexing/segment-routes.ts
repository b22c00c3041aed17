import { json, type Route, route, unixSeconds } from '#http';
import type { ChildChunk, Segment } from '#plugins/dataset-documents/contract.ts';
import { type Datasets, viewerOf } from '#plugins/datasets/contract.ts';
import type { DatasetIndexing } from './contract.ts';
import { indexingDocs } from './route-docs.ts';
import { baseOf, basePath, manage, uuid } from './route-parts.ts';

/** Bytes of a thousand segments. */
const BODY_BYTES = 16 * 1_048_576;

const path = `${basePath}/documents/:document_id/segments` as const;
const one = `${path}/:segment_id` as const;
const ofDocument = { type: 'object', properties: { dataset_id: uuid, document_id: uuid } } as const;
const ofSegment = { type: 'object', properties: { ...ofDocument.properties, segment_id: uuid } } as const;
const ofChunk = { type: 'object', properties: { ...ofSegment.properties, chunk_id: uuid } } as const;
const documentIds = { 'params.document_id': 'datasetDocument' } as const;
const segmentIds = { ...documentIds, 'params.segment_id': 'datasetSegment' } as const;
const chunkIds = { ...segmentIds, 'params.chunk_id': 'datasetChunk' } as const;

const content = { type: 'string', minLength: 1, maxLength: 100_000, pattern: '\\S' } as const;
const texts = {
  content,
  answer: {
    type: ['string', 'null'],
    maxLength: 100_000,
    description: 'The answer, if the segment is a question. Required for `qa_model`.',
  },
  keywords: { type: ['array', 'null'], maxItems: 100, items: { type: 'string', minLength: 1, maxLength: 200 } },
  summary: {
    type: ['string', 'null'],
    maxLength: 100_000,
    description: 'Summary of the segment, which is searched like the segment itself. Empty: none.',
  },
} as const;
const chunkBody = {
  type: 'object',
  required: ['content'],
  additionalProperties: false,
  properties: { content },
} as const;

interface SegmentParts {
  readonly datasets: Datasets;
  readonly indexing: DatasetIndexing;
}

/** Routes of segments and child chunks that people write. */
export function segmentRoutes(parts: SegmentParts): Route[] {
  const { datasets, indexing } = parts;
  return [
    route({
      ...manage,
      id: 'dataset-indexing.add-segments',
      method: 'POST',
      path,
      summary: 'Add segments to a document',
      audit: 'path',
      docs: indexingDocs.addSegments,
      ids: documentIds,
      params: ofDocument,
      bodyLimit: BODY_BYTES,
      body: {
        type: 'object',
        required: ['segments'],
        additionalProperties: false,
        properties: {
          segments: {
            type: 'array',
            minItems: 1,
            maxItems: 1_000,
            items: { type: 'object', required: ['content'], additionalProperties: false, properties: texts },
          },
        },
      },
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const viewer = viewerOf(principal);
        const added = await indexing.addSegments(dataset, params.document_id.toLowerCase(), body.segments, viewer);
        return json({ data: added.map(segmentItem) }, { status: 201 });
      },
    }),
    route({
      ...manage,
      id: 'dataset-indexing.change-segment',
      method: 'PATCH',
      path: one,
      summary: 'Change the content of a segment',
      audit: { body: ['enabled', 'regenerate_child_chunks'] },
      docs: indexingDocs.changeSegment,
      ids: segmentIds,
      params: ofSegment,
      bodyLimit: BODY_BYTES,
      body: {
        type: 'object',
        required: ['content'],
        additionalProperties: false,
        properties: {
          ...texts,
          enabled: { type: 'boolean' },
          regenerate_child_chunks: {
            type: 'boolean',
            default: false,
            description: 'Regenerate the child chunks from the content. Child chunks added manually are deleted.',
          },
        },
      },
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const { regenerate_child_chunks: regenerateChildChunks, ...text } = body;
        const of = [params.document_id.toLowerCase(), params.segment_id.toLowerCase()] as const;
        const changed = { ...text, regenerateChildChunks };
        return json(segmentItem(await indexing.changeSegment(dataset, ...of, changed, viewerOf(principal))));
      },
    }),
    ...chunkRoutes(parts),
  ];
}

function chunkRoutes({ datasets, indexing }: SegmentParts): Route[] {
  return [
    route({
      ...manage,
      id: 'dataset-indexing.add-chunk',
      method: 'POST',
      path: `${one}/chunks`,
      summary: 'Add a child chunk to a segment',
      audit: 'path',
      docs: indexingDocs.addChunk,
      ids: segmentIds,
      params: ofSegment,
      body: chunkBody,
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const of = [params.document_id.toLowerCase(), params.segment_id.toLowerCase()] as const;
        return json(chunkItem(await indexing.addChildChunk(dataset, ...of, body.content)), { status: 201 });
      },
    }),
    route({
      ...manage,
      id: 'dataset-indexing.change-chunk',
      method: 'PATCH',
      path: `${one}/chunks/:chunk_id`,
      summary: 'Change the content of a child chunk',
      audit: 'path',
      docs: indexingDocs.changeChunk,
      ids: chunkIds,
      params: ofChunk,
      body: chunkBody,
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const of = [
          params.document_id.toLowerCase(),
          params.segment_id.toLowerCase(),
          params.chunk_id.toLowerCase(),
        ] as const;
        return json(chunkItem(await indexing.changeChildChunk(dataset, ...of, body.content)));
      },
    }),
  ];
}
function segmentItem(segment: Segment) {
  return {
    id: segment.id,
    document_id: segment.documentId,
    position: segment.position,
    content: segment.content,
    answer: segment.answer,
    word_count: segment.wordCount,
    tokens: segment.tokens,
    keywords: segment.keywords,
    enabled: segment.enabled,
    summary: segment.summary,
    status: segment.status,
    created_at: unixSeconds(segment.createdAt),
    updated_at: unixSeconds(segment.updatedAt),
  };
}

function chunkItem(chunk: ChildChunk) {
  return {
    id: chunk.id,
    segment_id: chunk.segmentId,
    position: chunk.position,
    content: chunk.content,
    word_count: chunk.wordCount,
    type: chunk.type,
    created_at: unixSeconds(chunk.createdAt),
    updated_at: unixSeconds(chunk.updatedAt),
  };
}
