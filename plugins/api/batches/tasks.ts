import { currentTime } from '#kernel';
import type { Jobs } from '#plugins/jobs/contract.ts';
import { type Task, task } from '#plugins/jobs/contract.ts';
import type { BatchService } from './batch-service.ts';
import { REMOVE_TASK, RUN_TASK, runJob } from './batch-service.ts';
import { isOver } from './followers.ts';
import type { RemovalStore } from './removal-store.ts';
import type { BatchStore } from './store.ts';

interface TaskParts {
  readonly jobs: Jobs;
  readonly store: BatchStore;
  readonly removal: RemovalStore;
  readonly service: BatchService;
  readonly wake: (workspaceId: string, batchId: string) => void;
}

interface Named {
  readonly workspaceId: string;
  readonly batchId: string;
}

const payload = {
  type: 'object',
  required: ['workspaceId', 'batchId'],
  properties: { workspaceId: { type: 'string' }, batchId: { type: 'string' } },
} as const;

/** Seconds after which a batch that goes on is looked at again: its process may have died. */
const AGAIN = 15;
/** Runs of a deleted batch that are still being stopped. */
const STOPPING = 2;

/** The jobs of batches. */
export function batchTasks({ jobs, store, removal, service, wake }: TaskParts): Task[] {
  return [
    // Rows run outside of the job, for as long as they like: a job that waited for them would be in the way of others.
    task<Named>({
      id: RUN_TASK,
      payload,
      async run({ workspaceId, batchId }) {
        const batch = await store.get(workspaceId, batchId);
        if (batch === null || isOver(batch) || batch.status === 'paused') return;
        if (batch.status === 'stopped') await service.stopRuns(batch);
        else wake(workspaceId, batchId);
        const next = Math.max(currentTime() + AGAIN * 1_000, batch.retryAt ?? 0);
        await jobs.enqueue(runJob(workspaceId, batchId, new Date(next)));
      },
    }),
    task<Named>({
      id: REMOVE_TASK,
      payload,
      async run({ workspaceId, batchId }, { signal }) {
        await service.stopRuns({ workspaceId, id: batchId });
        if ((await store.runs({ workspaceId, id: batchId }, 1)).length > 0) {
          throw new Error('runs of its rows are being stopped; it is done again');
        }
        await removal.remove(workspaceId, batchId, signal);
      },
      retryAfter: (attempt) => Math.min(STOPPING * attempt, 300),
    }),
  ];
}
