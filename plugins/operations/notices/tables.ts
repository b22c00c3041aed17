import type { Generated } from 'kysely';

/** The table of notices (migrations/notices). */
export interface NoticeTables {
  notices_told: { workspace_id: string; name: string; told_at: Generated<Date> };
}
