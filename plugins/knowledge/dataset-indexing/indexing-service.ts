import { currentTime } from '#kernel';
import { readProcessRule } from '#plugins/chunking/contract.ts';
import type { ContentThreads } from '#plugins/content-threads/contract.ts';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { DatasetDocument, DatasetDocuments, DocumentWork } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, DatasetEnding } from '#plugins/datasets/contract.ts';
import { keyViewer } from '#plugins/datasets/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { TextExtraction } from '#plugins/text-extraction/contract.ts';
import type { DatasetIndexing } from './contract.ts';
import { cutTask } from './cut-task.ts';
import { readContent } from './document-source.ts';
import type { Estimates } from './estimates.ts';
import { GIVEN_CHUNKS, writeGivenChunks } from './given-chunks.ts';
import { invalid } from './hand-errors.ts';
import type { HandSegments } from './hand-segments.ts';
import { secondsLeftOf } from './pace.ts';
import type { Rebuilds } from './rebuilds.ts';
import type { TurnQueue } from './turn-queue.ts';
import type { WorkStore } from './work-store.ts';

export interface IndexingServiceParts {
  readonly documents: DatasetDocuments;
  readonly extraction: TextExtraction;
  readonly threads: ContentThreads;
  readonly jobs: Pick<Jobs, 'prepare'>;
  readonly estimates: Estimates;
  readonly hand: HandSegments;
  readonly rebuilds: Rebuilds;
  readonly store: WorkStore;
  readonly turns: TurnQueue;
}

/** Work on knowledge bases, as other plugins see it. */
export class IndexingService implements DatasetIndexing, DocumentWork, DatasetEnding {
  readonly id = 'dataset-indexing';
  readonly #parts: IndexingServiceParts;

  constructor(parts: IndexingServiceParts) {
    this.#parts = parts;
  }

  prepare(): Promise<void> {
    return this.#parts.jobs.prepare();
  }

  async waiting(dataset: Dataset, documents: readonly DatasetDocument[], within: OpenTransaction): Promise<void> {
    if (documents.length === 0) return;
    const { workspaceId, id: datasetId } = dataset;
    const { store, turns } = this.#parts;
    const work = documents.map(({ id, revision }) => {
      return { id, workspaceId, datasetId, kind: 'document', revision } as const;
    });
    await store.add(work, within);
    await turns.enqueue(workspaceId, work.length, within);
  }

  async removing({ workspaceId }: Dataset, documentIds: readonly string[], within: OpenTransaction): Promise<void> {
    await this.#parts.store.remove(workspaceId, documentIds, within);
  }

  async deleting({ workspaceId, id }: Dataset, within: OpenTransaction): Promise<void> {
    await this.#parts.store.removeOf(workspaceId, id, within);
  }

  async preview(
    workspaceId: string,
    content: Parameters<DatasetIndexing['preview']>[1],
    settings: Parameters<DatasetIndexing['preview']>[2],
    signal: AbortSignal,
  ) {
    const { extraction, estimates, threads } = this.#parts;
    const { docForm, embedding = null } = settings;
    const caller = { workspaceId, signal };
    const read = await readContent(extraction, content, docForm, caller);
    const { rule, docLanguage } = settings;
    const work = { content: read, settings: { rule, docForm, docLanguage }, purpose: 'preview' } as const;
    const cut = await threads.run(cutTask, work, { ...caller, handed: read.bytes });
    if (cut.kind !== 'preview') throw new Error('a preview was asked for');
    const counts = { segments: cut.count, tokens: cut.tokens };
    return { chunks: cut.chunks, estimate: await estimates.ofCounts(workspaceId, counts, embedding) };
  }

  async secondsLeft(dataset: Dataset, documents: readonly DatasetDocument[]): Promise<number | null> {
    const ids = documents.map(({ id }) => id);
    return secondsLeftOf(documents, await this.#parts.documents.progress(dataset, ids), currentTime());
  }

  estimateRebuild(dataset: Dataset, embedding: Dataset['embedding']) {
    return this.#parts.estimates.ofBase(dataset, embedding);
  }

  rebuild(dataset: Dataset, embedding: NonNullable<Dataset['embedding']>) {
    return this.#parts.rebuilds.start(dataset, embedding);
  }

  rebuilding(dataset: Dataset) {
    return this.#parts.rebuilds.state(dataset);
  }

  cancelRebuild(dataset: Dataset) {
    return this.#parts.rebuilds.cancel(dataset);
  }

  addSegments(...given: Parameters<DatasetIndexing['addSegments']>) {
    return this.#parts.hand.addSegments(...given);
  }

  changeSegment(...given: Parameters<DatasetIndexing['changeSegment']>) {
    return this.#parts.hand.changeSegment(...given);
  }

  addChildChunk(...given: Parameters<DatasetIndexing['addChildChunk']>) {
    return this.#parts.hand.addChildChunk(...given);
  }

  changeChildChunk(...given: Parameters<DatasetIndexing['changeChildChunk']>) {
    return this.#parts.hand.changeChildChunk(...given);
  }

  async indexChunks(dataset: Dataset, given: Parameters<DatasetIndexing['indexChunks']>[1]): Promise<DatasetDocument> {
    const { name, documentId, docForm, chunks } = given;
    if (chunks.length === 0) throw invalid('chunks', 'are none: the workflow gave nothing to index');
    const { documents } = this.#parts;
    const document = { name, content: writeGivenChunks(chunks), source: { ...GIVEN_CHUNKS } };
    if (documentId !== null) return documents.replace(dataset, documentId, { document }, keyViewer);
    const rule = readProcessRule(null, docForm);
    const settings = { rule, docForm, docLanguage: 'English', createdFrom: 'api' } as const;
    const added = await documents.add(dataset, [document], settings, keyViewer);
    const [first] = added.documents;
    if (first === undefined) throw new Error('a document was added and is not there');
    return first;
  }
}
