import { healthCase } from '#kernel/testing/health-case.ts';
import { jobsHealthCheck } from '#plugins/jobs/health-check.ts';
import type { QueueDelays } from '#plugins/jobs/store.ts';

const none: QueueDelays = { waiting: 0, oldestSeconds: 0, failed: 3, failedToday: 0 };

export const healthCases = [
  healthCase((delays: QueueDelays) => jobsHealthCheck({ delays: async () => delays }), none, {
    'jobs are late': { ...none, waiting: 40, oldestSeconds: 900 },
    'jobs were given up': { ...none, failedToday: 3 },
  }),
];
