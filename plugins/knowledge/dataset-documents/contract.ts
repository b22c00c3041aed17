/**
 * Documents of knowledge bases and what they are cut into: rows, their content, and whether they may be found. Work on
 * them is `dataset-indexing`'s.
 */
import { type Contribution, extensionPoint, token } from '#kernel';
import type { StoredBlob } from '#plugins/blobs/contract.ts';
import type { ProcessRule } from '#plugins/chunking/contract.ts';
import type { OpenTransaction, QueryPart } from '#plugins/database/contract.ts';
import type { Dataset, DatasetViewer, DocForm } from '#plugins/datasets/contract.ts';
import type { FilterCondition } from '#plugins/node-knowledge/contract.ts';
import type { DisplayStatus, IndexingStatus } from './document-status.ts';
import type { PackedSegments } from './packed-segments.ts';

/** States of documents, and which of them is shown. */
export { type DisplayStatus, displayStatus, type IndexingStatus } from './document-status.ts';
/** Segments as rows, which threads make of them. */
export { type PackedSegments, packSegments } from './packed-segments.ts';

/** A document. Times are milliseconds since the epoch. */
export interface DatasetDocument {
  readonly id: string;
  readonly workspaceId: string;
  readonly datasetId: string;
  readonly batch: string;
  readonly position: number;
  readonly name: string;
  readonly dataSourceType: 'upload_file' | 'website_crawl' | 'notion_import';
  readonly source: Readonly<Record<string, unknown>>;
  readonly sourceKey: string | null;
  readonly contentHash: string;
  readonly file: { readonly size: number; readonly extension: string; readonly mimeType: string };
  readonly processRuleId: string;
  readonly docForm: DocForm;
  readonly docLanguage: string;
  /** By id of the field. */
  readonly metadata: Readonly<Record<string, string | number | null>>;
  readonly createdFrom: 'api' | 'web';
  readonly createdBy: string | null;
  readonly uploaderName: string;
  readonly tokens: number;
  readonly wordCount: number;
  readonly segmentCount: number;
  readonly hitCount: number;
  readonly indexingStatus: IndexingStatus;
  readonly error: string | null;
  /** Work on an older one is dropped. */
  readonly revision: number;
  readonly enabled: boolean;
  readonly disabledAt: number | null;
  readonly disabledBy: string | null;
  readonly archived: boolean;
  readonly needSummary: boolean;
  readonly processingStartedAt: number | null;
  readonly parsingCompletedAt: number | null;
  readonly cleaningCompletedAt: number | null;
  readonly splittingCompletedAt: number | null;
  readonly completedAt: number | null;
  readonly pausedAt: number | null;
  readonly stoppedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A file on its way in. */
export interface SentFile {
  /** As sent. */
  readonly filename: string | null;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A file whose content is kept already, and that no document has yet: `add` or `replace` takes it, or `discard` removes it. */
export interface KeptFile {
  /** A label, without slashes and control characters. */
  readonly name: string;
  /** Lower case, without the dot; "" for none. */
  readonly extension: string;
  readonly mimeType: string;
  readonly blob: StoredBlob;
}

/** Content on its way in. */
export interface NewDocument {
  /** Absent: that of the file. */
  readonly name?: string;
  /** A kept file, or a text. */
  readonly content: KeptFile | string;
  readonly dataSourceType?: DatasetDocument['dataSourceType'];
  readonly source?: Readonly<Record<string, unknown>>;
  readonly sourceKey?: string;
  readonly metadata?: Readonly<Record<string, string | number | null>>;
}

/** How new documents are made. */
export interface DocumentSettings {
  readonly rule: ProcessRule;
  readonly docForm: DocForm;
  readonly docLanguage: string;
  readonly createdFrom: 'api' | 'web';
}

/** A segment. Times are milliseconds since the epoch. */
export interface Segment {
  readonly id: string;
  readonly datasetId: string;
  readonly documentId: string;
  readonly position: number;
  readonly content: string;
  readonly answer: string | null;
  readonly wordCount: number;
  readonly tokens: number;
  readonly keywords: readonly string[] | null;
  readonly hash: string;
  readonly page: number | null;
  readonly heading: string | null;
  readonly hitCount: number;
  readonly enabled: boolean;
  readonly disabledAt: number | null;
  readonly disabledBy: string | null;
  readonly status: 'waiting' | 'indexing' | 'completed' | 'error' | 're_segment';
  readonly error: string | null;
  readonly summary: string | null;
  readonly createdBy: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly updatedBy: string | null;
  readonly indexingAt: number | null;
  readonly completedAt: number | null;
  readonly stoppedAt: number | null;
}

/** A small piece of a segment, which is found in its place (`hierarchical_model`). Times are milliseconds since the epoch. */
export interface ChildChunk {
  readonly id: string;
  readonly segmentId: string;
  readonly position: number;
  readonly content: string;
  readonly wordCount: number;
  readonly type: 'automatic' | 'customized';
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A segment as a chunk becomes one. */
export interface NewSegment {
  readonly id: string;
  readonly position: number;
  readonly content: string;
  readonly answer: string | null;
  readonly wordCount: number;
  readonly tokens: number;
  readonly keywords: readonly string[] | null;
  readonly hash: string;
  readonly page: number | null;
  readonly heading: string | null;
  readonly children: readonly { readonly id: string; readonly content: string; readonly wordCount: number }[];
}

/** Segments to be added, as rows, and the ids of them. */
export interface AddedSegments {
  readonly packed: PackedSegments;
  readonly ids: readonly string[];
}

/** A page of a list. */
export interface PageOf {
  /** From 1. */
  readonly page: number;
  /** At most 100. */
  readonly limit: number;
}

/** What segments have that were found, in one query. */
export interface FoundSegment extends Segment {
  readonly document: Pick<DatasetDocument, 'id' | 'name' | 'dataSourceType' | 'source' | 'metadata' | 'docForm'>;
  readonly children: readonly ChildChunk[];
}

/** Called in the transaction in which documents come or change, to enqueue the work on them. */
export interface DocumentWork extends Contribution {
  /** Called, and awaited, before a transaction in which `waiting` is: the queue of jobs has its tables then. */
  prepare?(): Promise<void>;
  /** Documents that are `waiting`, with the revision that is to be indexed. */
  waiting(dataset: Dataset, documents: readonly DatasetDocument[], within: OpenTransaction): Promise<void>;
  /** Documents whose rows are about to go; not called for those that go with their base. */
  removing?(dataset: Dataset, documentIds: readonly string[], within: OpenTransaction): Promise<void>;
}

export const DocumentWork = extensionPoint<DocumentWork>('dataset-documents.work');

/**
 * Documents of a base. Every call names the base; `dataset-documents.not_found` (not-found) for what is not in it.
 * Deleting and disabling count in the very next query of any process.
 */
export interface DatasetDocuments {
  /**
   * Streams a file's content to where it is kept, for `add` or `replace`. Throws `dataset-documents.file_too_large`,
   * `dataset-documents.unsupported_file_type`, `workspaces.plan_limit` where the plan has no room already, and what
   * `StoredFiles.receive` throws for names; leaves nothing then.
   */
  keep(dataset: Dataset, file: SentFile): Promise<KeptFile>;
  /** Removes kept files that no document took. */
  discard(files: readonly KeptFile[]): Promise<void>;
  /**
   * Adds documents of status `waiting`, whose work is enqueued with them. Throws `workspaces.plan_limit` beyond the plan's
   * documents or storage, and the kept files are gone then. One batch for all. Of documents with a `sourceKey` that the base
   * has already, none is added.
   */
  add(
    dataset: Dataset,
    documents: readonly NewDocument[],
    settings: DocumentSettings,
    viewer: DatasetViewer,
  ): Promise<{ readonly batch: string; readonly documents: readonly DatasetDocument[] }>;
  /**
   * New content, name or rule: what is found stays until the new is indexed. Throws `dataset-documents.archived_document_immutable`
   * (forbidden), `dataset-documents.document_indexing` (invalid: it is being worked on; one that waits or is paused may be
   * replaced), `workspaces.plan_limit`.
   */
  replace(
    dataset: Dataset,
    documentId: string,
    change: {
      readonly document?: NewDocument;
      readonly name?: string;
      readonly rule?: ProcessRule;
      readonly docLanguage?: string;
    },
    viewer: DatasetViewer,
  ): Promise<DatasetDocument>;
  list(
    dataset: Dataset,
    query: PageOf & { readonly keyword?: string; readonly status?: DisplayStatus },
  ): Promise<{ readonly documents: readonly DatasetDocument[]; readonly total: number }>;
  /** Counts of bases, for their objects. */
  counts(
    workspaceId: string,
    datasetIds: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly documents: number; readonly available: number; readonly words: number }>>;
  get(dataset: Dataset, documentId: string): Promise<DatasetDocument>;
  batch(dataset: Dataset, batch: string): Promise<readonly DatasetDocument[]>;
  /** Completed and all segments of documents, for progress. */
  progress(
    dataset: Dataset,
    documentIds: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly completed: number; readonly total: number }>>;
  bySourceKeys(dataset: Dataset, keys: readonly string[]): Promise<readonly DatasetDocument[]>;
  rename(dataset: Dataset, documentId: string, name: string): Promise<DatasetDocument>;
  /** Where it comes from lies elsewhere now, and says the same: it is told so, and not indexed again. */
  move(
    dataset: Dataset,
    documentId: string,
    to: { readonly name: string; readonly source: Readonly<Record<string, unknown>> },
  ): Promise<DatasetDocument>;
  /** Throws as `replace`, for any of them, and removes none then. */
  delete(dataset: Dataset, documentIds: readonly string[]): Promise<void>;
  setStatus(
    dataset: Dataset,
    documentIds: readonly string[],
    action: 'enable' | 'disable' | 'archive' | 'un_archive',
    viewer: DatasetViewer,
  ): Promise<void>;
  /** Values by field; a field that is null is removed. `partial` false: those not named go. Throws for fields that the base has not. */
  setMetadata(
    dataset: Dataset,
    changes: readonly {
      readonly documentId: string;
      readonly values: Readonly<Record<string, string | number | null>>;
      readonly partial: boolean;
    }[],
  ): Promise<void>;
  /** How many documents have a value, by field. */
  metadataCounts(dataset: Dataset): Promise<ReadonlyMap<string, number>>;
  /** Which documents count, for searches: a subquery of ids. Built-in fields are known by their names. */
  where(
    dataset: Dataset,
    filter: { readonly operator: 'and' | 'or'; readonly conditions: readonly FilterCondition[] },
  ): Promise<QueryPart>;
  rule(dataset: Dataset, ruleId: string): Promise<ProcessRule>;
  content(document: DatasetDocument): Promise<AsyncIterable<Uint8Array>>;
  /** Pauses what is not done yet, at once; others stay as they are. */
  pause(dataset: Dataset, documentIds: readonly string[]): Promise<void>;
  /** Those that are paused are `waiting` again, with a new revision: where they have segments, those that wait go on. */
  resume(dataset: Dataset, documentIds: readonly string[]): Promise<void>;
  /** The same for those that failed. */
  retry(dataset: Dataset, documentIds: readonly string[]): Promise<void>;

  segments(
    dataset: Dataset,
    documentId: string,
    query: PageOf & { readonly keyword?: string; readonly statuses?: readonly string[] },
  ): Promise<{ readonly segments: readonly Segment[]; readonly total: number }>;
  segment(dataset: Dataset, documentId: string, segmentId: string): Promise<Segment>;
  /** Found segments with what belongs to them; those that are gone or may not be found any more are left out. */
  found(
    workspaceId: string,
    segmentIds: readonly string[],
    /** Their child chunks that are wanted; absent: all, which may be very many. */
    chunkIds?: readonly string[],
  ): Promise<readonly FoundSegment[]>;
  setSegmentsEnabled(
    dataset: Dataset,
    documentId: string,
    segmentIds: readonly string[],
    isEnabled: boolean,
    viewer: DatasetViewer,
  ): Promise<void>;
  deleteSegments(dataset: Dataset, documentId: string, segmentIds: readonly string[]): Promise<void>;
  childChunks(
    dataset: Dataset,
    documentId: string,
    segmentId: string,
    query: PageOf & { readonly keyword?: string },
  ): Promise<{ readonly chunks: readonly ChildChunk[]; readonly total: number }>;
  /** By segment, for lists. */
  childrenOf(dataset: Dataset, segmentIds: readonly string[]): Promise<ReadonlyMap<string, readonly ChildChunk[]>>;
  deleteChildChunk(dataset: Dataset, documentId: string, segmentId: string, chunkId: string): Promise<void>;
  /** Adds one to each, once it is durable with others; nobody waits. */
  hit(
    segments: readonly {
      readonly workspaceId: string;
      readonly datasetId: string;
      readonly documentId: string;
      readonly id: string;
    }[],
  ): void;
}

export const DatasetDocuments = token<DatasetDocuments>('dataset-documents.documents');

/**
 * What the work on documents writes: for `dataset-indexing` alone. Each call takes the revision it works on and answers false when the
 * document is gone, paused, or has a newer one: the work is over then.
 */
export interface DocumentProgress {
  /** The documents that are worked on. */
  readonly documents: DatasetDocuments;
  /** null: gone, paused, completed, or of another revision than `revision`. */
  take(workspaceId: string, documentId: string, revision: number): Promise<DatasetDocument | null>;
  setStatus(document: DatasetDocument, status: IndexingStatus, error?: string | null): Promise<boolean>;
  /**
   * Replaces what is there, entries included, by new segments of status `waiting`, in one transaction, and sets status
   * `indexing`. `splittingCompletedAt` is set from then on: work on a later revision that finds it goes on with the waiting ones.
   */
  split(document: DatasetDocument, segments: PackedSegments): Promise<boolean>;
  /** Segments that are not completed, in their order; those behind a position, where one is given. */
  waitingSegments(document: DatasetDocument, limit: number, after?: number): Promise<readonly FoundSegment[]>;
  /**
   * In a transaction that writes entries, before they are written: what their `segmentActive` and `documentActive` must be.
   * Nobody changes that until the transaction ends. Segments that are gone are absent; the hash tells whether one has changed.
   */
  mayBeFound(
    dataset: Dataset,
    segmentIds: readonly string[],
    within: OpenTransaction,
  ): Promise<ReadonlyMap<string, { readonly segment: boolean; readonly document: boolean; readonly hash: string }>>;
  /** In the transaction that writes their entries; false: it must be undone. */
  completeSegments(document: DatasetDocument, segmentIds: readonly string[], within: OpenTransaction): Promise<boolean>;
  /** Its tokens counted; it may be found from now on. */
  complete(document: DatasetDocument): Promise<boolean>;
  /** Completed segments of a base in the order of their ids, for new generations. */
  segmentsAfter(dataset: Dataset, afterId: string | null, limit: number): Promise<readonly FoundSegment[]>;
  /** Behind those that are there, from where their positions count; status `completed`. */
  addSegments(
    dataset: Dataset,
    document: DatasetDocument,
    segments: AddedSegments,
    viewer: DatasetViewer,
    within: OpenTransaction,
  ): Promise<readonly Segment[]>;
  changeSegment(
    dataset: Dataset,
    segment: Segment,
    change: Partial<
      Pick<Segment, 'content' | 'answer' | 'keywords' | 'enabled' | 'summary' | 'wordCount' | 'tokens' | 'hash'>
    >,
    viewer: DatasetViewer,
    within: OpenTransaction,
  ): Promise<Segment>;
  /** Behind the segment's others, or in place of them. Their entries are the caller's. */
  writeChildChunks(
    dataset: Dataset,
    segment: Segment,
    chunks: readonly {
      readonly id: string;
      readonly content: string;
      readonly wordCount: number;
      readonly type: ChildChunk['type'];
    }[],
    options: { readonly replaceAll: boolean },
    within: OpenTransaction,
  ): Promise<readonly ChildChunk[]>;
  transaction<T>(workspaceId: string, work: (within: OpenTransaction) => Promise<T>): Promise<T>;
}

export const DocumentProgress = token<DocumentProgress>('dataset-documents.progress');
