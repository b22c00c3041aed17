import Stripe from 'stripe';

/** The signature as Stripe makes it, by its own library. `at`: seconds since 1970, default now. */
export function signatureOf(payload: string, secret: string, at?: number): string {
  const options = { payload, secret, ...(at !== undefined && { timestamp: at }) };
  return new Stripe('sk_test_none').webhooks.generateTestHeaderString(options);
}
