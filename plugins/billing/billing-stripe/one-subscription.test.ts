import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { signatureOf } from './testing/signed-event.ts';
import { startStripe } from './testing/stripe-server.ts';

const KEY = 'sk_test_oneSubscription';
const SECRET = 'whsec_ofOneSubscriptionOnly';
const prices = { professional: 'price_pro', team: 'price_team' };
const path = '/console/api/billing/subscription';
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
      WEFT_STRIPE_PRICES: JSON.stringify(prices),
      WEFT_STRIPE_API_URL: `http://${stripe.address}`,
      WEFT_EGRESS_ALLOW: stripe.address,
    },
  });
});
afterAll(async () => {
  await platform.dispose();
  await stripe.close();
});

interface Ordered {
  readonly status: number;
  readonly text: string;
  readonly body: { readonly url?: string; readonly code?: string; readonly message?: string; readonly state?: string };
}

/** A workspace that has ordered a plan and stands before the page of Stripe. */
async function ordering() {
  const { id } = await platform.kernel.resolve(Workspaces).create({ name: 'Customer', ownerName: 'Ada' });
  const { client } = await newMember(platform, 'owner', id);
  const order = async (plan: string) => (await client.request(path, { body: { plan, provider: 'stripe' } })) as Ordered;
  const first = await order('team');
  expect(first.status, first.text).toBe(200);
  const customer = first.body.url?.split('/').at(-1) ?? '';
  const pages = () => stripe.checkouts.filter((each) => each.customer === customer);
  const open = () => pages().filter(({ status }) => status === 'open');
  const show = async () => (await client.request(path)).body;
  return { id, client, customer, order, first, pages, open, show };
}

async function tell(customer: string): Promise<number> {
  events += 1;
  const head = { id: `evt_one_${events}`, object: 'event', type: 'customer.subscription.created', livemode: false };
  const body = JSON.stringify({ ...head, data: { object: { id: 'sub_x', object: 'subscription', customer } } });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, SECRET) };
  return (await fetch(`${platform.url}/billing/stripe/webhook`, { method: 'POST', headers, body })).status;
}

describe('a second order', () => {
  it('of the same plan leads to the page that is open', async () => {
    const { order, first, pages } = await ordering();
    expect((await order('team')).body.url).toBe(first.body.url);
    expect(pages()).toHaveLength(1);
  });

  it('of another plan closes the page of the first, so that one of them can be paid', async () => {
    const { order, open, pages } = await ordering();
    expect((await order('professional')).status).toBe(200);
    expect(open()).toMatchObject([{ price: 'price_pro' }]);
    expect(pages()).toHaveLength(2);
  });

  it('at the same time, of whatever plan, leaves one page', async () => {
    const { order, open } = await ordering();
    const plans = ['professional', 'team', 'professional', 'team', 'professional'];
    const answers = await Promise.all(plans.map((plan) => order(plan)));
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body.code]).toEqual([409, 'order_under_way']);
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(open()).toHaveLength(1);
  });

  it('after the first was paid, and before anybody told, is refused and names the portal', async () => {
    const { customer, order, open, show } = await ordering();
    stripe.subscribe(customer, prices.team);
    const { status, body } = await order('team');
    expect([status, body.code, body.message]).toEqual([409, 'subscribed', expect.stringContaining('portal')]);
    // It is known now, and another plan is a change of it.
    expect(await show()).toMatchObject({ state: 'active', plan: 'team' });
    expect(await order('professional')).toMatchObject({ status: 200, body: { outcome: 'changed' } });
    expect(open()).toEqual([]);
    expect(stripe.charging(customer)).toHaveLength(1);
    expect(await show()).toMatchObject({ state: 'active', plan: 'professional' });
  });

  it.each(['unpaid', 'paused', 'incomplete'])('while Stripe has one that is %s is refused', async (status) => {
    const { customer, order, open } = await ordering();
    stripe.subscribe(customer, prices.team).status = status;
    expect(await tell(customer)).toBe(200);
    expect(await order('team')).toMatchObject({ status: 409, body: { code: 'subscribed' } });
    expect(open()).toEqual([]);
  });

  it('after an end is taken, and after a process died in the middle of one too', async () => {
    const { id, customer, order } = await ordering();
    stripe.subscribe(customer, prices.team).status = 'canceled';
    expect(await tell(customer)).toBe(200);
    const db = platform.kernel.resolve(Database);
    const until = (when: string) =>
      runQuery(
        db,
        `update stripe_customers set ordering_until = now() + interval '${when}' where workspace_id = '${id}'`,
      );
    await until('1 minute');
    expect(await order('team')).toMatchObject({ status: 409, body: { code: 'order_under_way' } });
    await until('-1 second');
    expect((await order('team')).status).toBe(200);
  });
});

describe('a second subscription, made past this server', () => {
  it('is canceled, whichever is older, and told in the log', async () => {
    const { customer, show } = await ordering();
    const [kept, second] = [stripe.subscribe(customer, prices.team), stripe.subscribe(customer, prices.professional)];
    for (let times = 0; times < 2; times += 1) expect(await tell(customer)).toBe(200);
    expect([kept.status, second.status]).toEqual(['active', 'canceled']);
    expect(await show()).toMatchObject({ state: 'active', plan: 'team' });
    const lines = platform.log.filter((line) => JSON.stringify(line).includes(second.id));
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines[0])).toContain('a second subscription of a workspace was canceled');
    const canceled = stripe.seen.findLast(({ method }) => method === 'DELETE');
    expect(`${canceled?.path} ${canceled?.form}`).toContain('prorate=true');
  });

  it('to no plan of ours is left alone, and told', async () => {
    const { customer, show } = await ordering();
    const other = stripe.subscribe(customer, 'price_of_a_training');
    const plan = stripe.subscribe(customer, prices.team);
    expect(await tell(customer)).toBe(200);
    expect([other.status, plan.status]).toEqual(['active', 'active']);
    expect(await show()).toMatchObject({ state: 'active', plan: 'team' });
    expect(JSON.stringify(platform.log)).toContain('a workspace has a second subscription at Stripe, to no plan');
  });
});

describe('a workspace that is removed for good', () => {
  /** Deleted by its owner, with its time over. */
  async function expire({ id, client }: Awaited<ReturnType<typeof ordering>>): Promise<void> {
    const answer = await client.request('/console/api/workspace/deletion', { body: { name: 'Customer' } });
    expect(answer.status, answer.text).toBe(200);
    const db = platform.kernel.resolve(Database);
    await runQuery(db, `update workspaces set purge_at = now() - interval '1 second' where id = '${id}'`);
    const job = `payload->'payload'->>'workspaceId' = '${id}'`;
    await runQuery(db, `update graphile_worker._private_jobs set run_at = now() where ${job}`);
  }
  const workspace = (id: string) => platform.kernel.resolve(Workspaces).get(id);

  it('pays no more: its subscriptions are canceled and its page is closed, before anything of it is forgotten', async () => {
    const place = await ordering();
    const { id, customer } = place;
    const own = stripe.subscribe(customer, prices.team);
    expect(await tell(customer)).toBe(200);
    const unpaid = stripe.subscribe(customer, 'price_of_a_training');
    unpaid.status = 'past_due';
    const neighbour = await ordering();
    const others = stripe.subscribe(neighbour.customer, prices.team);
    stripe.state.isDown = true;
    await expire(place);
    const asked = () =>
      stripe.seen.some(({ path }) => path.startsWith('/v1/checkout/sessions?') && path.includes(customer));
    await expect.poll(asked, { timeout: 30_000 }).toBe(true);
    expect(await workspace(id)).not.toBeNull();
    expect([own.status, unpaid.status]).toEqual(['active', 'past_due']);
    // It is tried again, by itself.
    stripe.state.isDown = false;
    await expect.poll(() => workspace(id), { timeout: 60_000, interval: 200 }).toBeNull();
    expect([own.status, unpaid.status, others.status]).toEqual(['canceled', 'canceled', 'active']);
    expect(place.open()).toEqual([]);
    // What Stripe tells of it afterwards is nobody's.
    expect(await tell(customer)).toBe(200);
  }, 120_000);

  it('goes also when somebody removed its customer at Stripe', async () => {
    const place = await ordering();
    stripe.forget(place.customer);
    await expire(place);
    await expect.poll(() => workspace(place.id), { timeout: 60_000, interval: 200 }).toBeNull();
  }, 90_000);
});
