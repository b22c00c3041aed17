import { definePlugin, HealthChecks, KernelInfo } from '#kernel';
import { namedStore } from './blobs-service.ts';
import { blobsConfig } from './configuration.ts';
import { BlobStores } from './contract.ts';
import { localStore } from './local-store.ts';
import { storageHealthCheck } from './storage-health-check.ts';

export const preflight = definePlugin({
  id: 'blobs',
  needs: { kernel: KernelInfo, stores: BlobStores },
  config: blobsConfig,
  setup({ services: { kernel, stores }, config, contribute }) {
    contribute(BlobStores, localStore(config.folder, kernel.home));
    contribute(
      HealthChecks,
      storageHealthCheck(() => namedStore(stores, config.store)),
    );
  },
});
