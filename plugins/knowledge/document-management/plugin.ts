import { HttpServer, Routes } from '#http';
import { definePlugin, optional } from '#kernel';
import { DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import { DatasetIndexing } from '#plugins/dataset-indexing/contract.ts';
import { Datasets } from '#plugins/datasets/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { addingRoutes } from './adding-routes.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { managementConfig } from './configuration.ts';
import { DocumentDownloads } from './contract.ts';
import { DocumentAddresses } from './document-addresses.ts';
import { documentRoutes } from './document-routes.ts';
import { downloadRoute } from './download-route.ts';
import { segmentRoutes } from './segment-routes.ts';

/** Documents of knowledge bases in the console and the command line, and their contents as files. */
export const plugin = definePlugin({
  id: 'document-management',
  needs: {
    documents: DatasetDocuments,
    datasets: Datasets,
    indexing: optional(DatasetIndexing),
    secrets: Secrets,
    server: HttpServer,
    workspaces: Workspaces,
  },
  config: managementConfig,
  setup({ services, config, provide, contribute }) {
    const { documents, datasets, secrets, server, workspaces } = services;
    const addresses = new DocumentAddresses({ secrets, server, seconds: config.urlSeconds });
    provide(DocumentDownloads, () => addresses);
    const parts = { documents, datasets, downloads: addresses, indexing: services.indexing };
    contribute(Routes, downloadRoute({ documents, datasets, workspaces, addresses }));
    contribute(Routes, ...documentRoutes(parts), ...addingRoutes(parts), ...bulkRoutes(parts), ...segmentRoutes(parts));
  },
});
