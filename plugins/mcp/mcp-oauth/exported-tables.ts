import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here: who lets which client use what. No code and no token, nor their hashes. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'mcp_oauth_grants',
    key: ['id'],
    columns: ['id', 'app_id', 'account_id', 'client_id', 'client_name', 'created_at', 'used_at'],
  },
];
