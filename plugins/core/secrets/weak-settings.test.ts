import { expect, it } from 'vitest';
import { startTestKernel } from '#kernel/testing/test-kernel.ts';

it.each<[string, Readonly<Record<string, string>>]>([
  ['WEFT_SECRET_KEY', { WEFT_SECRET_KEY: 'changeme' }],
  ['WEFT_SECRET_KEY', { WEFT_SECRET_KEY: '0'.repeat(64) }],
  ['WEFT_PREVIOUS_SECRET_KEYS', { WEFT_PREVIOUS_SECRET_KEYS: 'secret' }],
])('attack T18: a server with a weak %s does not start, and does not repeat it: %j', async (name, env) => {
  const error: Error = await startTestKernel({ plugins: ['plugins/core/secrets'], env }).then(
    () => expect.fail('it started'),
    (failure: Error) => failure,
  );
  expect(error.message).toContain(name);
  for (const value of Object.values(env)) {
    if (value !== 'secret') expect(error.message).not.toContain(value);
  }
});
