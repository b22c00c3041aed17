import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here; credentials are no part of them. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'workspace_models',
    key: ['provider', 'type', 'model'],
    columns: ['provider', 'type', 'model', 'is_enabled', 'is_custom', 'context_size', 'created_at'],
  },
  { id: 'default_models', key: ['type'], columns: ['type', 'provider', 'model', 'updated_at'] },
];
