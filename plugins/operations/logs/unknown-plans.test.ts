import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Database } from '#plugins/database/contract.ts';
import { plansOf } from '#plugins/database/testing/plans.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { rowsOfRuns } from '#plugins/erasure/contract.ts';
import { ConversationLogStore } from './conversation-store.ts';
import { MessageLogStore } from './message-store.ts';
import { SearchStore } from './search-store.ts';

/** The planner is the same on the embedded database, where so many rows take long, and fewer are rightly scanned. */
const onServer = it.skipIf(inject('testDatabaseUrl') === '');
const ROWS = 30_000;
const workspaceId = '00000000-0000-7000-8000-000000000001';
const appId = '00000000-0000-7000-8000-0000000000a1';
const id = (kind: string, n: string) => `(lpad(to_hex(${n}), 8, '0') || '-0000-7000-8000-00000000000${kind}')::uuid`;
const conversationId = '00000200-0000-7000-8000-00000000000c';

/** All of one app and user, and PostgreSQL knows nothing of the tables yet. */
let test: TestDatabase;
beforeAll(async () => {
  if (inject('testDatabaseUrl') === '') return;
  test = await createTestDatabase();
  const fill = (table: string, values: readonly string[]) =>
    runQuery(test.database, `insert into ${table} select ${values.join(', ')} from generate_series(1, ${ROWS}) n`);
  const owner = [`'${workspaceId}'::uuid`, `'${appId}'::uuid`, `'${appId}'::uuid`];
  await fill(
    `conversations (id, workspace_id, app_id, end_user_id, name, mode, inputs, introduction, dialogue_count, created_at,
      updated_at)`,
    [id('c', 'n'), ...owner, `'c'`, `'chat'`, `'{}'`, `''`, '1', 'to_timestamp(n)', 'to_timestamp(n)'],
  );
  await fill(
    `messages (id, workspace_id, app_id, end_user_id, conversation_id, run_id, inputs, query, answer, files, answer_files,
      citations, status, message_tokens, answer_tokens, total_price, currency, latency, created_at)`,
    [
      ...[id('d', 'n'), ...owner, id('c', 'n'), id('e', 'n'), `'{}'`, `'q'`, `'a'`, `'[]'`, `'[]'`, `'[]'`, `'normal'`],
      ...['1', '1', '0', `'USD'`, '1', 'to_timestamp(n)'],
    ],
  );
  await fill('message_feedbacks (id, workspace_id, app_id, end_user_id, conversation_id, message_id, source, rating)', [
    id('f', 'n'),
    ...owner,
    id('c', 'n'),
    id('d', 'n'),
    `'user'`,
    `'like'`,
  ]);
}, 120_000);
afterAll(() => test?.dispose());

/** Indexes by which `work` reads. */
async function indexes<Found>(work: (seen: Database) => Promise<Found>) {
  const { plans, database } = plansOf(test.database);
  const found = await work(database);
  const names = plans.flatMap((plan) => plan.match(/Seq Scan on \w+|(?:using|Bitmap Index Scan on) \w+/g) ?? []);
  return { found, used: new Set(names.map((name) => name.split(' ').at(-1))) };
}

onServer('conversations are walked by their activity, with what is theirs alone', async () => {
  const { found, used } = await indexes((database) =>
    new ConversationLogStore(database, new SearchStore(database)).page(
      { workspaceId, appId, from: undefined, to: undefined, users: undefined, search: undefined, feedback: 'like' },
      { cursor: undefined, limit: 20, isOldestFirst: false },
    ),
  );
  expect(found?.items.map(({ messages, likes }) => [messages, likes])).toEqual(Array(20).fill([1, 1]));
  for (const name of ['conversations_by_activity', 'messages_by_conversation', 'message_feedbacks_by_conversation']) {
    expect(used).toContain(name);
  }
  for (const name of ['messages_of', 'message_feedbacks_of']) expect(used).not.toContain(name);
});

onServer('the messages of a conversation are read with the feedback on them alone', async () => {
  const { found, used } = await indexes((database) =>
    new MessageLogStore(database).page({ workspaceId, appId }, conversationId, { after: undefined, limit: 20 }),
  );
  expect(found.map(({ feedbacks }) => feedbacks.length)).toEqual([1]);
  for (const name of ['messages_by_conversation', 'message_feedbacks_message_id_source_key'])
    expect(used).toContain(name);
  for (const name of ['messages_of', 'message_feedbacks_of']) expect(used).not.toContain(name);
});

onServer('what is erased with a run is found without reading what all others have', async () => {
  const messageId = conversationId.replace(/c$/, 'd');
  const { used } = await indexes((database) => {
    const owner = rowsOfRuns(database, { id: 'test', by: 'message_id', tables: ['message_feedbacks'] });
    return owner.removeRuns({ workspaceId, appId }, [{ runId: messageId, messageId, isOver: true }]);
  });
  expect([...used]).toEqual(['message_feedbacks_message_id_source_key']);
  const { found } = await indexes((database) =>
    new MessageLogStore(database).page({ workspaceId, appId }, conversationId, { after: undefined, limit: 20 }),
  );
  expect(found.map(({ feedbacks }) => feedbacks.length)).toEqual([0]);
});
