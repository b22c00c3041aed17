import { expect, it } from 'vitest';
import type { TierCall } from '#plugins/plugin-runner/contract.ts';
import { packageProcesses } from './testing/processes-here.ts';
import { startTier } from './testing/start-tier.ts';

it.runIf(process.platform === 'linux')(
  'a process that is killed fails the calls it has, clearly; the next call starts a new one',
  async () => {
    const { run, value, close } = startTier();
    const asked = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const body = `if (input === 'quick') return 1; await fetch('https://slow/'); return 2;`;
    const calls = asked.map(({ resolve }) => {
      const ask: TierCall['ask'] = () => {
        resolve();
        return new Promise(() => undefined);
      };
      return run(body, 'slow', { ask });
    });
    const failed = calls.map((call) =>
      expect(call).rejects.toMatchObject({
        ...{ kind: 'unavailable', code: 'plugin-node.ended' },
        message: 'The process of the plugin ended while it was at work: SIGKILL. Try again.',
      }),
    );
    await Promise.all(asked.map(({ promise }) => promise));
    expect(packageProcesses()).toHaveLength(1);
    for (const id of packageProcesses()) process.kill(id, 'SIGKILL');
    await Promise.all(failed);
    expect(await value(body, 'quick')).toBe(1);
    await close();
  },
);
