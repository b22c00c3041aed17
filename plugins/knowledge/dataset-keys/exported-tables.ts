import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace tells of its keys: not their hashes. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'dataset_keys',
    key: ['id'],
    columns: ['id', 'name', 'last_four', 'created_at', 'last_used_at', 'revoked_at'],
  },
];
