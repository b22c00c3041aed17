import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { appId, columns, ListPlans, workspaceId } from '#plugins/database/testing/list-plans.ts';
import { ErasureStore } from './erasure-store.ts';

/** The planner is the same on the embedded database, where so many rows take long, and fewer are rightly scanned. */
const isServer = inject('testDatabaseUrl') !== '';
let messages: ListPlans;
beforeAll(async () => {
  if (!isServer) return;
  messages = await ListPlans.fillUnknown(
    `messages (id, workspace_id, app_id, conversation_id, end_user_id, run_id, inputs, query, answer, files, answer_files,
      citations, status, message_tokens, answer_tokens, total_price, currency, latency, created_at)`,
    [
      ...[columns.id, columns.workspace, columns.app, columns.id, columns.app, columns.id, `'{}'`, `'q'`, `'a'`],
      ...[`'[]'`, `'[]'`, `'[]'`, `'normal'`, '1', '1', '0', `'USD'`, '1', 'now()'],
    ],
  );
}, 120_000);
afterAll(() => messages?.dispose());

it.skipIf(!isServer)('the messages of a conversation to be erased are found by their index', async () => {
  const id = '00000000-0000-0000-0000-000000000200';
  const store = new ErasureStore(messages.database);
  const ask = () => store.find({ workspaceId, appId, of: 'conversation', id }, 100);
  const found = await messages.expectIndex(ask, 'messages', 'messages_by_conversation');
  expect(found).toMatchObject([{ runId: id, messageId: id, isOver: true }]);
});
