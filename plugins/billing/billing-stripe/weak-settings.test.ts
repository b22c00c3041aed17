import { expect, it } from 'vitest';
import { startTestKernel } from '#kernel/testing/test-kernel.ts';
import { plugin } from './plugin.ts';

// Settings are judged before a plugin is set up: what this one needs is not there, and not missed.
const alone = { ...plugin, needs: {} };

it.each(['secret', 'whsec_'])(
  'attack T18: a server with the weak WEFT_STRIPE_WEBHOOK_SECRET %j does not start, and does not repeat its key',
  async (secret) => {
    const env = { WEFT_STRIPE_SECRET_KEY: 'sk_test_of_a_test', WEFT_STRIPE_WEBHOOK_SECRET: secret };
    const error: Error = await startTestKernel({ extra: [alone], env }).then(
      () => expect.fail('it started'),
      (failure: Error) => failure,
    );
    expect(error.message).toContain('WEFT_STRIPE_WEBHOOK_SECRET');
    expect(error.message).not.toContain(env.WEFT_STRIPE_SECRET_KEY);
  },
);
