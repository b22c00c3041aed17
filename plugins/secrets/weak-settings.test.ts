import { expect, it } from 'vitest';
import { startPlatform } from '../delivery-api/testing/platform.ts';

const stripe = { WEFT_STRIPE_SECRET_KEY: 'sk_test_of_a_test' };

it.each<[string, Readonly<Record<string, string>>]>([
  ['WEFT_SECRET_KEY', { WEFT_SECRET_KEY: 'changeme' }],
  ['WEFT_SECRET_KEY', { WEFT_SECRET_KEY: '0'.repeat(64) }],
  ['WEFT_PREVIOUS_SECRET_KEYS', { WEFT_PREVIOUS_SECRET_KEYS: 'secret' }],
  ['WEFT_METRICS_TOKEN', { WEFT_METRICS_TOKEN: 'metrics' }],
  ['WEFT_STRIPE_WEBHOOK_SECRET', { ...stripe, WEFT_STRIPE_WEBHOOK_SECRET: 'secret' }],
  ['WEFT_STRIPE_WEBHOOK_SECRET', { ...stripe, WEFT_STRIPE_WEBHOOK_SECRET: 'whsec_' }],
])('attack T18: a server with a weak %s does not start, and does not repeat it: %j', async (name, env) => {
  const error = await startPlatform({ env }).then(
    (platform) => platform.dispose().then(() => null),
    (failure: Error) => failure,
  );
  expect(error?.message).toContain(name);
  for (const value of Object.values(env)) {
    if (!/^(secret|metrics|whsec_)$/.test(value)) expect(error?.message).not.toContain(value);
  }
});
