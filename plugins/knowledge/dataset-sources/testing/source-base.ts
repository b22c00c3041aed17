import { expect } from 'vitest';
import { newId } from '#kernel';
import type { TestKernel } from '#kernel/testing/test-kernel.ts';
import { type DatasetDocument, DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import {
  type DatasetSource,
  DatasetSources,
  type NewSource,
  type SourceChange,
  type SourcePage,
} from '#plugins/dataset-sources/contract.ts';
import { type Dataset, Datasets, type DatasetViewer } from '#plugins/datasets/contract.ts';

const nobody: DatasetViewer = { accountId: null, name: 'Ada', seesAll: true };
const UNTIL_DONE = { timeout: 60_000, interval: 50 };

/** A knowledge base whose documents come from sources. */
export class SourceBase {
  readonly documents: DatasetDocuments;
  readonly sources: DatasetSources;
  readonly dataset: Dataset;
  readonly #viewer: DatasetViewer;

  private constructor(kernel: TestKernel, dataset: Dataset, viewer: DatasetViewer) {
    this.#viewer = viewer;
    this.documents = kernel.resolve(DatasetDocuments);
    this.sources = kernel.resolve(DatasetSources);
    this.dataset = dataset;
  }

  static async create(kernel: TestKernel, workspaceId: string, viewer = nobody): Promise<SourceBase> {
    const wanted = { name: newId(), indexingTechnique: 'economy' as const };
    return new SourceBase(kernel, await kernel.resolve(Datasets).create(workspaceId, wanted, viewer), viewer);
  }

  add(source: NewSource): Promise<DatasetSource> {
    return this.sources.add(this.dataset, source, this.#viewer);
  }

  /** Adds one, and waits for the end of its run. */
  async read(source: NewSource): Promise<DatasetSource> {
    return this.ended((await this.add(source)).id);
  }

  async again(id: string): Promise<DatasetSource> {
    await this.sources.refresh(this.dataset, id);
    return this.ended(id);
  }

  async ended(id: string): Promise<DatasetSource> {
    await expect.poll(async () => (await this.get(id)).status, UNTIL_DONE).not.toBe('running');
    return this.get(id);
  }

  change(id: string, change: SourceChange, dataset = this.dataset): Promise<DatasetSource> {
    return this.sources.change(dataset, id, change, this.#viewer);
  }

  get(id: string): Promise<DatasetSource> {
    return this.sources.get(this.dataset, id);
  }

  /** What became of each page, by the end of its address. */
  async states(id: string): Promise<Readonly<Record<string, string>>> {
    return Object.fromEntries((await this.pages(id)).map(({ address, status }) => [pathOf(address), status]));
  }

  async pages(id: string): Promise<readonly SourcePage[]> {
    return (await this.sources.pages(this.dataset, id, { page: 1, limit: 100 })).pages;
  }

  async all(): Promise<readonly DatasetDocument[]> {
    return (await this.documents.list(this.dataset, { page: 1, limit: 100 })).documents;
  }

  /** When all of them are indexed, they may be replaced. */
  async indexed(): Promise<readonly DatasetDocument[]> {
    const isOver = async () => (await this.all()).every(({ indexingStatus: s }) => s === 'completed' || s === 'error');
    await expect.poll(isOver, UNTIL_DONE).toBe(true);
    return this.all();
  }

  async names(): Promise<readonly string[]> {
    return (await this.all()).map(({ name }) => name).sort();
  }
}

function pathOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : url.pathname + url.search;
}
