import type { Generated } from 'kysely';

/** The end users' table (migrations/end-users). */
export interface EndUserTables {
  end_users: {
    id: string;
    workspace_id: string;
    app_id: string;
    type: string;
    session_id: string;
    is_anonymous: boolean;
    created_at: Generated<Date>;
  };
}
