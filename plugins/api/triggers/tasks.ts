import { type Task, task } from '#plugins/jobs/contract.ts';
import { type FiringRun, START_ATTEMPTS } from './firing-run.ts';
import { START_TASK } from './triggers-service.ts';

/** Seconds until a run that can't begin is tried again: limits of a minute have passed by then. */
const PAUSES = [10, 30, 60, 300, 600];

export function triggerTasks(firingRun: FiringRun): Task[] {
  return [
    task<{ readonly firingId: string }>({
      id: START_TASK,
      payload: {
        type: 'object',
        additionalProperties: false,
        required: ['firingId'],
        properties: { firingId: { type: 'string', format: 'uuid' } },
      },
      async run({ firingId }, { workspaceId, attempt }) {
        if (workspaceId !== null) await firingRun.start(workspaceId, firingId, Math.min(attempt, START_ATTEMPTS));
      },
      retryAfter: (attempt) => PAUSES[Math.min(attempt, PAUSES.length) - 1] ?? 10,
    }),
  ];
}
