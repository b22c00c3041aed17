import type { HealthCheck, HealthFinding } from '#kernel';
import type { QueueDelays } from './store.ts';

/** Seconds that jobs may be late before somebody should look. */
const lateSeconds = 300;

/** Whether jobs are done in time, and none has been given up lately. */
export function jobsHealthCheck(store: { delays(): Promise<QueueDelays> }): HealthCheck {
  return { id: 'jobs', title: 'Jobs', check: async () => delaysFinding(await store.delays()) };
}

function delaysFinding({ waiting, oldestSeconds, failed, failedToday }: QueueDelays): HealthFinding {
  const facts = { waiting, oldest_seconds: oldestSeconds, failed, failed_today: failedToday };
  if (oldestSeconds > lateSeconds) {
    const summary = `${waiting} jobs are due and wait, the oldest for ${Math.round(oldestSeconds / 60)} minutes.`;
    const next = 'Raise WEFT_JOB_CONCURRENCY, or start more processes; look into the log for jobs that never end.';
    return { state: 'warning', code: 'jobs.late', summary, next, facts };
  }
  if (failedToday > 0) {
    const summary = `${failedToday} jobs were given up in the last day; ${failed} are kept.`;
    const next =
      '`weft jobs failed` lists those of a workspace (WEFT_WORKSPACE) with their errors; mend the cause, then `weft jobs retry ID`.';
    return { state: 'warning', code: 'jobs.given_up', summary, next, facts };
  }
  return { state: 'ok', summary: waiting === 0 ? 'No job waits.' : `${waiting} jobs wait for seconds.`, facts };
}
