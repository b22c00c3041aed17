import { currentTime, type Logger } from '#kernel';
import type { AttemptStore } from './attempt-store.ts';
import type { Identities } from './identities.ts';
import type { PlaceStore } from './place-store.ts';
import { startRechecks } from './rechecks.ts';
import type { SessionStore } from './session-store.ts';

const FLUSH_MS = 15_000;
const SWEEP_MS = 600_000;

/** What goes on beside requests; the result ends it, after a last write. */
export function startMaintenance(parts: {
  readonly identities: Identities;
  readonly store: SessionStore;
  readonly attempts: AttemptStore;
  readonly places: PlaceStore;
  readonly logger: Logger;
}): () => Promise<void> {
  const { identities, store, attempts, places, logger } = parts;
  const failed = (error: unknown) => logger.warn({ err: error }, 'maintenance of accounts failed; it is tried again');
  const quietly = (work: () => Promise<void>) => () => work().catch(failed);

  const stopRechecks = startRechecks(() => identities.recheckListeners(), failed);
  const flush = quietly(async () => {
    const used = identities.takeUsed();
    if (used.length > 0) await store.markUsed(used, new Date(currentTime()));
  });
  const sweep = quietly(async () => {
    await store.sweep();
    await attempts.sweep();
    await places.sweep();
  });
  const timers = [setInterval(flush, FLUSH_MS), setInterval(sweep, SWEEP_MS)];
  for (const timer of timers) timer.unref();
  return async () => {
    stopRechecks();
    for (const timer of timers) clearInterval(timer);
    await flush();
  };
}
