import type { Generated } from 'kysely';

/** The tables of external knowledge (migrations/external-knowledge). */
export interface ExternalKnowledgeTables {
  external_knowledge_apis: {
    id: string;
    workspace_id: string;
    name: string;
    endpoint: string;
    sealed_key: string;
    key_hint: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}
