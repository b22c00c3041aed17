import type { ConfigSection } from '#kernel';
import { AUTOMATIC, BY_SIGNS } from './faster-index.ts';

export interface KnowledgeIndexConfig {
  readonly vectors: string;
}

export const configuration: ConfigSection<KnowledgeIndexConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      vectors: {
        type: 'string',
        minLength: 1,
        default: AUTOMATIC,
        description: `What finds near vectors: ${BY_SIGNS} (needs nothing but the database), the id of a contributed vector index, or ${AUTOMATIC}: the first of those that can be used, else ${BY_SIGNS}. All processes must have the same.`,
      },
    },
  },
  env: { WEFT_KNOWLEDGE_VECTORS: 'vectors' },
};
