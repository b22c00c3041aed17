import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here; of credentials the names of their sets alone. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'workspace_models',
    key: ['provider', 'type', 'model'],
    columns: [
      'provider',
      'type',
      'model',
      'is_enabled',
      'is_custom',
      'context_size',
      'set_ids',
      'set_mode',
      'created_at',
    ],
  },
  {
    id: 'model_credentials',
    key: ['id'],
    columns: ['id', 'provider', 'name', 'is_default', 'created_at', 'updated_at'],
  },
  { id: 'default_models', key: ['type'], columns: ['type', 'provider', 'model', 'updated_at'] },
];
