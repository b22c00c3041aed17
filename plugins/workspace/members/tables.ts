import type { Generated } from 'kysely';

/** Row types of the members' tables. */
export interface MemberTables {
  memberships: { workspace_id: string; account_id: string; role: string; joined_at: Generated<Date> };
  invitations: {
    id: string;
    workspace_id: string;
    email: string;
    role: string;
    hash: string;
    invited_by: string;
    inviter_id: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
  };
}
