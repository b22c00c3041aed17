import { type Task, task } from '#plugins/jobs/contract.ts';
import { ANNOUNCE, type Announcement, type Announcer, DELIVER } from './announcer.ts';
import type { Delivery } from './delivery.ts';

/** Seconds until the next attempt: 5 s … 5 h, about eight hours in all. */
const PAUSES = [5, 30, 120, 600, 1_800, 7_200, 18_000];

interface DeliverPayload {
  readonly id: string;
}

const uuid = { type: 'string', format: 'uuid' } as const;

export function webhookTasks({ announcer, delivery }: { announcer: Announcer; delivery: Delivery }): Task[] {
  return [
    task<Announcement>({
      id: ANNOUNCE,
      payload: {
        type: 'object',
        additionalProperties: false,
        required: ['appId', 'runId', 'type', 'at'],
        properties: { appId: uuid, runId: uuid, type: { type: 'string' }, at: { type: 'integer' } },
      },
      async run(announcement, { workspaceId }) {
        if (workspaceId !== null) await announcer.announce(workspaceId, announcement);
      },
    }),
    task<DeliverPayload>({
      id: DELIVER,
      payload: { type: 'object', additionalProperties: false, required: ['id'], properties: { id: uuid } },
      async run({ id }, { workspaceId, signal }) {
        if (workspaceId !== null) await delivery.attempt(workspaceId, id, signal);
      },
      retryAfter: (attempt) => PAUSES[Math.min(attempt, PAUSES.length) - 1] ?? 5,
    }),
  ];
}
