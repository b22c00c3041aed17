import { afterAll, beforeAll, expect, it } from 'vitest';
import { Billing } from '../billing/contract.ts';
import { Database } from '../database/contract.ts';
import { runQuery } from '../database/testing/run-query.ts';
import { startPlatform, type TestPlatform } from '../delivery-api/testing/platform.ts';
import { newMember } from '../members/testing/people.ts';
import { WorkspaceEndings } from '../workspace-deletion/contract.ts';
import { PlanLimits, Workspaces } from '../workspaces/contract.ts';
import { InvoiceStore } from './invoice-store.ts';
import { InvoicesService } from './invoices-service.ts';

const DAY = 86_400;
const path = '/console/api/billing/invoices';
const waiting = { timeout: 60_000, interval: 100 } as const;
const now = () => Math.floor(Date.now() / 1000);

let platform: TestPlatform;
let invoices: InvoicesService;
beforeAll(async () => {
  platform = await startPlatform();
  invoices = new InvoicesService({
    store: new InvoiceStore(platform.kernel.resolve(Database)),
    billing: platform.kernel.resolve(Billing),
    plans: platform.kernel.contributions(PlanLimits),
    logger: { info() {}, warn() {}, error() {}, debug() {} } as never,
  });
});
afterAll(() => platform.dispose());

async function place() {
  const { id } = await platform.kernel.resolve(Workspaces).create({ name: 'Customer', ownerName: 'Ada' });
  const { client } = await newMember(platform, 'owner', id);
  const headers = { 'x-workspace-id': id };
  const lines = [{ description: 'Team', amount: '10' }];
  const issue = (from: number, dueAt = now() + DAY) =>
    platform.management.request(path, {
      headers,
      body: { plan: 'team', period_start: from, period_end: from + 30 * DAY, currency: 'EUR', due_at: dueAt, lines },
    });
  const pay = async (answer: { body: unknown }) =>
    platform.management.request(`${path}/${(answer.body as { id: string }).id}/pay`, { method: 'POST', headers });
  const close = () => client.request('/console/api/workspace/deletion', { body: { name: 'Customer' } });
  const restore = () => client.request(`/console/api/workspaces/${id}/restore`, { method: 'POST' });
  const subscription = () => platform.kernel.resolve(Billing).subscription(id);
  const pausedAt = async () => (await subscription())?.pausedAt;
  const list = async () => (await client.request(path)).body as { data: { due_at: number; overdue: boolean }[] };
  return { id, client, issue, pay, close, restore, subscription, pausedAt, list };
}

it('a closed workspace gets no invoice, none of its own becomes overdue, and its period waits for it', async () => {
  const { id, client, issue, pay, close, restore, subscription, pausedAt, list } = await place();
  await pay(await issue(now()));
  const before = await subscription();
  const open = (await issue(now() + 30 * DAY)).body as { due_at: number };
  expect((await close()).status).toBe(200);
  await expect.poll(pausedAt, waiting).toEqual(expect.any(Number));
  expect(await issue(now() + 60 * DAY)).toMatchObject({ status: 403, body: { code: 'workspace_closed' } });

  // Five days pass.
  const db = platform.kernel.resolve(Database);
  const ago = `- interval '${5 * DAY} seconds'`;
  await runQuery(db, `update subscriptions set paused_at = paused_at ${ago} where workspace_id = '${id}'`);
  const held = await runQuery<{ held: boolean }>(
    db,
    `update invoices set held_at = held_at ${ago} where workspace_id = '${id}' and status = 'open'
     returning held_at is not null as held`,
  );
  expect(held).toEqual([{ held: true }]);
  await invoices.tick(Date.now() + 2 * DAY * 1000);
  await platform.kernel.resolve(Billing).apply(id, { type: 'time', at: Date.now() + 90 * DAY * 1000 }, 'clock');
  expect(await subscription()).toMatchObject({ state: 'active', plan: 'team', periodEnd: before?.periodEnd });

  expect((await restore()).status).toBe(200);
  await expect.poll(pausedAt, waiting).toBeNull();
  const moved = ((await subscription())?.periodEnd ?? 0) - (before?.periodEnd ?? 0);
  expect(moved).toBeGreaterThanOrEqual(5 * DAY * 1000);
  expect(moved).toBeLessThan(6 * DAY * 1000);
  const due = async () => (await list()).data[0]?.due_at ?? 0;
  await expect.poll(due, waiting).toBeGreaterThanOrEqual(open.due_at + 5 * DAY);
  // Once it is open, what is due is due.
  await invoices.tick(Date.now() + 8 * DAY * 1000);
  expect(await subscription()).toMatchObject({ state: 'past_due' });
  expect((await list()).data[0]).toMatchObject({ overdue: true });
  const { body } = await client.request('/console/api/billing/changes');
  const changes = (body as { data: { event: string; source: string }[] }).data;
  expect(changes.map(({ event }) => event)).toEqual(['payment_failed', 'reopened', 'closed', 'paid']);
  expect(changes[1]).toMatchObject({ source: 'workspace' });
}, 120_000);

it('being told twice that it was closed or opened changes nothing more', async () => {
  const { id, issue, pay, subscription, list } = await place();
  await pay(await issue(now()));
  await issue(now() + 30 * DAY);
  const endings = platform.kernel.contributions(WorkspaceEndings).all();
  const { signal } = new AbortController();
  const follow = async (closedAt: number | null) => {
    for (const each of endings) await each.follow?.(id, closedAt, signal);
    return [await subscription(), (await list()).data];
  };
  const closedAt = Date.now() - 2 * DAY * 1000;
  expect(await follow(closedAt)).toEqual(await follow(closedAt + DAY * 1000));
  expect(await follow(null)).toEqual(await follow(null));
  expect((await subscription())?.pausedAt).toBeNull();
});
