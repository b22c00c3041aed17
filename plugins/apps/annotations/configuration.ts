export interface AnnotationsConfig {
  readonly perApp: number;
  readonly memoryMb: number;
  readonly matchTimeout: number;
}

export const configuration = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      perApp: {
        type: 'integer',
        minimum: 1,
        maximum: 100_000,
        default: 10_000,
        description: 'Annotations one app may have.',
      },
      memoryMb: {
        type: 'integer',
        minimum: 1,
        default: 256,
        description:
          'Megabytes of memory for the vectors of annotations; those of apps that ask rarely are read again.',
      },
      matchTimeout: {
        type: 'integer',
        minimum: 100,
        default: 5_000,
        description: 'Milliseconds the embedding of a message may take; then the app answers itself.',
      },
    },
  },
  env: {
    WEFT_ANNOTATIONS_PER_APP: 'perApp',
    WEFT_ANNOTATION_MEMORY_MB: 'memoryMb',
    WEFT_ANNOTATION_TIMEOUT: 'matchTimeout',
  },
} as const;
