/** Pauses before further tries: a phone between two networks is back within the first. */
const pauses = [500, 1000, 2000, 4000, 8000];

/**
 * Until it is worth trying again: after the pause of this attempt (from 1), or as soon as the browser is online again. Throws when
 * the signal aborts.
 */
export function waitForNetwork(attempt: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    // Not all at the same moment, after a server was away.
    const pause = (pauses[Math.min(attempt, pauses.length) - 1] ?? 0) * (0.75 + Math.random() / 2);
    const timer = setTimeout(end, pause);
    const abort = () => {
      leave();
      reject(signal?.reason);
    };
    function leave(): void {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal?.removeEventListener('abort', abort);
    }
    function end(): void {
      leave();
      resolve();
    }
    addEventListener('online', end);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
  });
}
