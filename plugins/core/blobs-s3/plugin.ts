import { definePlugin } from '#kernel';
import { BlobStores } from '#plugins/blobs/contract.ts';
import { s3Config } from './configuration.ts';
import { openS3Store } from './s3-store.ts';

/** The store `s3`, there when a bucket is named. */
export const plugin = definePlugin({
  id: 'blobs-s3',
  needs: { stores: BlobStores },
  config: s3Config,
  setup({ config, contribute }) {
    const store = openS3Store(config);
    if (store !== undefined) contribute(BlobStores, store);
  },
});
