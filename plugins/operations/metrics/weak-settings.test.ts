import { expect, it } from 'vitest';
import { startTestKernel } from '#kernel/testing/test-kernel.ts';
import { plugin } from './plugin.ts';

// Settings are judged before a plugin is set up: what this one needs is not there, and not missed.
const alone = { ...plugin, needs: {} };

it('attack T18: a server with a weak WEFT_METRICS_TOKEN does not start', async () => {
  const starting = startTestKernel({ extra: [alone], env: { WEFT_METRICS_TOKEN: 'metrics' } });
  await expect(starting).rejects.toThrow('WEFT_METRICS_TOKEN');
});
