import { type Task, task } from '#plugins/jobs/contract.ts';
import { type EventCalls, TELL, type Telling } from './event-calls.ts';

/** Seconds until the next attempt. */
const PAUSES = [5, 30, 120, 600, 1_800, 7_200];

const uuid = { type: 'string', format: 'uuid' } as const;

export function eventTasks(calls: EventCalls): Task[] {
  return [
    task<Telling>({
      id: TELL,
      payload: {
        type: 'object',
        additionalProperties: false,
        required: ['installationId', 'appId', 'runId', 'type', 'at'],
        properties: {
          installationId: uuid,
          appId: uuid,
          runId: uuid,
          type: { type: 'string' },
          at: { type: 'integer' },
        },
      },
      async run(telling, { workspaceId, signal }) {
        if (workspaceId !== null) await calls.tell(workspaceId, telling, signal);
      },
      retryAfter: (attempt) => PAUSES[Math.min(attempt, PAUSES.length) - 1] ?? 5,
    }),
  ];
}
