import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import { DatasetIndexing } from '#plugins/dataset-indexing/contract.ts';
import { DatasetSearch } from '#plugins/dataset-retrieval/contract.ts';
import { Datasets } from '#plugins/datasets/contract.ts';
import { DocumentDownloads } from '#plugins/document-management/contract.ts';
import { ExternalKnowledge } from '#plugins/external-knowledge/contract.ts';
import { ModelProviders, Models } from '#plugins/models/contract.ts';
import type { KnowledgeParts } from './parts.ts';
import { childChunkRoutes } from './routes/child-chunk-routes.ts';
import { datasetRoutes } from './routes/dataset-routes.ts';
import { documentRoutes } from './routes/document-routes.ts';
import { downloadRoutes } from './routes/download-routes.ts';
import { fileRoutes } from './routes/file-routes.ts';
import { metadataRoutes } from './routes/metadata-routes.ts';
import { modelRoutes } from './routes/model-routes.ts';
import { retrieveRoutes } from './routes/retrieve-routes.ts';
import { segmentRoutes } from './routes/segment-routes.ts';
import { tagRoutes } from './routes/tag-routes.ts';
import { textRoutes } from './routes/text-routes.ts';
import { inContract } from './wire-errors.ts';

/** Knowledge bases over the runtime API, for keys of knowledge bases. */
export const plugin = definePlugin({
  id: 'knowledge-api',
  needs: {
    datasets: Datasets,
    documents: DatasetDocuments,
    downloads: DocumentDownloads,
    indexing: DatasetIndexing,
    search: DatasetSearch,
    models: Models,
    providers: ModelProviders,
    external: ExternalKnowledge,
  },
  setup({ services, contribute }) {
    const parts: KnowledgeParts = services;
    const routes = [
      ...datasetRoutes(parts),
      ...tagRoutes(parts),
      ...metadataRoutes(parts),
      ...textRoutes(parts),
      ...fileRoutes(parts),
      ...documentRoutes(parts),
      ...downloadRoutes(parts),
      ...segmentRoutes(parts),
      ...childChunkRoutes(parts),
      ...retrieveRoutes(parts),
      ...modelRoutes(parts),
    ];
    contribute(Routes, ...inContract(routes));
  },
});
