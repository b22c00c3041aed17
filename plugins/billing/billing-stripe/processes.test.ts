import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { TestClient } from '#http/testing/client.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import type { ServerProcess } from '#plugins/runs/testing/server-process.ts';
import { signatureOf } from './testing/signed-event.ts';
import { startStripe } from './testing/stripe-server.ts';

const KEY = 'sk_test_processes';
const SECRET = 'whsec_ofTheTwoProcesses';

describe.skipIf(inject('testDatabaseUrl') === '')('two processes that hear from Stripe', () => {
  let installation: Installation;
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  beforeAll(async () => {
    installation = await testInstallation();
    stripe = await startStripe(KEY);
  });
  afterAll(async () => {
    await installation.dispose();
    await stripe.close();
  });

  let events = 0;
  async function tell({ address }: ServerProcess, customer: string): Promise<number> {
    events += 1;
    const head = { id: `evt_${events}`, object: 'event', type: 'customer.subscription.updated', livemode: false };
    const body = JSON.stringify({ ...head, data: { object: { id: 'sub_x', object: 'subscription', customer } } });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, SECRET) };
    return (await fetch(`${address}/billing/stripe/webhook`, { method: 'POST', headers, body })).status;
  }

  const subscription = async (client: TestClient) =>
    (await client.request('/console/api/billing/subscription')).body as { state: string; plan: string };

  it('keep what Stripe said last, whichever answer comes last', async () => {
    const settings = {
      WEFT_STRIPE_SECRET_KEY: KEY,
      WEFT_STRIPE_WEBHOOK_SECRET: SECRET,
      WEFT_STRIPE_PRICES: JSON.stringify({ professional: 'price_pro', team: 'price_team' }),
      WEFT_STRIPE_API_URL: `http://${stripe.address}`,
      WEFT_EGRESS_ALLOW: stripe.address,
    };
    const here = await installation.start(settings);
    const there = await installation.startOther(settings);
    const client = await managementClient(here, installation);
    const ordered = await client.request('/console/api/billing/subscription', {
      body: { plan: 'team', provider: 'stripe' },
    });
    expect(ordered.status, ordered.text).toBe(200);
    const customer = (ordered.body as { url: string }).url.split('/').at(-1) ?? '';
    const kept = stripe.subscribe(customer, 'price_team');

    const late = stripe.hold();
    const first = tell(here, customer);
    await expect.poll(late.isAsked).toBe(true);
    // The answer that is held says active, with team.
    kept.price = 'price_pro';
    expect(await tell(there, customer)).toBe(200);
    expect(await subscription(client)).toMatchObject({ state: 'active', plan: 'professional' });
    late.release();
    expect(await first).toBe(200);
    expect(await subscription(client)).toMatchObject({ state: 'active', plan: 'professional' });

    // Nothing new is an answer as well.
    const later = stripe.hold();
    kept.price = 'price_team';
    const second = tell(here, customer);
    await expect.poll(later.isAsked).toBe(true);
    kept.price = 'price_pro';
    expect(await tell(there, customer)).toBe(200);
    later.release();
    expect(await second).toBe(200);
    expect(await subscription(client)).toMatchObject({ plan: 'professional' });

    kept.status = 'canceled';
    expect(await tell(here, customer)).toBe(200);
    expect(await subscription(client)).toMatchObject({ state: 'canceled' });
  }, 120_000);
});
