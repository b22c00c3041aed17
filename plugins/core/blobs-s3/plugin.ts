import { definePlugin } from '#kernel';
import { BlobStores } from '#plugins/blobs/contract.ts';
import { S3Store } from './s3-store.ts';

interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const text = (description: string, value = '') => ({ type: 'string', default: value, description });

/** The store `s3`, there when a bucket is named. */
export const plugin = definePlugin({
  id: 'blobs-s3',
  needs: { stores: BlobStores },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        endpoint: text('Origin of the server; by default that of Amazon in the region.'),
        region: text('Region of the bucket.', 'us-east-1'),
        bucket: text('Name of the bucket, which must exist.'),
        prefix: text('Begins every key: one bucket can serve several installations.'),
        accessKey: text('Id of the access key.'),
        secretKey: text('The access key.'),
      },
    },
    env: {
      WEFT_S3_ENDPOINT: 'endpoint',
      WEFT_S3_REGION: 'region',
      WEFT_S3_BUCKET: 'bucket',
      WEFT_S3_PREFIX: 'prefix',
      WEFT_S3_ACCESS_KEY: 'accessKey',
      WEFT_S3_SECRET_KEY: 'secretKey',
    },
    secret: ['secretKey'],
  },
  setup({ config, contribute }) {
    const { prefix, endpoint, ...settings } = config as S3Config;
    if (settings.bucket === '') return;
    const origin = endpoint === '' ? `https://s3.${settings.region}.amazonaws.com` : endpoint.replace(/\/+$/, '');
    contribute(BlobStores, new S3Store({ ...settings, endpoint: origin }, prefix));
  },
});
