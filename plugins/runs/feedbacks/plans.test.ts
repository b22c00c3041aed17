import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { appId, columns, ListPlans, workspaceId } from '#plugins/database/testing/list-plans.ts';
import { FeedbackStore } from './store.ts';

/** The planner is the same on the embedded database, where so many rows take long, and fewer are rightly scanned. */
const isServer = inject('testDatabaseUrl') !== '';
const endUserId = '00000000-0000-7000-8000-0000000000e1';
const messageId = '00000000-0000-0000-0000-000000000200';
const table = 'message_feedbacks (id, workspace_id, app_id, message_id, end_user_id, source, rating)';
const values = [columns.id, columns.workspace, columns.app, columns.id, `'${endUserId}'::uuid`, `'user'`, `'like'`];
let known: ListPlans;
let unknown: ListPlans;
beforeAll(async () => {
  if (!isServer) return;
  known = await ListPlans.fill(table, values);
  unknown = await ListPlans.fillUnknown(table, values);
}, 120_000);
afterAll(() => Promise.all([known?.dispose(), unknown?.dispose()]));

it.skipIf(!isServer)('the feedback on an app is walked in the order of its own index', async () => {
  for (const list of [known, unknown]) {
    const ask = () => new FeedbackStore(list.database).list(workspaceId, appId, { page: 3, limit: 20 });
    const found = await list.expectIndex(ask, 'message_feedbacks', 'message_feedbacks_by_app');
    expect(found.map(({ id }) => id)).toEqual([...found.map(({ id }) => id)].sort().reverse());
    expect(found.length).toBe(20);
  }
});

it.skipIf(!isServer)('one is taken back without reading all that its user has given', async () => {
  for (const list of [known, unknown]) {
    const store = new FeedbackStore(list.database);
    const take = () => store.takeBack({ workspaceId, appId, messageId, endUserId });
    expect(await list.expectIndex(take, 'message_feedbacks', 'message_feedbacks_message_id_source_key')).toBe(true);
  }
});
