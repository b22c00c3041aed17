import type { Generated } from 'kysely';

/** The table of swapped models (migrations/import-plans). */
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
}
