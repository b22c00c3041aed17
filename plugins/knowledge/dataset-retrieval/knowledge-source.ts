import type { HostCaller } from '#engine';
import { isUuid, PlatformError } from '#kernel';
import { displayStatus } from '#plugins/dataset-documents/contract.ts';
import type { DatasetIndexing } from '#plugins/dataset-indexing/contract.ts';
import type { Datasets } from '#plugins/datasets/contract.ts';
import type {
  IndexRequest,
  KnowledgeSource,
  NamedDataset,
  RetrievalRequest,
  Retrieved,
} from '#plugins/node-knowledge/contract.ts';
import type { AppSearch } from './app-search.ts';
import { readChunks } from './written-chunks.ts';

/** Knowledge bases of the run's workspace, for the nodes of graphs. */
export class DatasetSource implements KnowledgeSource {
  readonly id = 'dataset-retrieval.source';
  readonly #datasets: Datasets;
  readonly #search: AppSearch;
  readonly #indexing: DatasetIndexing;

  constructor(datasets: Datasets, search: AppSearch, indexing: DatasetIndexing) {
    this.#datasets = datasets;
    this.#search = search;
    this.#indexing = indexing;
  }

  async known(datasetIds: readonly string[], { workspaceId }: HostCaller): Promise<readonly string[]> {
    const asked = datasetIds.filter(isUuid);
    if (asked.length === 0) return [];
    const found = await this.#datasets.findMany(workspaceId, [...new Set(asked.map((id) => id.toLowerCase()))]);
    return asked.filter((id) => found.some((dataset) => dataset.id === id.toLowerCase()));
  }

  async named(names: readonly string[], { workspaceId }: HostCaller): Promise<readonly NamedDataset[]> {
    const found = await this.#datasets.byName(workspaceId, names);
    return found.map(({ id, name }) => ({ id, name }));
  }

  retrieve(request: RetrievalRequest, caller: HostCaller): Promise<Retrieved> {
    return this.#search.retrieve({ ...request, datasetIds: request.datasetIds.map((id) => id.toLowerCase()) }, caller);
  }

  async index(request: IndexRequest, { workspaceId }: HostCaller): Promise<Readonly<Record<string, unknown>>> {
    const dataset = await this.#datasets.find(workspaceId, request.datasetId.toLowerCase());
    if (dataset === null) throw gone(request);
    const { docForm, chunks } = readChunks(request.chunkStructure, request.chunks);
    const documentId = request.documentId.toLowerCase();
    const document = await this.#indexing.indexChunks(dataset, {
      name: request.node.title || dataset.name,
      documentId: isUuid(documentId) ? documentId : null,
      docForm,
      chunks,
    });
    return {
      dataset_id: dataset.id,
      dataset_name: dataset.name,
      batch: document.batch,
      document_id: document.id,
      document_name: document.name,
      created_at: Math.floor(document.createdAt / 1000),
      display_status: displayStatus(document),
    };
  }
}

/** It was there a moment ago. */
function gone({ node, datasetId }: IndexRequest): PlatformError {
  const message = `Node "${node.title}" (${node.id}): the knowledge base '${datasetId.slice(0, 100)}' can't be filled any more. Choose another one.`;
  return new PlatformError('not-found', 'dataset-retrieval.dataset_gone', message);
}
