export interface IndexingConfig {
  readonly atATime: number;
  readonly answerDays: number;
  readonly answerMb: number;
}

export const configuration = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      atATime: {
        type: 'integer',
        minimum: 1,
        maximum: 20,
        default: 2,
        description: 'Documents of one workspace that are indexed at the same time, in all processes.',
      },
      answerDays: {
        type: 'integer',
        minimum: 1,
        maximum: 3_650,
        default: 30,
        description: 'Days that vectors of texts, and what models wrote of them, are kept after their last use.',
      },
      answerMb: {
        type: 'integer',
        minimum: 1,
        maximum: 100_000,
        default: 512,
        description: 'Megabytes of those that a workspace keeps; the oldest go first.',
      },
    },
  },
  env: {
    WEFT_INDEXING_AT_A_TIME: 'atATime',
    WEFT_INDEXING_ANSWER_DAYS: 'answerDays',
    WEFT_INDEXING_ANSWER_MB: 'answerMb',
  },
} as const;
