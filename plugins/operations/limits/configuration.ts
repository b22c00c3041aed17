import type { ConfigSection } from '#kernel';

export interface LimitsConfig {
  readonly redisUrl: string;
}

export const limitsConfig: ConfigSection<LimitsConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      redisUrl: {
        type: 'string',
        default: '',
        description: 'Address of a Redis (redis://…) in which all processes count together; empty: each for itself.',
      },
    },
  },
  env: { REDIS_URL: 'redisUrl' },
};
