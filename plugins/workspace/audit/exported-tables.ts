import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'audit_entries',
    key: ['id'],
    columns: [
      'id',
      'at',
      'account_id',
      'actor',
      'address',
      'action',
      'summary',
      'targets',
      'details',
      'request_id',
      'status',
    ],
  },
];
