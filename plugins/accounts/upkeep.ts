import type { Logger } from '../../kernel/index.ts';
import type { AttemptStore } from './attempt-store.ts';
import type { Identities } from './identities.ts';
import type { SessionStore } from './session-store.ts';

/** Readers of streams are looked at this often, should a notification have been missed. */
const REVIEW_MS = 1_000;
const FLUSH_MS = 15_000;
const SWEEP_MS = 600_000;

/** What goes on beside requests; the result ends it, after a last write. */
export function keepUpkeep(parts: {
  readonly identities: Identities;
  readonly store: SessionStore;
  readonly attempts: AttemptStore;
  readonly logger: Logger;
}): () => Promise<void> {
  const { identities, store, attempts, logger } = parts;
  const quietly = (work: () => Promise<void>) => () =>
    work().catch((error) => logger.warn({ err: error }, 'upkeep of accounts failed; it is tried again'));

  const review = quietly(() => identities.reviewListeners());
  const flush = quietly(async () => {
    const used = identities.takeUsed();
    if (used.length > 0) await store.markUsed(used, new Date());
  });
  const sweep = quietly(async () => {
    await store.sweep();
    await attempts.sweep();
  });
  const timers = [setInterval(review, REVIEW_MS), setInterval(flush, FLUSH_MS), setInterval(sweep, SWEEP_MS)];
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await flush();
  };
}
