import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here: no keys. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'repository_links',
    key: ['id'],
    columns: [
      ...[
        'id',
        'provider',
        'url',
        'repository',
        'branch',
        'folder',
        'environment_file',
        'direction',
        'commits',
        'applies',
      ],
      ...['takes_new', 'plans', 'state', 'head', 'author_name', 'created_at'],
    ],
  },
  {
    id: 'repository_apps',
    key: ['link_id', 'key'],
    columns: ['link_id', 'key', 'app_id', 'name', 'file', 'state', 'reason', 'pull_number', 'pull_url', 'pull_branch'],
  },
  { id: 'repository_plans', key: ['link_id', 'number'], columns: ['link_id', 'number', 'commit_id', 'comment_id'] },
  {
    id: 'repository_changes',
    key: ['id'],
    columns: ['id', 'link_id', 'app_id', 'version_id', 'number', 'state', 'commit_id', 'created_at'],
  },
  {
    id: 'repository_runs',
    key: ['id'],
    columns: [
      ...[
        'id',
        'link_id',
        'began_by',
        'who',
        'commit_before',
        'commit_after',
        'outcome',
        'message',
        'items',
        'started_at',
      ],
    ],
  },
];
