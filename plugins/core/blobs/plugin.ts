import { join } from 'node:path';
import { definePlugin, HealthChecks, KernelInfo } from '#kernel';
import { BlobsService } from './blobs-service.ts';
import { BlobOwners, BlobStores, Blobs } from './contract.ts';
import { LocalStore } from './local-store.ts';
import { OrphanSweep } from './orphan-sweep.ts';

interface BlobsConfig {
  readonly store: string;
  readonly folder: string;
  readonly orphanHours: number;
}

export const plugin = definePlugin({
  id: 'blobs',
  needs: { kernel: KernelInfo, stores: BlobStores, owners: BlobOwners },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        store: { type: 'string', default: 'local', description: 'Where new files are kept: `local` or `s3`.' },
        folder: {
          type: 'string',
          default: '',
          description: 'Folder of the store `local`; by default `blobs` in the data folder.',
        },
        orphanHours: {
          type: 'integer',
          minimum: 0,
          default: 24,
          description: 'Hours after which stored content that no record names is removed; 0: never.',
        },
      },
    },
    env: { WEFT_BLOBS_STORE: 'store', WEFT_BLOBS_FOLDER: 'folder' },
  },
  setup({ services, config, logger, provide, contribute, onReady, onClose }) {
    const { store, folder, orphanHours } = config as BlobsConfig;
    const { kernel, stores, owners } = services;
    const blobs = new BlobsService(stores, owners, store);
    const sweep = new OrphanSweep({ stores, owners, hours: orphanHours, logger });
    contribute(BlobStores, new LocalStore(folder || join(kernel.home, 'blobs')));
    provide(Blobs, () => blobs);
    contribute(HealthChecks, { id: 'blobs', check: (signal) => blobs.current.check(signal) });
    onReady(() => {
      // A store that is not there should be found out now, not by the first upload.
      if (blobs.current.id === store) sweep.start();
    });
    onClose(() => sweep.stop());
  },
});
