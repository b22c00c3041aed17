import { setTimeout as sleep } from 'node:timers/promises';
import { classifyDatabaseError } from './database-error.ts';

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;
/** About as long as a database takes to restart or to fail over. */
const PATIENCE_MS = 60_000;

/**
 * Does what may be done twice (a read, a write by key) again for as long as the database is away, at most a minute. For
 * runs: one that was accepted goes on when the database is back. Requests don't wait: they are answered `unavailable`.
 * Ends with the last error, or at once when `signal` aborts.
 */
export async function withRetry<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const failure = classifyDatabaseError(error);
      const isAway = failure === 'connection' || failure === 'unavailable';
      if (!isAway || signal?.aborted === true || performance.now() > deadline) throw error;
      await sleep(pause, undefined, signal === undefined ? {} : { signal });
    }
  }
}
