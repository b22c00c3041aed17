import { definePlugin } from '#kernel';
import { BlobOwners, Blobs } from '#plugins/blobs/contract.ts';
import { BackgroundCommit, Database } from '#plugins/database/contract.ts';
import { DatasetCounts, DatasetEndings, Datasets } from '#plugins/datasets/contract.ts';
import { KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';
import { SearchSources } from '#plugins/search/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { PlanUses, Workspaces } from '#plugins/workspaces/contract.ts';
import { baseRemoval } from './base-removal.ts';
import { documentsConfig } from './configuration.ts';
import { DatasetDocuments, DocumentProgress, DocumentWork } from './contract.ts';
import { DocumentStore } from './document-store.ts';
import { DocumentsService } from './documents-service.ts';
import { exportedTables } from './exported-tables.ts';
import { BLOB_OWNER, FileKeeper } from './file-keeper.ts';
import { IndexMarks } from './index-marks.ts';
import { ProgressService } from './progress-service.ts';
import { documentSearch } from './search-source.ts';
import { SegmentStore } from './segment-store.ts';
import { WriteStore } from './write-store.ts';

/** Documents of knowledge bases: rows, contents, and whether they may be found. */
export const plugin = definePlugin({
  id: 'dataset-documents',
  needs: {
    database: Database,
    backgroundCommit: BackgroundCommit,
    blobs: Blobs,
    workspaces: Workspaces,
    datasets: Datasets,
    indexes: KnowledgeIndexes,
    work: DocumentWork,
  },
  config: documentsConfig,
  setup({ services, config, logger, provide, contribute }) {
    const { database, backgroundCommit, blobs, workspaces, datasets, indexes, work } = services;
    const store = new DocumentStore(database);
    const segments = new SegmentStore(database);
    const writes = new WriteStore(database);
    const marks = new IndexMarks(datasets, indexes);
    const files = new FileKeeper(blobs, config.fileMb);
    const documents = new DocumentsService({
      store,
      segments,
      writes,
      marks,
      files,
      blobs,
      datasets,
      workspaces,
      work,
      backgroundCommit,
      failed: (error) => logger.warn({ error }, 'Hits of segments were not counted'),
    });
    provide(DatasetDocuments, () => documents);
    provide(DocumentProgress, () => new ProgressService({ documents, store, segments, writes, marks }));
    contribute(BlobOwners, { id: BLOB_OWNER, named: (keys) => store.named(keys) });
    contribute(PlanUses, { id: 'documents', used: (workspaceId) => store.used(workspaceId) });
    contribute(DatasetCounts, { id: 'dataset-documents', counts: (...asked) => store.counts(...asked) });
    contribute(DatasetEndings, baseRemoval({ writes, files, indexes }));
    contribute(ExportedTables, ...exportedTables);
    contribute(SearchSources, documentSearch(store, datasets));
  },
});
