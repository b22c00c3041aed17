import type { ConfigSection } from '#kernel';

export interface ManagementConfig {
  readonly urlSeconds: number;
}

export const managementConfig: ConfigSection<ManagementConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      urlSeconds: {
        type: 'integer',
        minimum: 10,
        maximum: 86_400,
        default: 300,
        description: 'Seconds for which an address of a document to download works.',
      },
    },
  },
};
