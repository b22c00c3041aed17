import { unixSeconds } from '#http';
import type { ChildChunk, FoundSegment, Segment } from '#plugins/dataset-documents/contract.ts';
import type { Hit } from '#plugins/dataset-retrieval/contract.ts';
import type { MetadataField } from '#plugins/datasets/contract.ts';
import { metadataByName } from './document-metadata.ts';

/** A segment (runtime API, Segment). */
export function segmentObject(segment: Segment, children: readonly ChildChunk[]) {
  return {
    ...commonFields(segment),
    updated_at: unixSeconds(segment.updatedAt),
    updated_by: segment.updatedBy,
    indexing_at: unixSeconds(segment.indexingAt),
    completed_at: unixSeconds(segment.completedAt),
    error: segment.error,
    stopped_at: unixSeconds(segment.stoppedAt),
    child_chunks: children.map(childChunkObject),
    attachments: [],
    summary: segment.summary,
  };
}

/** A child chunk (runtime API, Child chunk). */
export function childChunkObject(chunk: ChildChunk) {
  return {
    id: chunk.id,
    segment_id: chunk.segmentId,
    content: chunk.content,
    position: chunk.position,
    word_count: chunk.wordCount,
    type: chunk.type,
    created_at: unixSeconds(chunk.createdAt),
    updated_at: unixSeconds(chunk.updatedAt),
  };
}

/** A found segment (runtime API, retrieve). */
export function recordObject(hit: Hit, fields: readonly MetadataField[]) {
  const { segment, children, score } = hit;
  return {
    segment: {
      ...commonFields(segment),
      indexing_at: unixSeconds(segment.indexingAt),
      completed_at: unixSeconds(segment.completedAt),
      error: segment.error,
      stopped_at: unixSeconds(segment.stoppedAt),
      document: foundDocument(segment, fields),
    },
    child_chunks: children.map((child) => ({
      id: child.id,
      content: child.content,
      position: child.position,
      score: child.score,
    })),
    score,
    tsne_position: null,
    files: [],
    summary: segment.summary,
  };
}

function foundDocument({ document }: FoundSegment, fields: readonly MetadataField[]) {
  return {
    id: document.id,
    data_source_type: document.dataSourceType,
    name: document.name,
    doc_type: null,
    doc_metadata: metadataByName(document.metadata, fields),
  };
}

function commonFields(segment: Segment) {
  return {
    id: segment.id,
    position: segment.position,
    document_id: segment.documentId,
    content: segment.content,
    // No address of a file in it is signed: texts are sent as they are kept.
    sign_content: segment.content,
    answer: segment.answer,
    word_count: segment.wordCount,
    tokens: segment.tokens,
    keywords: segment.keywords,
    index_node_id: segment.id,
    index_node_hash: segment.hash,
    hit_count: segment.hitCount,
    enabled: segment.enabled,
    disabled_at: unixSeconds(segment.disabledAt),
    disabled_by: segment.disabledBy,
    status: segment.status,
    // Segments that the index made are nobody's; clients want a text here.
    created_by: segment.createdBy ?? '',
    created_at: unixSeconds(segment.createdAt),
  };
}
