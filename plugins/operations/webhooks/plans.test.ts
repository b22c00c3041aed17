import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { appId, columns, ListPlans, workspaceId } from '#plugins/database/testing/list-plans.ts';
import type { DeliveryQuery } from './contract.ts';
import { WebhookStore } from './store.ts';

/** The planner is the same on the embedded database, where so many rows take long, and fewer are rightly scanned. */
const isServer = inject('testDatabaseUrl') !== '';
const endpointId = '00000000-0000-7000-8000-0000000000e1';
let list: ListPlans;
beforeAll(async () => {
  if (!isServer) return;
  list = await ListPlans.fill(
    'webhook_deliveries (id, workspace_id, app_id, endpoint_id, run_id, type, occurred_at, body, status)',
    [
      columns.id,
      columns.workspace,
      columns.app,
      `'${endpointId}'::uuid`,
      columns.id,
      `'run.succeeded'`,
      'now()',
      `'{}'`,
      `case when n % 5000 = 0 then 'dead' else 'delivered' end`,
    ],
    `insert into webhook_endpoints (id, workspace_id, app_id, url, events, sealed_secret)
      values ('${endpointId}', '${workspaceId}', '${appId}', 'https://example.com/', '{}', '')`,
  );
}, 120_000);
afterAll(() => list?.dispose());

it.skipIf(!isServer).each<[string, Partial<DeliveryQuery>, number]>([
  ['all', {}, 20],
  ['those before one', { before: '00000000-0000-0000-0000-000000002710' }, 20],
  ['of an endpoint', { endpointId }, 20],
  ['of an endpoint that has none', { endpointId: appId }, 0],
  ['those that failed', { status: 'dead' }, 4],
])('deliveries of an app (%s) are walked in the order of its own index', async (_, query, count) => {
  const store = new WebhookStore(list.database);
  const ask = () => store.deliveries(workspaceId, appId, { limit: 20, ...query });
  const found = await list.expectIndex(ask, 'webhook_deliveries', 'webhook_deliveries_by_app');
  expect(found.map(({ id }) => id)).toEqual([...found.map(({ id }) => id)].sort().reverse());
  expect(found.length).toBe(count);
});
