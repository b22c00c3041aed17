import type { Generated } from 'kysely';

/** The table of keys of knowledge bases (migrations/dataset-keys). */
export interface DatasetKeyTables {
  dataset_keys: {
    id: string;
    workspace_id: string;
    name: string;
    hash: string;
    last_four: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
    revoked_at: Date | null;
  };
}
