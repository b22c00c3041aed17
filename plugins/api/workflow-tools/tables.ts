import type { Generated } from 'kysely';

/** The table of workflows that are tools (migrations/workflow-tools). */
export interface WorkflowToolTables {
  workflow_tools: {
    workspace_id: string;
    app_id: string;
    id: string;
    name: string;
    label: string;
    description: string;
    parameters: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}
