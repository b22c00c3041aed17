import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'message_feedbacks',
    key: ['id'],
    columns: [
      'id',
      'app_id',
      'conversation_id',
      'message_id',
      'source',
      'end_user_id',
      'account_id',
      'rating',
      'content',
      'created_at',
      'updated_at',
    ],
  },
];
