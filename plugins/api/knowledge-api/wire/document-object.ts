import { unixSeconds } from '#http';
import type { ProcessRule } from '#plugins/chunking/contract.ts';
import { type DatasetDocument, displayStatus } from '#plugins/dataset-documents/contract.ts';
import { type MetadataShape, metadataObject } from './document-metadata.ts';

/** A document (runtime API, Document). */
export function documentObject(document: DatasetDocument, shape: MetadataShape) {
  return {
    ...commonFields(document, shape),
    data_source_info: sourceInfo(document),
    data_source_detail_dict: isUpload(document) ? { upload_file: uploadFile(document) } : sourceInfo(document),
    word_count: document.wordCount,
  };
}

/** The same with what is told of one alone (runtime API, Document detail). */
export function documentDetail(document: DatasetDocument, shape: MetadataShape, rule: ProcessRule) {
  const { completedAt, processingStartedAt, segmentCount, wordCount } = document;
  const isTimed = completedAt !== null && processingStartedAt !== null;
  return {
    ...commonFields(document, shape),
    data_source_info: isUpload(document) ? { upload_file: uploadFile(document) } : sourceInfo(document),
    dataset_process_rule: ruleObject(document, rule),
    document_process_rule: ruleObject(document, rule),
    doc_language: document.docLanguage,
    doc_type: null,
    completed_at: unixSeconds(completedAt),
    updated_at: unixSeconds(document.updatedAt),
    indexing_latency: isTimed ? (completedAt - processingStartedAt) / 1000 : null,
    segment_count: segmentCount,
    average_segment_length: segmentCount === 0 ? 0 : wordCount / segmentCount,
  };
}

/** `metadata=only`: what a document is known by, and its metadata. */
export function documentMetadata(document: DatasetDocument, shape: MetadataShape) {
  return { id: document.id, doc_type: null, doc_metadata: metadataObject(document, shape) };
}

/** How far a document is (runtime API, documents). */
export function indexingStatus(document: DatasetDocument, progress: { completed: number; total: number } | undefined) {
  return {
    id: document.id,
    indexing_status: document.indexingStatus,
    processing_started_at: unixSeconds(document.processingStartedAt),
    parsing_completed_at: unixSeconds(document.parsingCompletedAt),
    cleaning_completed_at: unixSeconds(document.cleaningCompletedAt),
    splitting_completed_at: unixSeconds(document.splittingCompletedAt),
    completed_at: unixSeconds(document.completedAt),
    paused_at: unixSeconds(document.pausedAt),
    error: document.error,
    stopped_at: unixSeconds(document.stoppedAt),
    completed_segments: progress?.completed ?? 0,
    total_segments: progress?.total ?? 0,
  };
}

function commonFields(document: DatasetDocument, shape: MetadataShape) {
  return {
    id: document.id,
    position: document.position,
    data_source_type: document.dataSourceType,
    dataset_process_rule_id: document.processRuleId,
    name: document.name,
    created_from: document.createdFrom,
    // Keys are nobody's account; clients want a text here.
    created_by: document.createdBy ?? '',
    created_at: unixSeconds(document.createdAt),
    tokens: document.tokens,
    indexing_status: document.indexingStatus,
    error: document.error,
    enabled: document.enabled,
    disabled_at: unixSeconds(document.disabledAt),
    disabled_by: document.disabledBy,
    archived: document.archived,
    display_status: displayStatus(document),
    hit_count: document.hitCount,
    doc_form: document.docForm,
    doc_metadata: metadataObject(document, shape),
    summary_index_status: null,
    need_summary: document.needSummary,
  };
}

const isUpload = ({ dataSourceType }: DatasetDocument) => dataSourceType === 'upload_file';

/** The content of a document has no id of its own here: it is the document's. */
function sourceInfo(document: DatasetDocument): Readonly<Record<string, unknown>> {
  return isUpload(document) ? { upload_file_id: document.id } : document.source;
}

/** The content as it was sent. */
export function uploadFile(document: DatasetDocument) {
  const { size, extension, mimeType } = document.file;
  return {
    id: document.id,
    name: document.name,
    size,
    extension,
    mime_type: mimeType,
    created_by: document.createdBy ?? '',
    created_at: unixSeconds(document.createdAt),
  };
}

function ruleObject(document: DatasetDocument, { mode, rules }: ProcessRule) {
  return { id: document.processRuleId, dataset_id: document.datasetId, mode, rules };
}
