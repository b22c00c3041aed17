/**
 * Milliseconds between two looks at who follows a stream. Notifications tell of a change at once; should one be missed (its
 * connection was lost), a look begins within this time of the change, and ends the stream with its answer: within a
 * second together, where the database answers within a quarter of one.
 */
const RECHECK_MS = 750;

/**
 * Looks again and again, never twice at a time; what is thrown is told to `failed`, and looked at again. The result ends it.
 */
export function startRechecks(recheck: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    await recheck().catch(failed);
    isBusy = false;
  };
  const timer = setInterval(() => void look(), RECHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
