import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { Dataset, DatasetViewer } from '#plugins/datasets/contract.ts';
import type {
  AddedSegments,
  DatasetDocument,
  DatasetDocuments,
  DocumentProgress,
  FoundSegment,
  IndexingStatus,
  PackedSegments,
  Segment,
} from './contract.ts';
import { noSegment } from './document-errors.ts';
import type { DocumentStore } from './document-store.ts';
import type { IndexMarks } from './index-marks.ts';
import { completeDocument, completeSegments, holdSegments, replaceSegments, setWorkStatus } from './progress-store.ts';
import type { SegmentStore } from './segment-store.ts';
import type { WriteStore } from './write-store.ts';
import { appendSegments, putChildren, updateSegment } from './writing-store.ts';

interface ProgressParts {
  readonly documents: DatasetDocuments;
  readonly store: DocumentStore;
  readonly segments: SegmentStore;
  readonly writes: WriteStore;
  readonly marks: IndexMarks;
}

/** What the work on documents writes. */
export class ProgressService implements DocumentProgress {
  readonly #parts: ProgressParts;

  constructor(parts: ProgressParts) {
    this.#parts = parts;
  }

  get documents(): DatasetDocuments {
    return this.#parts.documents;
  }

  take(workspaceId: string, documentId: string, revision: number): Promise<DatasetDocument | null> {
    return this.#parts.store.take(workspaceId, documentId, revision);
  }

  setStatus(document: DatasetDocument, status: IndexingStatus, error: string | null = null): Promise<boolean> {
    return this.transaction(document.workspaceId, (within) => setWorkStatus(document, status, error, within));
  }

  split(document: DatasetDocument, segments: PackedSegments): Promise<boolean> {
    return this.transaction(document.workspaceId, async (within) => {
      if (!(await setWorkStatus(document, 'indexing', null, within))) return false;
      await this.#parts.marks.remove(baseOf(document), { documentIds: [document.id] }, within);
      await replaceSegments(document, segments, within);
      return true;
    });
  }

  waitingSegments(document: DatasetDocument, limit: number, after = 0): Promise<readonly FoundSegment[]> {
    return this.#parts.segments.waiting(document, limit, after);
  }

  mayBeFound(dataset: Dataset, segmentIds: readonly string[], within: OpenTransaction) {
    return holdSegments(dataset, segmentIds, within);
  }

  completeSegments(
    document: DatasetDocument,
    segmentIds: readonly string[],
    within: OpenTransaction,
  ): Promise<boolean> {
    return completeSegments(document, segmentIds, within);
  }

  complete(document: DatasetDocument): Promise<boolean> {
    return this.transaction(document.workspaceId, async (within) => {
      const completed = await completeDocument(document, within);
      if (completed === null) return false;
      await this.#parts.marks.setActive(baseOf(document), { documentIds: [document.id] }, completed.mayBeFound, within);
      return true;
    });
  }

  segmentsAfter(dataset: Dataset, afterId: string | null, limit: number): Promise<readonly FoundSegment[]> {
    return this.#parts.segments.after(dataset, afterId, limit);
  }

  addSegments(
    dataset: Dataset,
    document: DatasetDocument,
    segments: AddedSegments,
    viewer: DatasetViewer,
    within: OpenTransaction,
  ): Promise<readonly Segment[]> {
    return appendSegments(dataset, document.id, segments, viewer.accountId, within);
  }

  async changeSegment(
    dataset: Dataset,
    segment: Segment,
    change: Parameters<DocumentProgress['changeSegment']>[2],
    viewer: DatasetViewer,
    within: OpenTransaction,
  ): Promise<Segment> {
    const changed = await updateSegment(dataset, segment, change, viewer.accountId, within);
    if (changed === undefined) throw noSegment(segment.id);
    if (change.enabled !== undefined) {
      await this.#parts.marks.setActive(dataset, { segmentIds: [segment.id] }, change.enabled, within);
    }
    return { ...changed, hitCount: segment.hitCount };
  }

  writeChildChunks(
    dataset: Dataset,
    segment: Segment,
    chunks: Parameters<DocumentProgress['writeChildChunks']>[2],
    { replaceAll }: { readonly replaceAll: boolean },
    within: OpenTransaction,
  ): ReturnType<DocumentProgress['writeChildChunks']> {
    return putChildren(dataset, segment, { chunks, replaceAll }, within);
  }

  transaction<T>(workspaceId: string, work: (within: OpenTransaction) => Promise<T>): Promise<T> {
    return this.#parts.writes.transaction(workspaceId, work);
  }
}

function baseOf({ datasetId, workspaceId }: DatasetDocument): Pick<Dataset, 'id' | 'workspaceId'> {
  return { id: datasetId, workspaceId };
}
