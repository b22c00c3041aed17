import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { RunFollower, RunStart } from './contract.ts';
import { withEndEntries } from './end-entries.ts';

const follower: RunFollower = { id: 'told', abandoned: () => [], ending: () => [] };

/** The entries of a run's end, and a look at what the run was started with. */
function endOf(followers: readonly RunFollower[]) {
  const system = { query: 'large' };
  const start = { workspaceId: 'w', appId: 'a', system, finishEntries: () => [] } as unknown as RunStart;
  const { finishEntries, pauseEntries } = withEndEntries(start, 'r', followers);
  return { kept: { finishEntries, pauseEntries }, system: new WeakRef(system) };
}

test('what a run keeps for its end does not hold what it was started with', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const { kept, system } = endOf([follower]);
  // A reference that was just made holds until the turn is over.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(kept.finishEntries).toBeTypeOf('function');
  expect(system.deref()).toBeUndefined();
});
