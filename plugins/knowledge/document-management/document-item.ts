import { unixSeconds } from '#http';
import { type DatasetDocument, type DatasetDocuments, displayStatus } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, Datasets, MetadataField } from '#plugins/datasets/contract.ts';

export interface ItemParts {
  readonly documents: DatasetDocuments;
  readonly datasets: Datasets;
}
/** Documents of a base as the console shows them. */
export async function documentItems(
  { documents, datasets }: ItemParts,
  dataset: Dataset,
  found: readonly DatasetDocument[],
) {
  if (found.length === 0) return [];
  const [fields, progress] = await Promise.all([
    datasets.fields(dataset.workspaceId, dataset.id),
    documents.progress(
      dataset,
      found.map(({ id }) => id),
    ),
  ]);
  return found.map((document) => documentItem(document, fields, progress.get(document.id)));
}

/** One of them. */
export async function documentItemOf(parts: ItemParts, dataset: Dataset, document: DatasetDocument) {
  const [item] = await documentItems(parts, dataset, [document]);
  if (item === undefined) throw new Error('there is an item for each document');
  return item;
}

function documentItem(
  document: DatasetDocument,
  fields: readonly MetadataField[],
  progress: { readonly completed: number; readonly total: number } = { completed: 0, total: 0 },
) {
  return {
    id: document.id,
    name: document.name,
    position: document.position,
    batch: document.batch,
    data_source_type: document.dataSourceType,
    source: document.source,
    size: document.file.size,
    extension: document.file.extension,
    mime_type: document.file.mimeType,
    doc_form: document.docForm,
    doc_language: document.docLanguage,
    metadata: fields.flatMap(({ id, name, type }) => {
      const value = document.metadata[id];
      return value === undefined || value === null ? [] : [{ id, name, type, value }];
    }),
    created_from: document.createdFrom,
    created_by: document.createdBy,
    uploader_name: document.uploaderName,
    tokens: document.tokens,
    word_count: document.wordCount,
    hit_count: document.hitCount,
    segment_count: document.segmentCount,
    completed_segments: progress.completed,
    total_segments: progress.total,
    indexing_status: document.indexingStatus,
    display_status: displayStatus(document),
    error: document.error,
    enabled: document.enabled,
    archived: document.archived,
    disabled_at: unixSeconds(document.disabledAt),
    disabled_by: document.disabledBy,
    processing_started_at: unixSeconds(document.processingStartedAt),
    parsing_completed_at: unixSeconds(document.parsingCompletedAt),
    cleaning_completed_at: unixSeconds(document.cleaningCompletedAt),
    splitting_completed_at: unixSeconds(document.splittingCompletedAt),
    completed_at: unixSeconds(document.completedAt),
    paused_at: unixSeconds(document.pausedAt),
    stopped_at: unixSeconds(document.stoppedAt),
    created_at: unixSeconds(document.createdAt),
    updated_at: unixSeconds(document.updatedAt),
  };
}
