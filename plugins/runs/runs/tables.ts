import type { Generated } from 'kysely';

/** Tables of the run history (migrations/runs). `json` columns are selected as text. */
export interface RunTables {
  processes: { boot_id: string; instance_id: string; seen_at: Generated<Date> };
  workflow_runs: {
    id: string;
    workspace_id: string;
    app_id: string;
    workflow_id: string;
    process_id: string;
    status: string;
    inputs: string | null;
    outputs: string | null;
    error: string | null;
    total_steps: number;
    total_tokens: number;
    exceptions_count: number;
    elapsed: number | null;
    created_at: Date;
    finished_at: Date | null;
  };
}
