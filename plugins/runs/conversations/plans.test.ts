import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { plansOf } from '#plugins/database/testing/plans.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { ConversationStore } from './store.ts';

const isServer = inject('testDatabaseUrl') !== '';
const onServer = it.skipIf(!isServer);
const workspaceId = '00000000-0000-7000-8000-000000000001';
const appId = '00000000-0000-7000-8000-0000000000a1';
const endUserId = '00000000-0000-7000-8000-0000000000e1';
const long = '00000000-0000-7000-8000-0000000000c0';

/** Messages that PostgreSQL has counted, and as many of which it knows nothing yet. */
const databases: Partial<Record<'known' | 'unknown', TestDatabase>> = {};
beforeAll(async () => {
  if (!isServer) return;
  databases.known = await filled();
  await runQuery(databases.known.database, 'analyze messages');
  databases.unknown = await filled();
}, 120_000);
afterAll(() => Promise.all(Object.values(databases).map((each) => each.dispose())));

async function filled(): Promise<TestDatabase> {
  const test = await createTestDatabase();
  // A quarter of all messages is of one conversation, and older than most of the others.
  await runQuery(
    test.database,
    `insert into messages (id, workspace_id, app_id, conversation_id, end_user_id, run_id, inputs, query, answer, files,
       answer_files, citations, status, message_tokens, answer_tokens, total_price, currency, latency, created_at)
     select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, '${workspaceId}', '${appId}',
       case when n <= 5000 and n % 2 = 0 then '${long}'::uuid else gen_random_uuid() end, '${endUserId}',
       gen_random_uuid(), '{}', 'q', 'a', '[]', '[]', '[]', 'normal', 1, 1, 0, 'USD', 1, now()
     from generate_series(1, 10000) n`,
  );
  return test;
}

function watched(name: 'known' | 'unknown') {
  const test = databases[name];
  if (test === undefined) throw new Error('nothing is filled');
  return plansOf(test.database);
}

onServer.each(['known', 'unknown'] as const)(
  'reads messages of one conversation alone, by its index (%s)',
  async (name) => {
    const { plans, database } = watched(name);
    const store = new ConversationStore(database);
    const owner = { workspaceId, appId, endUserId };
    const { items } = await store.messages(owner, long, { firstId: null, limit: 20 });
    expect(items).toHaveLength(20);
    expect(items.at(-1)?.id).toBe('00001388-0000-7000-8000-000000000000');
    await store.history(workspaceId, appId, long, 10);
    await store.firstQuery(workspaceId, long);
    expect(plans).toHaveLength(3);
    for (const plan of plans) expect(plan).toMatch(/Index Scan( Backward)? using messages_by_conversation/);
  },
);

onServer('finds one conversation by its key, also in a table that nothing is known of yet', async () => {
  const { plans, database } = watched('unknown');
  const store = new ConversationStore(database);
  expect(await store.find({ workspaceId, appId, endUserId }, long)).toBeNull();
  expect(plans).toHaveLength(1);
  // By its id alone, or with its workspace: both lead to one row.
  expect(plans[0]).toMatch(/Index Scan using conversations_(pkey|of) /);
});
