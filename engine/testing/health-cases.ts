import { threadsHealthCheck } from '#engine/pool/threads-health-check.ts';
import { healthCase } from '#kernel/testing/health-case.ts';

export const healthCases = [
  healthCase(threadsHealthCheck, async () => {}, {
    'no thread answers': async () => {
      throw new Error('No thread answers.');
    },
  }),
];
