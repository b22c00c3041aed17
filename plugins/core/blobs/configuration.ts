import type { ConfigSection } from '#kernel';

export interface BlobsConfig {
  readonly store: string;
  readonly folder: string;
  readonly orphanHours: number;
  readonly secondLookDays: number;
  readonly keepDays: number;
}

export const blobsConfig: ConfigSection<BlobsConfig> = {
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
        description: 'Hours after which stored content that no record names is looked for; 0: never.',
      },
      secondLookDays: {
        type: 'integer',
        minimum: 1,
        maximum: 365,
        default: 3,
        description: 'Days after which such content is removed, when still no record names it.',
      },
      keepDays: {
        type: 'integer',
        minimum: 0,
        maximum: 365,
        default: 7,
        description: 'Days for which it is kept after that, to be brought back.',
      },
    },
  },
  env: {
    WEFT_BLOBS_STORE: 'store',
    WEFT_BLOBS_FOLDER: 'folder',
    WEFT_BLOBS_SECOND_LOOK_DAYS: 'secondLookDays',
    WEFT_BLOBS_KEEP_DAYS: 'keepDays',
  },
};
