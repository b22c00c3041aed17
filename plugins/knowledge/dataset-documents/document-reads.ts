import { PlatformError } from '#kernel';
import type { Blobs } from '#plugins/blobs/contract.ts';
import type { ProcessRule } from '#plugins/chunking/contract.ts';
import type { QueryPart } from '#plugins/database/contract.ts';
import type { Dataset, Datasets } from '#plugins/datasets/contract.ts';
import type { FilterCondition } from '#plugins/node-knowledge/contract.ts';
import type { DatasetDocument, DatasetDocuments } from './contract.ts';
import { noBatch, noDocument } from './document-errors.ts';
import type { DocumentStore } from './document-store.ts';
import { documentsWhere } from './filter-store.ts';
import type { StoredDocument } from './row-store.ts';

export interface ReadParts {
  readonly store: DocumentStore;
  readonly blobs: Blobs;
  readonly datasets: Datasets;
}

/** Looks at documents. */
export class DocumentReads
  implements
    Pick<
      DatasetDocuments,
      | 'list'
      | 'counts'
      | 'get'
      | 'batch'
      | 'progress'
      | 'bySourceKeys'
      | 'metadataCounts'
      | 'where'
      | 'rule'
      | 'content'
    >
{
  readonly #parts: ReadParts;

  constructor(parts: ReadParts) {
    this.#parts = parts;
  }

  list(dataset: Dataset, query: Parameters<DatasetDocuments['list']>[1]) {
    return this.#parts.store.list(dataset, query);
  }

  counts(workspaceId: string, datasetIds: readonly string[]) {
    return this.#parts.store.counts(workspaceId, datasetIds);
  }

  async get(dataset: Dataset, documentId: string): Promise<StoredDocument> {
    const [document] = await this.#parts.store.find(dataset, [documentId]);
    if (document === undefined) throw noDocument(documentId);
    return document;
  }

  async batch(dataset: Dataset, batch: string): Promise<readonly DatasetDocument[]> {
    const documents = await this.#parts.store.batch(dataset, batch);
    if (documents.length === 0) throw noBatch();
    return documents;
  }

  progress(dataset: Dataset, documentIds: readonly string[]) {
    return this.#parts.store.progress(dataset, documentIds);
  }

  bySourceKeys(dataset: Dataset, keys: readonly string[]): Promise<readonly DatasetDocument[]> {
    return this.#parts.store.bySourceKeys(dataset, keys);
  }

  metadataCounts(dataset: Dataset): Promise<ReadonlyMap<string, number>> {
    return this.#parts.store.metadataCounts(dataset);
  }

  async where(
    dataset: Dataset,
    filter: { readonly operator: 'and' | 'or'; readonly conditions: readonly FilterCondition[] },
  ): Promise<QueryPart> {
    const fields = await this.#parts.datasets.fields(dataset.workspaceId, dataset.id);
    return documentsWhere(dataset, fields, filter);
  }

  async rule(dataset: Dataset, ruleId: string): Promise<ProcessRule> {
    const rule = await this.#parts.store.rule(dataset, ruleId);
    if (rule !== undefined) return rule as ProcessRule;
    const message = 'There is no such process rule in this knowledge base.';
    throw new PlatformError('not-found', 'dataset-documents.not_found', message);
  }

  async content(document: DatasetDocument): Promise<AsyncIterable<Uint8Array>> {
    const stored = await this.get(
      { id: document.datasetId, workspaceId: document.workspaceId } as Dataset,
      document.id,
    );
    return this.#parts.blobs.open(stored.blob);
  }
}
