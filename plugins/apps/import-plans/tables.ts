import type { Generated } from 'kysely';

/** Tables of what was swapped by imports (migrations/import-plans). */
export interface ImportPlanTables {
  model_swaps: {
    workspace_id: string;
    type: string;
    provider: string;
    model: string;
    to_provider: string;
    to_model: string;
    updated_at: Generated<Date>;
  };
  dataset_swaps: { workspace_id: string; named: string; to_id: string; updated_at: Generated<Date> };
}
