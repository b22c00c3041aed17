import type { ConfigSection } from '#kernel';

export interface EgressConfig {
  readonly allow: readonly string[];
}

export const egressConfig: ConfigSection<EgressConfig> = {
  schema: {
    type: 'object',
    properties: {
      allow: {
        type: 'array',
        items: { type: 'string' },
        default: [],
        description: 'Hosts, host:port, addresses and ranges that may be reached although they are not public.',
      },
    },
    additionalProperties: false,
  },
  env: { WEFT_EGRESS_ALLOW: 'allow' },
};
