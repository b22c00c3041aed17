import { hostname } from 'node:os';
import { Routes } from '#http';
import { definePlugin, HealthChecks, KernelInfo } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { BlobsService } from './blobs-service.ts';
import { blobsConfig } from './configuration.ts';
import { BlobOwners, BlobStores, Blobs } from './contract.ts';
import { localStore } from './local-store.ts';
import { OrphanSweep } from './orphan-sweep.ts';
import { ownershipHealthCheck } from './ownership-health-check.ts';
import { blobRoutes } from './routes.ts';
import { storageHealthCheck } from './storage-health-check.ts';
import { BlobRecords } from './store.ts';
import { StoreOwners } from './store-owners.ts';

export const plugin = definePlugin({
  id: 'blobs',
  needs: { kernel: KernelInfo, database: Database, stores: BlobStores, owners: BlobOwners },
  config: blobsConfig,
  setup({ services, config, logger, provide, contribute, onReady, onClose }) {
    const { store, folder, orphanHours: hours, secondLookDays: lookDays, keepDays } = config;
    const { kernel, database, stores, owners } = services;
    const records = new BlobRecords(database, kernel.home);
    const storeOwners = new StoreOwners({
      stores,
      owners,
      records,
      current: store,
      holder: `${hostname()}:${kernel.home}`,
      logger,
    });
    const ownership = storeOwners.of;
    const blobs = new BlobsService({ stores, owners, current: store, ownership, records });
    const sweep = new OrphanSweep({
      stores,
      owners,
      records,
      ownership,
      bounds: { hours, lookDays, keepDays },
      logger,
    });
    contribute(BlobStores, localStore(folder, kernel.home));
    contribute(Routes, ...blobRoutes(storeOwners));
    provide(Blobs, () => blobs);
    contribute(
      HealthChecks,
      storageHealthCheck(() => blobs.current),
      ownershipHealthCheck(() => blobs.current, ownership),
    );
    // A store that is not there should be found out now, not by the first upload.
    onReady(() => storeOwners.start(blobs.current, sweep));
    onClose(() => storeOwners.stop());
  },
});
