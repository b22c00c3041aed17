import { entry, type GroupCommit, type OpenTransaction } from '#plugins/database/contract.ts';
import type { Dataset, DatasetViewer } from '#plugins/datasets/contract.ts';
import type { ChildChunk, DatasetDocuments, FoundSegment, PageOf, Segment } from './contract.ts';
import { type ChangeParts, DocumentChanges } from './document-changes.ts';
import { noChunk, noSegment } from './document-errors.ts';
import { uuidsOf } from './document-store.ts';
import { hitSink } from './hit-store.ts';
import type { SegmentStore } from './segment-store.ts';
import { enableSegments, removeChild, removeSegments } from './writing-store.ts';

export interface DocumentParts extends ChangeParts {
  readonly segments: SegmentStore;
  readonly backgroundCommit: GroupCommit;
  /** Of hits that are lost. */
  failed(error: unknown): void;
}

/** Milliseconds for which hits may wait for others. */
const HIT_DELAY = 1_000;

/** Documents, their segments and the child chunks of those. */
export class DocumentsService extends DocumentChanges implements DatasetDocuments {
  readonly #parts: DocumentParts;

  constructor(parts: DocumentParts) {
    super(parts);
    this.#parts = parts;
  }

  async segments(dataset: Dataset, documentId: string, query: Parameters<DatasetDocuments['segments']>[2]) {
    const document = await this.get(dataset, documentId);
    return this.#parts.segments.list(dataset, document.id, query);
  }

  async segment(dataset: Dataset, documentId: string, segmentId: string): Promise<Segment> {
    const [segment] = await this.#parts.segments.find(dataset, documentId, [segmentId]);
    if (segment !== undefined) return segment;
    await this.get(dataset, documentId);
    throw noSegment(segmentId);
  }

  async found(
    workspaceId: string,
    segmentIds: readonly string[],
    chunkIds?: readonly string[],
  ): Promise<readonly FoundSegment[]> {
    const found = await this.#parts.segments.found(workspaceId, segmentIds, chunkIds);
    const byId = new Map(found.map((segment) => [segment.id, segment]));
    return [...new Set(uuidsOf(segmentIds))].flatMap((id) => byId.get(id) ?? []);
  }

  setSegmentsEnabled(
    dataset: Dataset,
    documentId: string,
    segmentIds: readonly string[],
    isEnabled: boolean,
    viewer: DatasetViewer,
  ): Promise<void> {
    const change = { isEnabled, by: viewer.accountId };
    return this.#changeSegments(dataset, documentId, segmentIds, async (ids, id, within) => {
      const changed = await enableSegments(dataset, id, ids, change, within);
      await this.#parts.marks.setActive(dataset, { segmentIds: ids }, isEnabled, within);
      return changed;
    });
  }

  deleteSegments(dataset: Dataset, documentId: string, segmentIds: readonly string[]): Promise<void> {
    return this.#changeSegments(dataset, documentId, segmentIds, async (ids, id, within) => {
      const removed = await removeSegments(dataset, id, ids, within);
      await this.#parts.marks.remove(dataset, { segmentIds: ids }, within);
      return removed;
    });
  }

  async childChunks(
    dataset: Dataset,
    documentId: string,
    segmentId: string,
    query: PageOf & { readonly keyword?: string },
  ) {
    const segment = await this.segment(dataset, documentId, segmentId);
    return this.#parts.segments.children(dataset, segment.id, query);
  }

  childrenOf(dataset: Dataset, segmentIds: readonly string[]): Promise<ReadonlyMap<string, readonly ChildChunk[]>> {
    return this.#parts.segments.childrenOf(dataset.workspaceId, segmentIds, dataset.id);
  }

  async deleteChildChunk(dataset: Dataset, documentId: string, segmentId: string, chunkId: string): Promise<void> {
    const segment = await this.segment(dataset, documentId, segmentId);
    const [id] = uuidsOf([chunkId]);
    if (id === undefined) throw noChunk(chunkId);
    await this.#parts.writes.transaction(dataset.workspaceId, async (within) => {
      if (!(await removeChild(dataset, segment, id, within))) throw noChunk(chunkId);
      await this.#parts.marks.remove(dataset, { entryIds: [id] }, within);
    });
  }

  hit(segments: Parameters<DatasetDocuments['hit']>[0]): void {
    if (segments.length === 0) return;
    const entries = segments.map(({ workspaceId, id }) => entry(hitSink, { workspaceId, id }));
    this.#parts.backgroundCommit.add(entries, { delay: HIT_DELAY }).catch(this.#parts.failed);
  }

  async #changeSegments(
    dataset: Dataset,
    documentId: string,
    segmentIds: readonly string[],
    change: (ids: readonly string[], documentId: string, within: OpenTransaction) => Promise<number>,
  ): Promise<void> {
    const document = await this.get(dataset, documentId);
    const ids = [...new Set(uuidsOf(segmentIds))];
    const malformed = segmentIds.find((id) => !ids.includes(id.toLowerCase()));
    if (malformed !== undefined) throw noSegment(malformed);
    await this.#parts.writes.transaction(dataset.workspaceId, async (within) => {
      // One that is missing undoes what was done to the others.
      if ((await change(ids, document.id, within)) !== ids.length) throw noSegment(ids.join(', '));
    });
  }
}
