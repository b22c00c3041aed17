import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'results',
    key: ['app_id', 'end_user_id', 'run_id'],
    columns: ['app_id', 'end_user_id', 'run_id', 'name', 'kept'],
    condition: 'not hidden',
  },
];
