import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { appId, columns, ListPlans, workspaceId } from '#plugins/database/testing/list-plans.ts';
import type { ConversationSort } from './contract.ts';
import { ConversationStore } from './store.ts';

/** The planner is the same on the embedded database, where so many rows take long, and fewer are rightly scanned. */
const isServer = inject('testDatabaseUrl') !== '';
const endUserId = '00000000-0000-7000-8000-0000000000e1';
const otherUserId = '00000000-0000-7000-8000-0000000000e2';
const table = `conversations (id, workspace_id, app_id, end_user_id, name, mode, inputs, introduction, dialogue_count,
  created_at, updated_at)`;
const values = [
  ...[columns.id, columns.workspace, columns.app],
  // Another user's are newer.
  `case when n <= 15000 then '${endUserId}'::uuid else '${otherUserId}'::uuid end`,
  ...[`'c'`, `'chat'`, `'{}'`, `''`, '1', `to_timestamp(n)`, `to_timestamp(n)`],
];
let known: ListPlans;
let unknown: ListPlans;
beforeAll(async () => {
  if (!isServer) return;
  known = await ListPlans.fill(table, values);
  unknown = await ListPlans.fillUnknown(table, values);
}, 120_000);
afterAll(() => Promise.all([known?.dispose(), unknown?.dispose()]));

it.skipIf(!isServer).each<[ConversationSort, string]>([
  ['-updated_at', 'conversations_by_update'],
  ['updated_at', 'conversations_by_update'],
  ['-created_at', 'conversations_by_creation'],
  ['created_at', 'conversations_by_creation'],
])("a user's conversations are walked in the order that is asked for (%s)", async (sort, index) => {
  for (const list of [known, unknown]) {
    const store = new ConversationStore(list.database);
    const ask = () =>
      store.list({ workspaceId, appId, endUserId }, { lastId: null, limit: 20, sort, isArchived: false });
    const { items, hasMore } = await list.expectIndex(ask, 'conversations', index);
    const times = items.map(({ createdAt }) => createdAt / 1_000);
    const first = sort.startsWith('-') ? [15_000, 14_999] : [1, 2];
    expect([times.slice(0, 2), items.length, hasMore]).toEqual([first, 20, true]);
  }
});

it.skipIf(!isServer)('what a user has archived is found by its own index', async () => {
  for (const list of [known, unknown]) {
    const store = new ConversationStore(list.database);
    const page = { lastId: null, limit: 20, sort: '-updated_at' as const, isArchived: true };
    const ask = () => store.list({ workspaceId, appId, endUserId }, page);
    const { items } = await list.expectIndex(ask, 'conversations', 'conversations_archived');
    expect(items).toEqual([]);
  }
});
