import { signatureOf } from '#plugins/billing-stripe/testing/signed-event.ts';
import type { DescribedApi } from './described-api.ts';

/** Stripe, set up and never asked. */
export const stripeEnvironment = {
  WEFT_STRIPE_SECRET_KEY: 'sk_test_none',
  WEFT_STRIPE_WEBHOOK_SECRET: 'whsec_noneOfAnyAccount',
};

/** What a workspace is subscribed to, and its invoices. Last: in the end it is on the plan it was on. */
export async function billingCalls(api: DescribedApi, token: string): Promise<void> {
  const call = (label: string, status: number, more: object = {}) => {
    const [method = '', path = ''] = label.split(' ');
    return api.call(`${method} /console/api/billing/${path}`, status, { token, ...more });
  };
  await call('GET plans', 200);
  await call('GET subscription', 200);
  await call('POST subscription/resume', 409);
  await call('POST portal', 409);
  await call('POST subscription', 400, { body: { plan: 'golden' } });
  await call('POST trial', 200, { body: { plan: 'enterprise', days: 1 } });
  await call('POST trial', 409, { body: { plan: 'enterprise', days: 1 } });
  await call('DELETE subscription', 200);
  await call('POST subscription/resume', 200);
  await call('DELETE subscription', 200, { query: { now: true } });
  await call('POST subscription', 200, { body: { plan: 'team', provider: 'cards' } });
  await call('POST portal', 200);
  await call('POST subscription', 200, { body: { plan: 'enterprise' } });
  const invoice = { currency: 'USD', due_at: 1_900_000_000, lines: [{ description: 'Month', amount: '9.50' }] };
  const { body: first } = await call('POST invoices', 201, { body: invoice });
  await call('POST invoices', 400, { body: { ...invoice, plan: 'team' } });
  const params = { invoice_id: (first as { id: string }).id };
  await call('POST invoices/{invoice_id}/pay', 200, { params });
  await call('POST invoices/{invoice_id}/void', 409, { params });
  const { body: second } = await call('POST invoices', 201, { body: invoice });
  await call('POST invoices/{invoice_id}/void', 200, { params: { invoice_id: (second as { id: string }).id } });
  const installed = (label: string, status: number, more: object = {}) => {
    const [method = '', path = ''] = label.split(' ');
    return api.call(`${method} /console/api/installation/${path}`, status, { token, ...more });
  };
  const { body: third } = await call('POST invoices', 201, { body: invoice });
  const ofAny = { invoice_id: (third as { id: string }).id };
  await installed('POST invoices/{invoice_id}/pay', 200, { params: ofAny });
  await installed('POST invoices/{invoice_id}/void', 409, { params: ofAny });
  const { body: fourth } = await call('POST invoices', 201, { body: invoice });
  await installed('POST invoices/{invoice_id}/void', 200, { params: { invoice_id: (fourth as { id: string }).id } });
  await installed('GET orders', 200);
  await installed('GET invoices', 200);
  await call('GET invoices', 200);
  await call('GET invoices/export', 200);
  await call('DELETE subscription', 200);
  await call('GET changes', 200);
  const event = { id: 'evt_1', object: 'event', type: 'customer.created', livemode: false, data: { object: {} } };
  const headers = { 'stripe-signature': signatureOf(JSON.stringify(event), 'whsec_noneOfAnyAccount') };
  await api.call('POST /billing/stripe/webhook', 200, { headers, body: event });
  await api.call('POST /billing/stripe/webhook', 400, { body: event });
}
