import { Jobs } from '#plugins/jobs/contract.ts';
import type { ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['failedJob'],
    async make({ platform, first, workspaceId }) {
      const jobs = platform.kernel.resolve(Jobs);
      const payload = { url: 'http://127.0.0.1:1/' };
      await jobs.enqueue({ task: 'witness-job.tell', payload, workspaceId, maxAttempts: 1 });
      return { failedJob: (await first('jobs/failed')).id };
    },
  },
];
