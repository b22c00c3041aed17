import type { ColumnType, Generated } from 'kysely';
import type { PlanAllowance } from './plan-limits.ts';

/** The workspaces' table (migrations/workspaces). */
export interface WorkspaceTables {
  workspaces: {
    id: string;
    name: string;
    description: string;
    plan: string;
    owner_name: string;
    /** The account. */
    made_by: Generated<string | null>;
    code_network: Generated<boolean>;
    /** JSON, written as text. */
    plan_terms: ColumnType<Partial<PlanAllowance> | null, string | null | undefined, string | null>;
    created_at: Generated<Date>;
    /** Closed until it is purged or comes back; null: open. */
    deleted_at: Generated<Date | null>;
    deleted_by: Generated<string | null>;
    purge_at: Generated<Date | null>;
  };
}
