import type { ConfigSection } from '#kernel';

export const keyRotationConfig: ConfigSection<{ readonly lostKeys: readonly string[] }> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      lostKeys: {
        type: 'array',
        items: { type: 'string' },
        default: [],
        description:
          'Ids of master keys that are lost: the server starts without them, and what they sealed is unreadable.',
      },
    },
  },
  env: { WEFT_LOST_SECRET_KEYS: 'lostKeys' },
};
