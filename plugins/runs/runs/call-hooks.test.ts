import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withEndEntries } from './call-hooks.ts';
import type { RunHook, RunStart } from './contract.ts';

const hook: RunHook = { id: 'written', endWriter: { abandoned: () => [], ending: () => [] } };

/** The entries of a run's end, and a look at what the run was started with. */
function endOf(hooks: readonly RunHook[]) {
  const system = { query: 'large' };
  const start = { workspaceId: 'w', appId: 'a', system, finishEntries: () => [] } as unknown as RunStart;
  const { finishEntries, pauseEntries } = withEndEntries(start, 'r', hooks);
  return { kept: { finishEntries, pauseEntries }, system: new WeakRef(system) };
}

test('what a run keeps for its end does not hold what it was started with', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const { kept, system } = endOf([hook]);
  // A reference that was just made holds until the turn is over.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(kept.finishEntries).toBeTypeOf('function');
  expect(system.deref()).toBeUndefined();
});
