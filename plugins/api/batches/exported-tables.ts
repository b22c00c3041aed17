import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'batches',
    key: ['app_id', 'end_user_id', 'id'],
    columns: [
      'id',
      'app_id',
      'end_user_id',
      'workflow_id',
      'name',
      'kept',
      'status',
      'total',
      'wrong',
      'waiting',
      'running',
      'paused',
      'succeeded',
      'failed',
      'stopped',
      'columns',
      'output_columns',
      'created_at',
      'finished_at',
    ],
    condition: 'deleted_at is null',
  },
  {
    id: 'batch_rows',
    key: ['app_id', 'batch_id', 'number'],
    columns: [
      'app_id',
      'batch_id',
      'number',
      'status',
      'inputs',
      'outputs',
      'error',
      'elapsed',
      'total_tokens',
      'run_id',
    ],
    condition: 'exists (select from batches b where b.id = batch_id and b.deleted_at is null)',
  },
];
