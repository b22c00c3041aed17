import type { Generated } from 'kysely';

/** Tables of icons (migrations/app-icons). */
export interface IconTables {
  app_icons: { workspace_id: string; hash: string; picture: Uint8Array; created_at: Generated<Date> };
}
