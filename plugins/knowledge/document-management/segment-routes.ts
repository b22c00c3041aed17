import { empty, json, type Route, route, unixSeconds } from '#http';
import { first } from '#kernel';
import type { ChildChunk, DatasetDocuments, Segment } from '#plugins/dataset-documents/contract.ts';
import { type Dataset, type Datasets, viewerOf } from '#plugins/datasets/contract.ts';
import {
  baseOf,
  documentIds,
  documentsPath,
  keyword,
  manage,
  ofDocument,
  pages,
  someIds,
  uuid,
} from './route-parts.ts';
import { segmentDocs, segmentStatuses } from './segment-docs.ts';

interface SegmentParts {
  readonly documents: DatasetDocuments;
  readonly datasets: Datasets;
}

const path = `${documentsPath}/:document_id/segments` as const;
const one = `${path}/:segment_id` as const;
const ofSegment = { type: 'object', properties: { ...ofDocument.properties, segment_id: uuid } } as const;
const segmentIds = { ...documentIds, 'params.segment_id': 'datasetSegment' } as const;

/** Routes of what documents are cut into. */
export function segmentRoutes(parts: SegmentParts): Route[] {
  const { documents, datasets } = parts;
  return [
    route({
      ...manage,
      id: 'document-management.list-segments',
      method: 'GET',
      path,
      summary: 'List segments of a document',
      docs: segmentDocs.list,
      ids: documentIds,
      params: ofDocument,
      query: {
        type: 'object',
        properties: {
          ...pages,
          keyword,
          status: { type: 'array', maxItems: 5, items: { type: 'string', enum: segmentStatuses } },
        },
      },
      async handle({ principal, params, query }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const { page, limit, keyword: part, status } = query;
        const asked = { page, limit, ...(part !== undefined && { keyword: part }), statuses: status ?? [] };
        const { segments, total } = await documents.segments(dataset, params.document_id, asked);
        const data = await segmentItems(documents, dataset, segments);
        return json({ data, page, limit, total, has_more: page * limit < total });
      },
    }),
    route({
      ...manage,
      id: 'document-management.get-segment',
      method: 'GET',
      path: one,
      summary: 'Get a segment',
      docs: segmentDocs.get,
      ids: segmentIds,
      params: ofSegment,
      async handle({ principal, params }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const segment = await documents.segment(dataset, params.document_id, params.segment_id);
        return json(first(await segmentItems(documents, dataset, [segment])));
      },
    }),
    ...changeRoutes(parts),
    ...chunkRoutes(parts),
  ];
}

function changeRoutes({ documents, datasets }: SegmentParts): Route[] {
  return [
    route({
      ...manage,
      id: 'document-management.set-segment-status',
      method: 'POST',
      path: `${path}/status`,
      summary: 'Enable or disable segments of a document',
      audit: { body: ['selected', 'action'] },
      docs: segmentDocs.setStatus,
      ids: documentIds,
      params: ofDocument,
      body: {
        type: 'object',
        required: ['selected', 'action'],
        additionalProperties: false,
        properties: { selected: someIds, action: { type: 'string', enum: ['enable', 'disable'] } },
      },
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const isEnabled = body.action === 'enable';
        const { selected: ids } = body;
        await documents.setSegmentsEnabled(dataset, params.document_id, ids, isEnabled, viewerOf(principal));
        return empty();
      },
    }),
    route({
      ...manage,
      id: 'document-management.delete-segments',
      method: 'POST',
      path: `${path}/delete`,
      summary: 'Delete segments of a document',
      audit: { body: ['selected'] },
      docs: segmentDocs.delete,
      ids: documentIds,
      params: ofDocument,
      body: {
        type: 'object',
        required: ['selected'],
        additionalProperties: false,
        properties: { selected: someIds },
      },
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        await documents.deleteSegments(dataset, params.document_id, body.selected);
        return empty();
      },
    }),
  ];
}

function chunkRoutes({ documents, datasets }: SegmentParts): Route[] {
  return [
    route({
      ...manage,
      id: 'document-management.list-chunks',
      method: 'GET',
      path: `${one}/chunks`,
      summary: 'List child chunks of a segment',
      docs: segmentDocs.chunks,
      ids: segmentIds,
      params: ofSegment,
      query: { type: 'object', properties: { ...pages, keyword } },
      async handle({ principal, params, query }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const { page, limit, keyword: part } = query;
        const asked = { page, limit, ...(part !== undefined && { keyword: part }) };
        const { chunks, total } = await documents.childChunks(dataset, params.document_id, params.segment_id, asked);
        return json({ data: chunks.map(chunkItem), page, limit, total, has_more: page * limit < total });
      },
    }),
    route({
      ...manage,
      id: 'document-management.delete-chunk',
      method: 'DELETE',
      path: `${one}/chunks/:chunk_id`,
      summary: 'Delete a child chunk',
      audit: 'path',
      docs: segmentDocs.deleteChunk,
      ids: { ...segmentIds, 'params.chunk_id': 'datasetChunk' },
      params: { type: 'object', properties: { ...ofSegment.properties, chunk_id: uuid } },
      async handle({ principal, params }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        await documents.deleteChildChunk(dataset, params.document_id, params.segment_id, params.chunk_id);
        return empty();
      },
    }),
  ];
}

async function segmentItems(documents: DatasetDocuments, dataset: Dataset, segments: readonly Segment[]) {
  const ids = segments.map(({ id }) => id);
  const children = dataset.docForm === 'hierarchical_model' ? await documents.childrenOf(dataset, ids) : new Map();
  return segments.map((segment) => ({
    id: segment.id,
    document_id: segment.documentId,
    position: segment.position,
    content: segment.content,
    answer: segment.answer,
    word_count: segment.wordCount,
    tokens: segment.tokens,
    keywords: segment.keywords,
    page: segment.page,
    heading: segment.heading,
    hit_count: segment.hitCount,
    enabled: segment.enabled,
    disabled_at: unixSeconds(segment.disabledAt),
    disabled_by: segment.disabledBy,
    status: segment.status,
    error: segment.error,
    summary: segment.summary,
    child_chunk_count: children.get(segment.id)?.length ?? 0,
    created_by: segment.createdBy,
    created_at: unixSeconds(segment.createdAt),
    updated_at: unixSeconds(segment.updatedAt),
    updated_by: segment.updatedBy,
    completed_at: unixSeconds(segment.completedAt),
  }));
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
