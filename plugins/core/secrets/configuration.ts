import type { ConfigSection } from '#kernel';

export interface SecretsConfig {
  readonly key: string;
  readonly previousKeys: string;
}

export const secretsConfig: ConfigSection<SecretsConfig> = {
  schema: {
    type: 'object',
    properties: {
      key: {
        type: 'string',
        default: '',
        description: 'Master key, 32 random bytes as base64 or hex; without one, the key in the data folder is used.',
      },
      previousKeys: {
        type: 'string',
        default: '',
        description: 'Replaced master keys, separated by commas: they open what they sealed and seal nothing new.',
      },
    },
    additionalProperties: false,
  },
  env: { WEFT_SECRET_KEY: 'key', WEFT_PREVIOUS_SECRET_KEYS: 'previousKeys' },
  secret: ['key', 'previousKeys'],
};
