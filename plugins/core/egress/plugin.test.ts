import { expect, it } from 'vitest';
import { startTestKernel } from '#kernel/testing/test-kernel.ts';

const start = (allow: string) =>
  startTestKernel({ plugins: ['engine', 'plugins/core/egress'], env: { WEFT_EGRESS_ALLOW: allow } });

it.each(['10.0.0.0/99', 'no host!'])(
  'keeps the server from starting with an allow list that holds %j',
  async (entry) => {
    await expect(start(`127.0.0.1,${entry}`)).rejects.toThrow(`"${entry}" in egress.allow`);
  },
);

it('starts with a right one', async () => {
  const kernel = await start('127.0.0.1,10.0.0.0/8');
  await kernel.dispose();
});
