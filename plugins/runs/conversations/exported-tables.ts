import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

/** What an export of a workspace holds of the tables here. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'conversations',
    key: ['id'],
    columns: [
      'id',
      'app_id',
      'end_user_id',
      'name',
      'mode',
      'inputs',
      'introduction',
      'dialogue_count',
      'created_at',
      'updated_at',
      'pinned',
      'archived',
    ],
    condition: 'deleted_at is null',
  },
  {
    id: 'messages',
    key: ['id'],
    columns: [
      'id',
      'app_id',
      'conversation_id',
      'end_user_id',
      'run_id',
      'inputs',
      'query',
      'answer',
      'files',
      'answer_files',
      'citations',
      'agent_thoughts',
      'parent_id',
      'status',
      'error',
      'message_tokens',
      'answer_tokens',
      'total_price',
      'currency',
      'latency',
      'created_at',
    ],
    // Each looked up: as a list, all conversations would be read for each page.
    condition:
      'conversation_id is null or exists (select from conversations c where c.id = conversation_id and c.deleted_at is null offset 0)',
  },
];
