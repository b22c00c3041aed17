import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here. Embed tokens and secrets are made anew where it is taken in. */
export const exportedTables: readonly ExportedTable[] = [
  { id: 'app_sites', key: ['app_id'], columns: ['app_id', 'settings', 'created_at', 'updated_at'] },
];
