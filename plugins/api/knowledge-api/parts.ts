import { type Contributions, PlatformError } from '#kernel';
import type { DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import type { DatasetIndexing } from '#plugins/dataset-indexing/contract.ts';
import type { DatasetKeyCaller } from '#plugins/dataset-keys/contract.ts';
import type { DatasetSearch } from '#plugins/dataset-retrieval/contract.ts';
import { type Dataset, type Datasets, keyViewer } from '#plugins/datasets/contract.ts';
import type { DocumentDownloads } from '#plugins/document-management/contract.ts';
import type { ExternalKnowledge } from '#plugins/external-knowledge/contract.ts';
import type { ModelProvider, Models } from '#plugins/models/contract.ts';

/** What the routes of knowledge bases stand on. */
export interface KnowledgeParts {
  readonly datasets: Datasets;
  readonly documents: DatasetDocuments;
  readonly downloads: DocumentDownloads;
  readonly indexing: DatasetIndexing;
  readonly search: DatasetSearch;
  readonly models: Models;
  readonly providers: Contributions<ModelProvider>;
  readonly external: ExternalKnowledge;
}

/**
 * The base that a path names. `not_found` for one of another workspace; `forbidden` where its access by keys is off (runtime
 * API, knowledge API: common).
 */
export async function openDataset(
  { datasets }: Pick<KnowledgeParts, 'datasets'>,
  { workspaceId }: DatasetKeyCaller,
  id: string,
): Promise<Dataset> {
  const dataset = await datasets.get(workspaceId, id, keyViewer);
  if (dataset.apiEnabled) return dataset;
  const message = `API access of the knowledge base "${dataset.name}" is off; it is switched on in the console, or with \`weft knowledge update ${id} --api on\`.`;
  throw new PlatformError('forbidden', 'knowledge-api.forbidden', message);
}

/** A base whose documents are kept here. External bases have none: what they know lies elsewhere. */
export async function openVendorDataset(
  parts: Pick<KnowledgeParts, 'datasets'>,
  caller: DatasetKeyCaller,
  id: string,
): Promise<Dataset> {
  const dataset = await openDataset(parts, caller, id);
  if (dataset.provider === 'vendor') return dataset;
  throw invalidParameter(`"${dataset.name}" is an external knowledge base: its documents are kept elsewhere.`);
}

export function invalidParameter(message: string, field?: string): PlatformError {
  return new PlatformError('invalid', 'knowledge-api.invalid_param', message, field === undefined ? {} : { field });
}

export function notFound(message: string): PlatformError {
  return new PlatformError('not-found', 'knowledge-api.not_found', message);
}
