import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'usage_budgets',
    key: ['id'],
    columns: [
      'id',
      'app_id',
      'key_id',
      'period',
      'unit',
      'currency',
      'amount',
      'action',
      'model_provider',
      'model_name',
      'created_at',
      'updated_at',
    ],
  },
];
