import { Readable } from 'node:stream';
import { expect, vi } from 'vitest';
import { newId } from '#kernel';
import type { TestKernel } from '#kernel/testing/test-kernel.ts';
import { readProcessRule } from '#plugins/chunking/contract.ts';
import {
  type DatasetDocument,
  DatasetDocuments,
  type NewDocument,
  type Segment,
} from '#plugins/dataset-documents/contract.ts';
import { DatasetIndexing } from '#plugins/dataset-indexing/contract.ts';
import {
  type Dataset,
  Datasets,
  type DatasetViewer,
  type DocForm,
  type NewDataset,
} from '#plugins/datasets/contract.ts';
import { type EntryHit, type IndexPlace, KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';

/** Who sees everything, as keys do. */
export const viewer: DatasetViewer = { accountId: null, name: 'Ada', seesAll: true };

/** Makes vectors here, and costs nothing. */
export const lexical = { provider: 'lexical', model: 'lexical-1024' };
/** Of the model server; costs something. */
export const paid = { provider: 'openai_api_compatible', model: 'paid' };

const UNTIL_DONE = { timeout: 120_000, interval: 50 };

/** A knowledge base whose documents are really indexed. */
export class IndexedBase {
  readonly datasets: Datasets;
  readonly documents: DatasetDocuments;
  readonly indexing: DatasetIndexing;
  readonly indexes: KnowledgeIndexes;
  dataset: Dataset;

  private constructor(kernel: TestKernel, dataset: Dataset) {
    this.datasets = kernel.resolve(Datasets);
    this.documents = kernel.resolve(DatasetDocuments);
    this.indexing = kernel.resolve(DatasetIndexing);
    this.indexes = kernel.resolve(KnowledgeIndexes);
    this.dataset = dataset;
  }

  static async create(kernel: TestKernel, workspaceId: string, values: Partial<NewDataset> = {}): Promise<IndexedBase> {
    const wanted: NewDataset = {
      name: newId(),
      indexingTechnique: 'high_quality',
      embedding: lexical,
      docForm: 'text_model',
      ...values,
    };
    return new IndexedBase(kernel, await kernel.resolve(Datasets).create(workspaceId, wanted, viewer));
  }

  /** Of texts, or of files with a name and a content. */
  async add(
    texts: readonly (string | readonly [name: string, content: string | Buffer])[],
  ): Promise<readonly string[]> {
    const docForm: DocForm = this.dataset.docForm ?? 'text_model';
    const rules = {
      segmentation: { separator: '\n', max_tokens: 500, chunk_overlap: 0 },
      subchunk_segmentation: { separator: '.', max_tokens: 100, chunk_overlap: 0 },
      parent_mode: 'paragraph',
    };
    const mode = docForm === 'hierarchical_model' ? 'hierarchical' : 'custom';
    const settings = {
      rule: readProcessRule({ mode, rules }, docForm),
      docForm,
      docLanguage: 'English',
      createdFrom: 'api',
    } as const;
    const news: NewDocument[] = [];
    for (const [index, text] of texts.entries()) {
      if (typeof text === 'string') news.push({ name: `text ${index + 1}`, content: text });
      else {
        const file = {
          filename: text[0],
          content: Readable.from(piecesOf(typeof text[1] === 'string' ? Buffer.from(text[1]) : text[1])),
        };
        news.push({ content: await this.documents.keep(this.dataset, file) });
      }
    }
    const { documents } = await this.documents.add(this.dataset, news, settings, viewer);
    return documents.map(({ id }) => id);
  }

  get(id: string): Promise<DatasetDocument> {
    return this.documents.get(this.dataset, id);
  }

  /** Resolves when all of them have ended, one way or the other. */
  async ended(ids: readonly string[]): Promise<readonly DatasetDocument[]> {
    const read = () => Promise.all(ids.map((id) => this.get(id)));
    const open = async () =>
      (await read())
        .map(({ name, indexingStatus, error }) => [name, indexingStatus, error])
        .filter(([, status]) => status !== 'completed' && status !== 'error');
    // Also before the first test of a file, where nothing can be polled.
    await vi.waitFor(async () => expect(await open()).toEqual([]), UNTIL_DONE);
    this.dataset = (await this.datasets.find(this.dataset.workspaceId, this.dataset.id)) ?? this.dataset;
    return read();
  }

  /** Adds texts, and answers when they are found. */
  async indexed(texts: readonly string[]): Promise<readonly string[]> {
    const ids = await this.add(texts);
    const ended = await this.ended(ids);
    expect(ended.map(({ indexingStatus, error }) => [indexingStatus, error])).toEqual(
      ids.map(() => ['completed', null]),
    );
    return ids;
  }

  async segments(documentId: string): Promise<readonly Segment[]> {
    const found: Segment[] = [];
    for (let page = 1; ; page += 1) {
      const { segments, total } = await this.documents.segments(this.dataset, documentId, { page, limit: 100 });
      found.push(...segments);
      if (segments.length === 0 || found.length >= total) return found;
    }
  }

  async place(): Promise<IndexPlace> {
    const { id: indexId } = await this.datasets.activeGeneration(this.dataset);
    return { workspaceId: this.dataset.workspaceId, datasetId: this.dataset.id, indexId };
  }

  async search(words: string): Promise<readonly EntryHit[]> {
    return this.indexes.searchText(await this.place(), words, 100);
  }

  /** Contents of segments that words find. */
  async found(words: string): Promise<readonly string[]> {
    const hits = await this.search(words);
    const segments = await this.documents.found(
      this.dataset.workspaceId,
      hits.map(({ segmentId }) => segmentId),
    );
    return segments.map(({ content }) => content);
  }
}

/** As a connection brings it. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += 65_536) yield content.subarray(start, start + 65_536);
}
