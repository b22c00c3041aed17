import { afterAll, beforeAll, expect, it } from 'vitest';
import { Billing } from '#plugins/billing/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Jobs } from '#plugins/jobs/contract.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { WorkspaceEndings } from '#plugins/workspace-deletion/contract.ts';
import { PlanLimits, Workspaces } from '#plugins/workspaces/contract.ts';
import { InvoiceStore } from './invoice-store.ts';
import { InvoicesService } from './invoices-service.ts';
import { KeptInvoiceStore } from './kept-store.ts';

const DAY = 86_400;
const path = '/console/api/billing/invoices';
const waiting = { timeout: 60_000, interval: 100 } as const;
const now = () => Math.floor(Date.now() / 1000);

let platform: TestPlatform;
let invoices: InvoicesService;
beforeAll(async () => {
  platform = await sharedPlatform();
  invoices = new InvoicesService({
    store: new InvoiceStore(platform.kernel.resolve(Database)),
    kept: new KeptInvoiceStore(platform.kernel.resolve(Database)),
    workspaces: platform.kernel.resolve(Workspaces),
    jobs: platform.kernel.resolve(Jobs),
    billing: platform.kernel.resolve(Billing),
    plans: platform.kernel.contributions(PlanLimits),
    orders: { tell: async () => {} },
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

const all = '/console/api/installation/invoices';
const anyInvoice = (id: string, action: 'pay' | 'void') =>
  platform.management.request(`${all}/${id}/${action}`, { method: 'POST' });

async function issuedTo(workspaceId: string) {
  const { body } = await platform.management.request(`${all}?limit=100`);
  const { data } = body as { data: { id: string; status: string; workspace: { id: string; state: string } }[] };
  return data.filter(({ workspace }) => workspace.id === workspaceId);
}

it('of a closed workspace invoices are paid and made void by whoever runs the server, and what is paid begins later', async () => {
  const { id, client, issue, close, restore, subscription, pausedAt } = await place();
  const [paid, unpaid] = [(await issue(now())).body as { id: string }, (await issue(now())).body as { id: string }];
  expect((await close()).status).toBe(200);
  const headers = { 'x-workspace-id': id };
  const within = await platform.management.request(`${path}/${paid.id}/pay`, { method: 'POST', headers });
  expect(within).toMatchObject({ status: 403, body: { code: 'workspace_closed' } });
  const customer = { id, name: 'Customer', state: 'closed' };
  for (let times = 0; times < 2; times += 1) {
    expect(await anyInvoice(paid.id, 'pay')).toMatchObject({
      status: 200,
      body: { status: 'paid', workspace: customer },
    });
  }
  expect(await anyInvoice(paid.id, 'void')).toMatchObject({ status: 409, body: { code: 'settled' } });
  expect(await anyInvoice(unpaid.id, 'void')).toMatchObject({ status: 200, body: { status: 'void' } });
  expect((await client.request(`${all}/${unpaid.id}/void`, { method: 'POST' })).status).toBe(403);
  expect((await client.request(all)).status).toBe(403);
  expect((await issuedTo(id)).map(({ status }) => status)).toEqual(['void', 'paid']);
  // There was no subscription when it was closed: its time stands still all the same.
  await expect.poll(pausedAt, waiting).toEqual(expect.any(Number));
  expect(await subscription()).toMatchObject({ state: 'active', plan: 'team' });
  expect((await restore()).status).toBe(200);
  await expect.poll(pausedAt, waiting).toBeNull();
  expect((await platform.kernel.resolve(Workspaces).get(id))?.plan).toBe('team');
}, 120_000);

it('of a removed workspace invoices are kept with its name and their numbers, and can be settled', async () => {
  const { id, issue, pay, close } = await place();
  const { id: other } = await place();
  const settled = (await pay(await issue(now()))).body as { id: string; number: string };
  const open = (await issue(now() + 30 * DAY)).body as { id: string; number: string };
  expect((await close()).status).toBe(200);
  const before = await issuedTo(id);
  const db = platform.kernel.resolve(Database);
  await runQuery(db, `update workspaces set purge_at = now() - interval '1 second' where id = '${id}'`);
  await runQuery(
    db,
    `update graphile_worker._private_jobs set run_at = now() where payload->'payload'->>'workspaceId' = '${id}'`,
  );
  const workspaces = platform.kernel.resolve(Workspaces);
  await expect.poll(() => workspaces.get(id), waiting).toBeNull();
  const customer = { id, name: 'Customer', state: 'removed' };
  expect(await issuedTo(id)).toEqual(before.map((invoice) => ({ ...invoice, workspace: customer })));
  expect(await runQuery(db, `select id from invoices where workspace_id = '${id}'`)).toEqual([]);
  expect(await anyInvoice(open.id, 'pay')).toMatchObject({
    status: 200,
    body: { number: open.number, status: 'paid', total: '10.00', workspace: customer },
  });
  expect(await anyInvoice(open.id, 'pay')).toMatchObject({ status: 200 });
  expect(await anyInvoice(settled.id, 'void')).toMatchObject({ status: 409 });
  expect(await anyInvoice('0196f5c0-0000-7000-8000-000000000031', 'pay')).toMatchObject({ status: 404 });
  const page = await platform.management.request(`${all}?status=open&limit=100`);
  expect((page.body as { data: { id: string }[] }).data.map((invoice) => invoice.id)).not.toContain(open.id);
  // Nobody's workspace has them.
  expect(await issuedTo(other)).toEqual([]);
}, 120_000);
