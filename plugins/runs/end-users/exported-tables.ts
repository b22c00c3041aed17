import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here. */
export const exportedTables: readonly ExportedTable[] = [
  { id: 'end_users', key: ['id'], columns: ['id', 'app_id', 'type', 'session_id', 'is_anonymous', 'created_at'] },
];
