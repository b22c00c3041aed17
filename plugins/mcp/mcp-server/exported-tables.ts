import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here. Codes are made anew where it is taken in. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'mcp_servers',
    key: ['id'],
    columns: ['id', 'app_id', 'enabled', 'name', 'description', 'parameters', 'created_at', 'updated_at'],
  },
];
