import { newId } from '#kernel';
import type { TestKernel } from '#kernel/testing/test-kernel.ts';
import { readProcessRule } from '#plugins/chunking/contract.ts';
import {
  DatasetDocuments,
  DocumentProgress,
  type DocumentSettings,
  type NewSegment,
  packSegments,
} from '#plugins/dataset-documents/contract.ts';
import { type Dataset, Datasets, type DatasetViewer, type NewDataset } from '#plugins/datasets/contract.ts';
import { type IndexPlace, KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';

/** Who sees everything, as keys do. */
export const viewer: DatasetViewer = { accountId: null, name: 'Ada', seesAll: true };

export const plainSettings: DocumentSettings = {
  rule: readProcessRule(null, 'text_model'),
  docForm: 'text_model',
  docLanguage: 'English',
  createdFrom: 'api',
};

/** A knowledge base with the services that tests ask about it. */
export class DocumentBase {
  readonly datasets: Datasets;
  readonly documents: DatasetDocuments;
  readonly progress: DocumentProgress;
  readonly indexes: KnowledgeIndexes;
  readonly dataset: Dataset;
  readonly place: IndexPlace;

  private constructor(kernel: TestKernel, dataset: Dataset, indexId: string) {
    this.datasets = kernel.resolve(Datasets);
    this.documents = kernel.resolve(DatasetDocuments);
    this.progress = kernel.resolve(DocumentProgress);
    this.indexes = kernel.resolve(KnowledgeIndexes);
    this.dataset = dataset;
    this.place = { workspaceId: dataset.workspaceId, datasetId: dataset.id, indexId };
  }

  static async create(
    kernel: TestKernel,
    workspaceId: string,
    values: Partial<NewDataset> = {},
  ): Promise<DocumentBase> {
    const datasets = kernel.resolve(Datasets);
    const wanted = { name: newId(), indexingTechnique: 'economy' as const, ...values };
    const dataset = await datasets.create(workspaceId, wanted, viewer);
    const { id } = await datasets.activeGeneration(dataset);
    return new DocumentBase(kernel, dataset, id);
  }

  /** Of one text each; `waiting`, and worked on by nobody but the test. */
  async add(...texts: readonly string[]) {
    const news = texts.map((text, index) => ({ name: `text ${index + 1}`, content: text }));
    const { batch, documents } = await this.documents.add(this.dataset, news, plainSettings, viewer);
    return { batch, documents, ids: documents.map(({ id }) => id) };
  }

  /** A document whose texts are its segments, found by their words. */
  async complete(documentId: string, contents: readonly string[]): Promise<readonly string[]> {
    const { revision } = await this.documents.get(this.dataset, documentId);
    const document = await this.progress.take(this.dataset.workspaceId, documentId, revision);
    if (document === null) throw new Error('there is nothing to be done on the document');
    const segments = contents.map(segment);
    await this.progress.split(document, packSegments(segments, 'automatic'));
    await this.progress.transaction(this.dataset.workspaceId, async (within) => {
      const ids = segments.map(({ id }) => id);
      const active = await this.progress.mayBeFound(this.dataset, ids, within);
      const entries = segments.map(({ id, content }) => ({
        id,
        documentId,
        segmentId: id,
        kind: 'segment' as const,
        text: content,
        vector: null,
        segmentActive: active.get(id)?.segment === true,
        documentActive: active.get(id)?.document === true,
      }));
      await this.indexes.upsert(this.place, entries, within);
      await this.progress.completeSegments(document, ids, within);
    });
    await this.progress.complete(document);
    return segments.map(({ id }) => id);
  }

  /** Ids of segments that a search for words finds, and that may be shown. */
  async find(words: string): Promise<readonly string[]> {
    const hits = await this.indexes.searchText(this.place, words, 100);
    const ids = hits.map(({ segmentId }) => segmentId);
    const found = await this.documents.found(this.dataset.workspaceId, ids);
    if (found.length !== hits.length) throw new Error('the index and the rows say different things');
    return found.map(({ id }) => id);
  }
}

export function segment(content: string, index: number): NewSegment {
  const id = newId();
  return {
    id,
    position: index + 1,
    content,
    answer: null,
    wordCount: content.length,
    tokens: 2,
    keywords: null,
    hash: id,
    page: null,
    heading: null,
    children: [],
  };
}

/** Bytes that come in pieces. */
export async function* inPieces(...pieces: readonly (string | Uint8Array)[]): AsyncIterable<Uint8Array> {
  for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

export async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
