import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here: no tokens. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'dataset_sources',
    key: ['id'],
    columns: [
      'id',
      'dataset_id',
      'kind',
      'name',
      'settings',
      'indexing',
      'refresh',
      'on_vanished',
      'paused',
      'status',
      'error',
      'started_at',
      'finished_at',
      'created_by',
      'created_at',
      'updated_at',
    ],
  },
  {
    id: 'dataset_source_pages',
    key: ['id'],
    columns: ['id', 'dataset_id', 'source_id', 'address', 'status', 'document_id', 'message', 'read_at'],
  },
];
