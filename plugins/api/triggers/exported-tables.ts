import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here: neither addresses nor secrets. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'triggers',
    key: ['id'],
    columns: [
      ...['id', 'app_id', 'node_id', 'kind', 'title', 'enabled', 'cron', 'timezone', 'next_at', 'missed', 'signature'],
      ...['refused', 'last_refusal', 'last_refused_at', 'created_at'],
    ],
    condition: 'absent_since is null',
  },
  {
    id: 'trigger_firings',
    key: ['trigger_id', 'id'],
    columns: [
      'id',
      'app_id',
      'trigger_id',
      'source',
      'due_at',
      'status',
      'run_id',
      'error',
      'created_at',
      'finished_at',
    ],
  },
];
