import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Mail } from '#plugins/mail/contract.ts';
import { type MailServer, startMailServer } from '#plugins/mail/testing/mail-server.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';

const price = { amount: '159', currency: 'EUR', per: 'month' };
let platform: TestPlatform;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  const plans = JSON.stringify({ team: { price } });
  const env = { SMTP_URL: mail.url, WEFT_BILLING_ORDERS_TO: 'bills@example.com,boss@example.com', WEFT_PLANS: plans };
  platform = await startPlatform({ threads: 0, env });
});
afterAll(async () => {
  await platform.dispose();
  await mail[Symbol.asyncDispose]();
});

interface Orders {
  readonly data: readonly { readonly id: string; readonly workspace: { readonly id: string } }[];
  readonly has_more: boolean;
}
const path = '/console/api/installation/orders';
const subscription = '/console/api/billing/subscription';
const orders = async (query = '') => (await platform.management.request(`${path}${query}`)).body as Orders;

async function customer() {
  const { id } = await platform.kernel.resolve(Workspaces).create({ name: 'Customer', ownerName: 'Ada' });
  return { id, owner: await newMember(platform, 'owner', id) };
}

it('an order by invoice reaches whoever runs the server: a list, an e-mail to each, a line in the log', async () => {
  const { id, owner } = await customer();
  const offered = (await owner.client.request('/console/api/billing/plans')).body as { data: { plan: string }[] };
  expect(offered.data.find(({ plan }) => plan === 'team')).toMatchObject({ price });
  expect(offered.data.find(({ plan }) => plan === 'enterprise')).toMatchObject({ price: null });
  expect((await orders()).data).toEqual([]);
  const order = (plan: string) => owner.client.request(subscription, { body: { plan } });
  expect((await order('team')).status).toBe(200);
  expect((await order('team')).status).toBe(200);
  expect((await orders()).data).toMatchObject([
    {
      workspace: { id, name: 'Customer' },
      provider: 'invoices',
      plan: 'team',
      price,
      current_plan: null,
      ordered_by: owner.email,
    },
  ]);
  await expect.poll(() => mail.emails.length).toBe(2);
  expect(mail.emails.map(({ to }) => to).sort()).toEqual(['bills@example.com', 'boss@example.com']);
  expect(mail.emails[0]?.text).toContain('ordered the plan Team (159 EUR per month)');
  const lines = platform.log.filter(({ message }) => message.startsWith('a plan was ordered'));
  expect(lines.map(({ fields }) => fields)).toMatchObject([{ workspaceId: id, plan: 'team', by: owner.email }]);
  expect((await owner.client.request(path)).status).toBe(403);
});

it('is gone from the list once it is paid or canceled, and is paged', async () => {
  const [paid, canceled] = [await customer(), await customer()];
  for (const { owner } of [paid, canceled]) await owner.client.request(subscription, { body: { plan: 'team' } });
  const [first] = (await orders('?limit=1')).data;
  expect(first?.workspace.id).toBe(canceled.id);
  const rest = await orders(`?before=${first?.id}`);
  expect(rest.data.map(({ workspace }) => workspace.id)).toContain(paid.id);
  await canceled.owner.client.request(`${subscription}?now=true`, { method: 'DELETE' });
  const at = Math.floor(Date.now() / 1000);
  const invoice = { plan: 'team', period_start: at, period_end: at + 86_400, currency: 'EUR', due_at: at + 86_400 };
  const headers = { 'x-workspace-id': paid.id };
  const issued = await platform.management.request('/console/api/billing/invoices', {
    headers,
    body: { ...invoice, lines: [{ description: 'Team', amount: '159' }] },
  });
  const { id } = issued.body as { id: string };
  await platform.management.request(`/console/api/billing/invoices/${id}/pay`, { method: 'POST', headers });
  const open = (await orders()).data.map(({ workspace }) => workspace.id);
  expect(open).not.toContain(paid.id);
  expect(open).not.toContain(canceled.id);
});

it('e-mails about orders are counted apart from notices, and one too many is left out', async () => {
  const sender = platform.kernel.resolve(Mail);
  const fill = async (about: 'notices' | 'orders') => {
    const sentEmail = { to: 'boss@example.com', about, subject: 'Many', text: 'Many' };
    await expect(
      (async () => {
        for (;;) await sender.send(sentEmail);
      })(),
    ).rejects.toMatchObject({ code: 'mail.too_many_letters' });
  };
  const told = (id: string) => mail.emails.filter(({ text }) => text.includes(id)).map(({ to }) => to);
  const [one, other] = [await customer(), await customer()];
  await fill('notices');
  await one.owner.client.request(subscription, { body: { plan: 'team' } });
  await expect.poll(() => told(one.id).sort()).toEqual(['bills@example.com', 'boss@example.com']);
  await fill('orders');
  await other.owner.client.request(subscription, { body: { plan: 'team' } });
  const leftOut = () =>
    platform.log.some(({ message }) => message === 'an order was not told by mail: too many e-mails within an hour');
  await expect.poll(leftOut).toBe(true);
  await expect.poll(() => told(other.id)).toEqual(['bills@example.com']);
});
