import type { ConfigSection } from '#kernel';

export interface DocumentsConfig {
  readonly fileMb: number;
}

export const documentsConfig: ConfigSection<DocumentsConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      fileMb: {
        type: 'integer',
        minimum: 1,
        maximum: 1024,
        default: 15,
        description: 'Megabytes of a document of a knowledge base; more than `text-extraction.inputMb` is not read.',
      },
    },
  },
  env: { WEFT_KNOWLEDGE_FILE_MB: 'fileMb' },
};
