import type { Generated } from 'kysely';

/** The workspaces' table (migrations/workspaces). */
export interface WorkspaceTables {
  workspaces: {
    id: string;
    name: string;
    description: string;
    plan: string;
    owner_name: string;
    code_network: Generated<boolean>;
    created_at: Generated<Date>;
  };
}
