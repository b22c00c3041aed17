import type { ConfigSection } from '#kernel';

export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const text = (description: string, value = '') => ({ type: 'string', default: value, description });

export const s3Config: ConfigSection<S3Config> = {
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
};
