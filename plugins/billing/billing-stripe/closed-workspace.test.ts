import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Billing } from '#plugins/billing/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Jobs } from '#plugins/jobs/contract.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { signatureOf } from './testing/signed-event.ts';
import { startStripe } from './testing/stripe-server.ts';

const KEY = 'sk_test_closedWorkspace';
const SECRET = 'whsec_ofClosedWorkspaces';
const waiting = { timeout: 60_000, interval: 100 } as const;
let stripe: Awaited<ReturnType<typeof startStripe>>;
let platform: TestPlatform;
let events = 0;

beforeAll(async () => {
  stripe = await startStripe(KEY);
  platform = await startPlatform({
    threads: 0,
    env: {
      WEFT_STRIPE_SECRET_KEY: KEY,
      WEFT_STRIPE_WEBHOOK_SECRET: SECRET,
      WEFT_STRIPE_PRICES: JSON.stringify({ team: 'price_team' }),
      WEFT_STRIPE_API_URL: `http://${stripe.address}`,
      WEFT_EGRESS_ALLOW: stripe.address,
    },
  });
});
afterAll(async () => {
  await platform.dispose();
  await stripe.close();
});

async function tell(customer: string): Promise<number> {
  events += 1;
  const head = { id: `evt_closed_${events}`, object: 'event', type: 'customer.subscription.updated', livemode: false };
  const body = JSON.stringify({ ...head, data: { object: { id: 'sub_x', object: 'subscription', customer } } });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, SECRET) };
  return (await fetch(`${platform.url}/billing/stripe/webhook`, { method: 'POST', headers, body })).status;
}

/** A workspace whose owner stands before the page of Stripe. */
async function ordering() {
  const { id } = await platform.kernel.resolve(Workspaces).create({ name: 'Customer', ownerName: 'Ada' });
  const { client } = await newMember(platform, 'owner', id);
  const { body } = await client.request('/console/api/billing/subscription', {
    body: { plan: 'team', provider: 'stripe' },
  });
  const customer = (body as { url: string }).url.split('/').at(-1) ?? '';
  const close = async () => {
    const answer = await client.request('/console/api/workspace/deletion', { body: { name: 'Customer' } });
    expect(answer.status, answer.text).toBe(200);
  };
  const restore = async () => {
    const answer = await client.request(`/console/api/workspaces/${id}/restore`, { method: 'POST' });
    expect(answer.status, answer.text).toBe(200);
  };
  const pausedAt = async () => (await platform.kernel.resolve(Billing).subscription(id))?.pausedAt;
  const updates = (subscription: { id: string }) =>
    stripe.seen.filter(({ method, path }) => method === 'POST' && path === `/v1/subscriptions/${subscription.id}`);
  return { id, customer, close, restore, pausedAt, updates };
}

/** One that has paid. */
async function subscribed() {
  const place = await ordering();
  const subscription = stripe.subscribe(place.customer, 'price_team');
  expect(await tell(place.customer)).toBe(200);
  return { ...place, subscription };
}

describe('a closed workspace', () => {
  it('is not charged until it is restored, and then goes on with the period Stripe tells', async () => {
    const { id, customer, subscription, close, restore, pausedAt, updates } = await subscribed();
    const neighbour = await subscribed();
    await close();
    await expect.poll(() => subscription.paused, waiting).toBe('void');
    await expect.poll(pausedAt, waiting).toEqual(expect.any(Number));
    // Stripe goes through the periods all the same, and says so.
    subscription.until += 2_592_000;
    expect(await tell(customer)).toBe(200);
    expect(updates(subscription)).toHaveLength(1);
    await restore();
    await expect.poll(() => subscription.paused, waiting).toBeNull();
    await expect.poll(pausedAt, waiting).toBeNull();
    expect(await platform.kernel.resolve(Billing).subscription(id)).toMatchObject({
      state: 'active',
      periodEnd: subscription.until * 1000,
    });
    expect([subscription.status, subscription.metadata]).toEqual(['active', {}]);
    expect([neighbour.subscription.paused, updates(neighbour.subscription)]).toEqual([null, []]);
  });

  it('is left as it is where somebody paused it at Stripe before', async () => {
    const { subscription, close, restore, pausedAt, updates } = await subscribed();
    subscription.paused = 'keep_as_draft';
    await close();
    await expect.poll(pausedAt, waiting).toEqual(expect.any(Number));
    await restore();
    await expect.poll(pausedAt, waiting).toBeNull();
    expect([subscription.paused, updates(subscription)]).toEqual(['keep_as_draft', []]);
  });

  it('can not be paid for: its page is closed, and what was paid on it in that moment is paused', async () => {
    const { id, customer, close } = await ordering();
    await close();
    const open = () => stripe.checkouts.filter((each) => each.customer === customer && each.status === 'open');
    await expect.poll(open, waiting).toEqual([]);
    const late = stripe.subscribe(customer, 'price_team');
    expect(await tell(customer)).toBe(200);
    await expect.poll(() => late.paused, waiting).toBe('void');
    expect(await platform.kernel.resolve(Workspaces).get(id)).not.toBeNull();
  });

  it('is paused when Stripe is back, if it was down, and resumed if the workspace is open by then', async () => {
    const [closed, restored] = [await subscribed(), await subscribed()];
    stripe.state.isDown = true;
    const before = stripe.seen.length;
    await closed.close();
    await restored.close();
    const asked = ({ customer }: { customer: string }) =>
      stripe.seen.slice(before).some(({ path }) => path.includes(customer));
    await expect.poll(() => asked(closed) && asked(restored), waiting).toBe(true);
    await restored.restore();
    stripe.state.isDown = false;
    await expect.poll(() => closed.subscription.paused, waiting).toBe('void');
    // A job that was under way when it was restored may pause it yet, and looks again afterwards.
    await expect.poll(async () => (await platform.kernel.resolve(Jobs).depth()).running, waiting).toBe(0);
    await expect.poll(() => restored.subscription.paused, waiting).toBeNull();
    await expect.poll(restored.pausedAt, waiting).toBeNull();
  }, 180_000);

  it('is canceled for good when it is removed, paused as it is', async () => {
    const { id, subscription, close } = await subscribed();
    await close();
    await expect.poll(() => subscription.paused, waiting).toBe('void');
    const db = platform.kernel.resolve(Database);
    await runQuery(db, `update workspaces set purge_at = now() - interval '1 second' where id = '${id}'`);
    const job = `payload->'payload'->>'workspaceId' = '${id}'`;
    await runQuery(db, `update graphile_worker._private_jobs set run_at = now() where ${job}`);
    await expect.poll(() => platform.kernel.resolve(Workspaces).get(id), waiting).toBeNull();
    expect(subscription.status).toBe('canceled');
  });
}, 120_000);
