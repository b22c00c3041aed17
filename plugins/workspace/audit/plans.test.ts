import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { columns, ListPlans, workspaceId } from '#plugins/database/testing/list-plans.ts';
import { type AuditQuery, AuditStore } from './audit-store.ts';

/** The planner is the same on the embedded database, where so many rows take long, and fewer are rightly scanned. */
const isServer = inject('testDatabaseUrl') !== '';
let list: ListPlans;
/** Of those who did something. */
const personId = uuidOf(createHash('md5').update('p7').digest('hex'));

beforeAll(async () => {
  if (!isServer) return;
  list = await ListPlans.fill(
    'audit_entries (id, workspace_id, at, account_id, actor, address, action, summary, targets, details)',
    [
      columns.id,
      columns.workspace,
      'now() - make_interval(secs => 60000 - n)',
      `md5('p' || n % 50)::uuid`,
      `'a'`,
      `'::1'`,
      `case when n % 5000 = 0 then 'apps.rare' else 'apps.update' end`,
      `''`,
      `'{}'`,
      `'{}'`,
    ],
  );
}, 120_000);
afterAll(() => list?.dispose());

it.skipIf(!isServer).each<[string, Partial<AuditQuery>, number]>([
  ['somebody', { accountId: personId }, 20],
  ['somebody, before one', { accountId: personId, before: '00000000-0000-0000-0000-000000002710' }, 20],
  ['somebody who did nothing', { accountId: workspaceId }, 0],
])('what an account did (%s) is walked in the order of an index of its own', async (_, query, count) => {
  const store = new AuditStore(list.database);
  const ask = () => store.list(workspaceId, { limit: 20, ...query });
  const found = await list.expectIndex(ask, 'audit_entries', 'audit_entries_by_account');
  expect(found.map(({ id }) => id)).toEqual([...found.map(({ id }) => id)].sort().reverse());
  expect(found.map(({ accountId }) => accountId)).toEqual(Array.from({ length: count }, () => query.accountId));
});

it.skipIf(!isServer).each<[string, Partial<AuditQuery>, number]>([
  ['all', {}, 20],
  ['those before one', { before: '00000000-0000-0000-0000-000000002710' }, 20],
  ['a rare action', { action: 'apps.rare' }, 4],
  ['an action’s beginning', { action: 'apps' }, 20],
  ['a time', { from: new Date(Date.now() - 3_600_000), to: new Date() }, 0],
])('a workspace’s entries (%s) are walked in the order of its own index', async (_, query, count) => {
  const store = new AuditStore(list.database);
  const ask = () => store.list(workspaceId, { limit: 20, ...query });
  const found = await list.expectIndex(ask, 'audit_entries', 'audit_entries_by_workspace');
  expect(found.map(({ id }) => id)).toEqual([...found.map(({ id }) => id)].sort().reverse());
  expect(found.length).toBe(count);
});

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
