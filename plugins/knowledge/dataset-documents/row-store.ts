import type { Selectable } from 'kysely';
import type { StoredBlob } from '#plugins/blobs/contract.ts';
import type { ChildChunk, DatasetDocument, IndexingStatus, Segment } from './contract.ts';
import type { DocumentTables } from './tables.ts';

export type DocumentRow = Selectable<DocumentTables['dataset_documents']> & { readonly hits: number };
export type SegmentRow = Selectable<DocumentTables['dataset_segments']> & { readonly hits: number };
export type ChildRow = Selectable<DocumentTables['dataset_child_chunks']>;

/** A document with the place of its content, which stays in this plugin. */
export interface StoredDocument extends DatasetDocument {
  readonly blob: StoredBlob;
  /** Completed at least once. */
  readonly wasCompleted: boolean;
}

const time = (value: Date | null) => value?.getTime() ?? null;

export function toDocument(row: DocumentRow): StoredDocument {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    datasetId: row.dataset_id,
    batch: row.batch,
    position: row.position,
    name: row.name,
    dataSourceType: row.data_source_type as DatasetDocument['dataSourceType'],
    source: row.source,
    sourceKey: row.source_key,
    contentHash: row.content_hash,
    file: { size: Number(row.size), extension: row.extension, mimeType: row.mime_type },
    processRuleId: row.process_rule_id,
    docForm: row.doc_form as DatasetDocument['docForm'],
    docLanguage: row.doc_language,
    metadata: row.doc_metadata,
    createdFrom: row.created_from === 'api' ? 'api' : 'web',
    createdBy: row.created_by,
    uploaderName: row.uploader_name,
    tokens: Number(row.tokens),
    wordCount: Number(row.word_count),
    segmentCount: row.segment_count,
    hitCount: Number(row.hits),
    indexingStatus: row.indexing_status as IndexingStatus,
    error: row.error,
    revision: row.revision,
    enabled: row.enabled,
    disabledAt: time(row.disabled_at),
    disabledBy: row.disabled_by,
    archived: row.archived,
    needSummary: row.need_summary,
    processingStartedAt: time(row.processing_started_at),
    parsingCompletedAt: time(row.parsing_completed_at),
    cleaningCompletedAt: time(row.cleaning_completed_at),
    splittingCompletedAt: time(row.splitting_completed_at),
    completedAt: time(row.completed_at),
    pausedAt: time(row.paused_at),
    stoppedAt: time(row.stopped_at),
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    wasCompleted: row.was_completed,
    blob: { ...row.blob, size: Number(row.size), sha256: row.content_hash },
  };
}

export function toSegment(row: SegmentRow): Segment {
  return {
    id: row.id,
    datasetId: row.dataset_id,
    documentId: row.document_id,
    position: row.position,
    content: row.content,
    answer: row.answer,
    wordCount: row.word_count,
    tokens: row.tokens,
    keywords: row.keywords,
    hash: row.hash,
    page: row.page,
    heading: row.heading,
    hitCount: Number(row.hits),
    enabled: row.enabled,
    disabledAt: time(row.disabled_at),
    disabledBy: row.disabled_by,
    status: row.status as Segment['status'],
    error: row.error,
    summary: row.summary,
    createdBy: row.created_by,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    updatedBy: row.updated_by,
    indexingAt: time(row.indexing_at),
    completedAt: time(row.completed_at),
    stoppedAt: time(row.stopped_at),
  };
}

export function toChild(row: ChildRow): ChildChunk {
  return {
    id: row.id,
    segmentId: row.segment_id,
    position: row.position,
    content: row.content,
    wordCount: row.word_count,
    type: row.type === 'customized' ? 'customized' : 'automatic',
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

/** What a text column takes: no zeros, no half of a surrogate pair. */
export function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
