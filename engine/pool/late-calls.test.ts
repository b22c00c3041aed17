import { expect, it } from 'vitest';
import { runnerOptions } from '#engine/bench/engine-runs.ts';
import type { ToWorker } from './protocol.ts';
import { ThreadClient } from './thread-client.ts';
import type { LinkListener } from './thread-link.ts';
import { threadSetup } from './thread-setup.ts';

it('refuses what a node asks when its run is over: the thread waits for no answer for ever', async () => {
  const posted: ToWorker[] = [];
  const listeners: LinkListener[] = [];
  const { room, blockedSeconds } = runnerOptions([]);
  const thread = new ThreadClient(threadSetup([], []), {
    openLink: (_setup, listener) => {
      listeners.push(listener);
      return { post: (message) => posted.push(message), terminate: async () => {} };
    },
    room,
    blockedSeconds,
    hostCall: (id) => ({ id, call: async () => 'answered' }),
    report: () => {},
    onGone: () => {},
    onRunOver: () => {},
  });
  listeners[0]?.onMessage({ kind: 'call', call: 7, run: 99, hostCall: 'test.ask', input: null });
  await expect.poll(() => posted).toHaveLength(1);
  expect(posted[0]).toMatchObject({ kind: 'refuse', call: 7, error: { code: 'engine.run_over' } });
  await thread.close();
});
