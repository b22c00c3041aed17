import { HostCalls } from '#engine';
import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { BlobOwners, Blobs } from '#plugins/blobs/contract.ts';
import { Database, GroupCommit } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { RunHooks } from '#plugins/runs/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { PlanUses, Workspaces } from '#plugins/workspaces/contract.ts';
import { filesConfig, limitsOf } from './configuration.ts';
import { FileSources, Files, FilesKeep, FilesRead, StorageDays, StoredFiles } from './contract.ts';
import { ErasureStore } from './erasure-store.ts';
import { FilesService } from './files-service.ts';
import { keepForRun } from './kept-for-run.ts';
import { keepRequest, readRequest } from './read-request.ts';
import { remoteSource } from './remote-source.ts';
import { SignedAddresses } from './signed-address.ts';
import { signedRoute } from './signed-route.ts';
import { StorageStore } from './storage-store.ts';
import { FileStore } from './store.ts';
import { BLOB_OWNER, StoredFilesService } from './stored-files-service.ts';
import { storedSource } from './stored-source.ts';

/** Contents of files, wherever they lie: addresses, and files that are kept here. Other stores contribute themselves. */
export const plugin = definePlugin({
  id: 'files',
  needs: {
    egress: Egress,
    sources: FileSources,
    blobs: Blobs,
    database: Database,
    secrets: Secrets,
    server: HttpServer,
    workspaces: Workspaces,
    groupCommit: GroupCommit,
  },
  config: filesConfig,
  setup({ services, config, provide, contribute }) {
    const { egress, sources, blobs, database, secrets, server, workspaces, groupCommit } = services;
    const files = new FilesService(sources);
    const store = new FileStore(database);
    const addresses = new SignedAddresses(secrets, {
      baseUrl: (origin) => server.publicUrl('runtime', origin),
      seconds: config.urlSeconds,
    });
    const blockedExtensions = config.blockedExtensions.map((text) => text.replace(/^\./, '').toLowerCase());
    const stored = new StoredFilesService({
      blobs,
      store,
      workspaces,
      addresses,
      limits: limitsOf(config),
      blockedExtensions,
    });
    provide(Files, () => files);
    provide(StoredFiles, () => stored);
    provide(StorageDays, () => new StorageStore(database));
    contribute(FileSources, remoteSource(egress), storedSource(stored));
    contribute(BlobOwners, { id: BLOB_OWNER, named: (keys) => store.named(keys) });
    const erasure = new ErasureStore(database, blobs);
    contribute(PersonalData, erasure);
    contribute(RunHooks, { id: 'files', observer: { forgotten: (before) => erasure.forget(before) } });
    contribute(PlanUses, { id: 'storageMb', used: (workspaceId) => store.storageUsed(workspaceId) });
    contribute(Routes, signedRoute({ files: stored, store, addresses, workspaces }));
    contribute(
      HostCalls,
      {
        id: FilesRead,
        call: (input, { workspaceId, appId, signal }) => {
          const { file, maxBytes, setting } = readRequest(input);
          return files.read(file, { workspaceId, appId, maxBytes, setting, signal });
        },
      },
      {
        id: FilesKeep,
        call: (input, caller) => keepForRun({ files: stored, groupCommit }, keepRequest(input), caller),
      },
    );
  },
});
