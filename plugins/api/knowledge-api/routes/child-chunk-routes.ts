import { json, type Route, route } from '#http';
import type { JsonSchema } from '#kernel';
import { deleted } from '#plugins/app-access/contract.ts';
import { DatasetKeyAccess, type DatasetKeyCaller } from '#plugins/dataset-keys/contract.ts';
import { childChunkDocs } from '#plugins/knowledge-api/docs/child-chunk-docs.ts';
import { invalidParameter, type KnowledgeParts, openVendorDataset } from '#plugins/knowledge-api/parts.ts';
import { pageOf, pageQuery } from '#plugins/knowledge-api/requests/paging.ts';
import { childChunkObject } from '#plugins/knowledge-api/wire/segment-object.ts';
import { childChunkParams, segmentParams } from './params.ts';

const body = {
  type: 'object',
  required: ['content'],
  properties: { content: { type: 'string', minLength: 1, maxLength: 10_000, pattern: '\\S' } },
} as const satisfies JsonSchema;

/** Child chunks of a segment (runtime API, chunks and child chunks). */
export function childChunkRoutes(parts: KnowledgeParts): Route[] {
  return [...collectionRoutes(parts), ...oneRoutes(parts)];
}

interface SegmentNames {
  readonly dataset_id: string;
  readonly document_id: string;
  readonly segment_id: string;
}

/** The segment that a path names, with what it is in. */
async function open(parts: KnowledgeParts, caller: DatasetKeyCaller, names: SegmentNames) {
  const dataset = await openVendorDataset(parts, caller, names.dataset_id);
  const document = await parts.documents.get(dataset, names.document_id);
  const segment = await parts.documents.segment(dataset, document.id, names.segment_id);
  return { dataset, document, segment };
}

async function openParent(parts: KnowledgeParts, caller: DatasetKeyCaller, names: SegmentNames) {
  const opened = await open(parts, caller, names);
  if (opened.document.docForm === 'hierarchical_model') return opened;
  throw invalidParameter('Only segments of documents with doc_form "hierarchical_model" have child chunks.');
}

function collectionRoutes(parts: KnowledgeParts): Route[] {
  const { documents, indexing } = parts;
  const common = {
    access: DatasetKeyAccess,
    path: '/v1/datasets/:dataset_id/documents/:document_id/segments/:segment_id/child_chunks',
    params: segmentParams,
  } as const;
  return [
    route({
      ...common,
      id: 'knowledge-api.create-child-chunk',
      method: 'POST',
      summary: 'Add a child chunk to a segment',
      docs: childChunkDocs.create,
      body,
      async handle({ principal, params, body: { content } }) {
        const { dataset, document, segment } = await openParent(parts, principal, params);
        const chunk = await indexing.addChildChunk(dataset, document.id, segment.id, content);
        return json({ data: childChunkObject(chunk) });
      },
    }),
    route({
      ...common,
      id: 'knowledge-api.list-child-chunks',
      method: 'GET',
      summary: 'List the child chunks of a segment',
      docs: childChunkDocs.list,
      query: pageQuery,
      async handle({ principal, params, query }) {
        const { dataset, document, segment } = await open(parts, principal, params);
        const asked = pageOf(query);
        const { chunks, total } = await documents.childChunks(dataset, document.id, segment.id, asked);
        const { page, limit } = asked;
        return json({
          data: chunks.map(childChunkObject),
          total,
          total_pages: Math.ceil(total / limit),
          page,
          limit,
        });
      },
    }),
  ];
}

function oneRoutes(parts: KnowledgeParts): Route[] {
  const { documents, indexing } = parts;
  const one = {
    access: DatasetKeyAccess,
    path: '/v1/datasets/:dataset_id/documents/:document_id/segments/:segment_id/child_chunks/:child_chunk_id',
    params: childChunkParams,
  } as const;
  return [
    route({
      ...one,
      id: 'knowledge-api.update-child-chunk',
      method: 'PATCH',
      summary: 'Change a child chunk',
      docs: childChunkDocs.update,
      body,
      async handle({ principal, params, body: { content } }) {
        const { dataset, document, segment } = await openParent(parts, principal, params);
        const chunk = await indexing.changeChildChunk(dataset, document.id, segment.id, params.child_chunk_id, content);
        return json({ data: childChunkObject(chunk) });
      },
    }),
    route({
      ...one,
      id: 'knowledge-api.delete-child-chunk',
      method: 'DELETE',
      summary: 'Delete a child chunk',
      docs: childChunkDocs.remove,
      async handle({ principal, params }) {
        const { dataset, document, segment } = await open(parts, principal, params);
        await documents.deleteChildChunk(dataset, document.id, segment.id, params.child_chunk_id);
        return deleted();
      },
    }),
  ];
}
