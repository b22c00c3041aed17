import type { PlatformError } from '../../kernel/index.ts';
import type { EnteringRun, RunFollower, WaitingClient } from './contract.ts';

/** Asks every follower about a run that is about to start; the result gives back what they gave. */
export async function enterRun(
  followers: readonly RunFollower[],
  start: EnteringRun,
  client?: WaitingClient,
): Promise<() => void> {
  const leaves: (() => void)[] = [];
  const leave = () => {
    for (const each of leaves.splice(0)) each();
  };
  try {
    for (const follower of followers)
      if (follower.enter !== undefined) leaves.push(await follower.enter(start, client));
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}

/** What a follower remembers against a run. */
export function rememberedRefusal(followers: readonly RunFollower[], start: EnteringRun): PlatformError | undefined {
  for (const follower of followers) {
    const refusal = follower.refusal?.(start);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
