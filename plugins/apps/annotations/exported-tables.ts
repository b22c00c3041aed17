import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'annotations',
    key: ['id'],
    columns: ['id', 'app_id', 'question', 'answer', 'author_name', 'hit_count', 'created_at', 'updated_at'],
  },
];
