import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { signatureOf } from './testing/signed-event.ts';
import { startStripe } from './testing/stripe-server.ts';

const KEY = 'sk_test_51CanaryOfTheSecretKey';
const SECRET = 'whsec_canaryOfTheWebhookSecret';
const prices = { professional: 'price_pro', team: 'price_team' };
let stripe: Awaited<ReturnType<typeof startStripe>>;
let platform: TestPlatform;

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

const billing = '/console/api/billing';
let events = 0;

async function place() {
  const { id } = await platform.kernel.resolve(Workspaces).create({ name: 'Customer', ownerName: 'Ada' });
  const { client } = await newMember(platform, 'owner', id);
  const order = (plan: string) => client.request(`${billing}/subscription`, { body: { plan, provider: 'stripe' } });
  const plan = async () => (await platform.kernel.resolve(Workspaces).get(id))?.plan;
  const history = async () =>
    ((await client.request(`${billing}/changes`)).body as { data: readonly object[] }).data.length;
  return { id, client, order, plan, history };
}

/** A workspace that has paid for a plan, as its customer of Stripe. */
async function subscribed() {
  const made = await place();
  const { body } = await made.order('team');
  const customer = (body as { url: string }).url.split('/').at(-1) ?? '';
  const subscription = stripe.subscribe(customer, prices.team);
  expect((await send(eventOf(customer))).status).toBe(200);
  expect(await made.plan()).toBe('team');
  return { ...made, customer, subscription };
}

function eventOf(customer: string, more: object = {}, object: object = {}): string {
  events += 1;
  const data = { object: { id: 'sub_x', object: 'subscription', customer, ...object } };
  const head = { id: `evt_${events}`, object: 'event', type: 'customer.subscription.updated', livemode: false };
  return JSON.stringify({ ...head, created: 1_795_000_000, data, ...more }, null, 2);
}

async function send(payload: string, signature: string | null = signatureOf(payload, SECRET)) {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...(signature && { 'stripe-signature': signature }),
  };
  const answer = await fetch(`${platform.url}/billing/stripe/webhook`, { method: 'POST', headers, body: payload });
  const text = await answer.text();
  expect(text).not.toContain('canary');
  return { status: answer.status, body: JSON.parse(text) as { code?: string } };
}

describe('a plan over Stripe', () => {
  it('is ordered on a page of Stripe, and given when Stripe says it is paid', async () => {
    const { id, client, order, plan } = await place();
    const { status, body } = await order('team');
    expect([status, body]).toMatchObject([200, { outcome: 'redirect', subscription: { state: 'pending' } }]);
    const customer = (body as { url: string }).url.split('/').at(-1) ?? '';
    const checkout = stripe.seen.findLast(({ path }) => path === '/v1/checkout/sessions');
    expect(Object.fromEntries(checkout?.form ?? [])).toMatchObject({
      mode: 'subscription',
      customer,
      client_reference_id: id,
      'line_items[0][price]': 'price_team',
      'line_items[0][quantity]': '1',
      success_url: `${platform.url}/billing?order=done`,
    });
    // Coming back from the page proves nothing; neither does the event's own text.
    expect(await send(eventOf(customer, {}, { status: 'active' }))).toMatchObject({ status: 200 });
    expect(await plan()).toBe('sandbox');
    stripe.subscribe(customer, prices.team);
    await send(eventOf(customer, { type: 'checkout.session.completed' }));
    expect(await plan()).toBe('team');
    expect((await client.request(`${billing}/subscription`)).body).toMatchObject({
      state: 'active',
      provider: 'stripe',
    });
    const portal = await client.request(`${billing}/portal`, { method: 'POST' });
    expect(portal.body).toEqual({ url: `https://portal.example.com/${customer}` });
  });

  it('is changed, canceled and resumed there', async () => {
    const { client, order, plan, subscription } = await subscribed();
    expect((await order('professional')).body).toMatchObject({ outcome: 'changed' });
    expect([subscription.price, await plan()]).toEqual(['price_pro', 'professional']);
    const path = `${billing}/subscription`;
    expect((await client.request(path, { method: 'DELETE' })).body).toMatchObject({ cancel_at_period_end: true });
    expect(subscription.cancelAtPeriodEnd).toBe(true);
    expect((await client.request(`${path}/resume`, { method: 'POST' })).body).toMatchObject({ state: 'active' });
    expect((await client.request(path, { body: { plan: 'team', provider: 'invoices' } })).status).toBe(409);
    expect((await client.request(`${path}?now=true`, { method: 'DELETE' })).body).toMatchObject({ state: 'canceled' });
    expect([subscription.status, await plan()]).toEqual(['canceled', 'sandbox']);
  });

  it('goes on in grace when a payment fails, whatever the order and number of events', async () => {
    const { customer, subscription, plan, history } = await subscribed();
    const [failed, paid] = [
      eventOf(customer, { type: 'invoice.payment_failed' }),
      eventOf(customer, { type: 'invoice.paid' }),
    ];
    subscription.status = 'past_due';
    await send(paid);
    expect(await plan()).toBe('team');
    subscription.status = 'active';
    const before = await history();
    await Promise.all([failed, paid, failed, paid, failed].map((event) => send(event)));
    expect((await history()) - before).toBe(1);
    subscription.status = 'unpaid';
    // All known: none of them is looked at again.
    await Promise.all([failed, paid].map((event) => send(event)));
    expect(await plan()).toBe('team');
    await send(eventOf(customer, { type: 'customer.subscription.deleted' }));
    expect(await plan()).toBe('sandbox');
  });

  it('ends also where its price is not for sale any more', async () => {
    const { customer, subscription, plan } = await subscribed();
    subscription.price = 'price_of_last_year';
    await send(eventOf(customer));
    expect(await plan()).toBe('team');
    subscription.status = 'canceled';
    await send(eventOf(customer, { type: 'customer.subscription.deleted' }));
    expect(await plan()).toBe('sandbox');
  });

  it('an event that could not be dealt with is taken when it is sent again', async () => {
    const { customer, subscription, plan } = await subscribed();
    subscription.price = prices.professional;
    const event = eventOf(customer);
    stripe.state.isDown = true;
    expect(await send(event)).toMatchObject({ status: 503, body: { code: 'refused' } });
    stripe.state.isDown = false;
    expect([(await send(event)).status, await plan()]).toEqual([200, 'professional']);
  });
});

describe('attack T23: an event is refused', () => {
  const old = () => Math.floor(Date.now() / 1000) - 301;
  const attacks: Readonly<Record<string, (payload: string) => readonly [string, string | null]>> = {
    'without a signature': (payload) => [payload, null],
    'with an empty signature': (payload) => [payload, 't=,v1='],
    'signed with another secret': (payload) => [payload, signatureOf(payload, 'whsec_another')],
    'signed too long ago': (payload) => [payload, signatureOf(payload, SECRET, old())],
    'with a fresh time before an old signature': (payload) => [
      payload,
      signatureOf(payload, SECRET, old()).replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000)}`),
    ],
    'whose body was changed after it was signed': (payload) => [
      payload.replace('"livemode": false', '"livemode":  false'),
      signatureOf(payload, SECRET),
    ],
    'with only a signature of an older scheme': (payload) => [
      payload,
      signatureOf(payload, SECRET).replace('v1=', 'v0='),
    ],
  };

  it.each(Object.entries(attacks))('%s', async (_name, attack) => {
    const { customer, subscription, plan, history } = await subscribed();
    subscription.status = 'canceled';
    const before = await history();
    expect(await send(...attack(eventOf(customer)))).toMatchObject({
      status: 400,
      body: { code: 'invalid_signature' },
    });
    expect([await plan(), await history()]).toEqual(['team', before]);
  });
});

describe('an event changes nothing', () => {
  it('of a customer that is not ours, whatever workspace it names', async () => {
    const victim = await place();
    const forged = { metadata: { workspace_id: victim.id }, client_reference_id: victim.id, status: 'active' };
    stripe.subscribe('cus_foreign', prices.team);
    const events = ['checkout.session.completed', 'customer.subscription.created'];
    for (const type of events) expect((await send(eventOf('cus_foreign', { type }, forged))).status).toBe(200);
    expect([await victim.plan(), await victim.history()]).toEqual(['sandbox', 0]);
  });

  it.each([
    ['of a customer of ours for another workspace', {}, true],
    ['of a connected account', { account: 'acct_other' }, false],
    ['of the other mode', { livemode: true }, false],
    ['of a type that is no matter of ours', { type: 'customer.created' }, false],
  ])('%s', async (_name, more, isAsked) => {
    const [mine, victim] = [await subscribed(), await place()];
    const before = stripe.seen.length;
    const forged = { metadata: { workspace_id: victim.id }, client_reference_id: victim.id };
    expect((await send(eventOf(mine.customer, more, forged))).status).toBe(200);
    expect([await victim.plan(), await victim.history()]).toEqual(['sandbox', 0]);
    expect(stripe.seen.length > before).toBe(isAsked);
  });
});

it('its keys are in no answer and no line of the log, not even when Stripe repeats them', async () => {
  const { client, order } = await place();
  const good = stripe.seen.findLast(({ path }) => path.startsWith('/v1/subscriptions'));
  expect(good?.headers.authorization).toBe(`Bearer ${KEY}`);
  stripe.state.isDown = true;
  const failed = await order('team');
  stripe.state.isDown = false;
  expect(failed).toMatchObject({ status: 503, body: { code: 'refused' } });
  const texts = [failed.text, (await client.request(`${billing}/plans`)).text, JSON.stringify(platform.log)];
  for (const text of texts) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(SECRET);
  }
});
