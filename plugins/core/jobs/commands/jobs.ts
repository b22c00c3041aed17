import { type Command, routeCommand, timeOf } from '#plugins/commands/contract.ts';

/** Work in the background that nobody tries any more. */
export const commands: readonly Command[] = [
  routeCommand('jobs failed', 'GET', '/console/api/jobs/failed', {
    table: { ID: 'id', TASK: 'task', ATTEMPTS: 'attempts', FAILED: ({ failed_at: at }) => timeOf(at), WITH: 'error' },
  }),
  routeCommand('jobs retry', 'POST', '/console/api/jobs/{id}/retry', {
    json: { retried: 'id' },
    say: 'It is tried again.',
  }),
  routeCommand('jobs drop', 'DELETE', '/console/api/jobs/{id}', { json: { dropped: 'id' }, say: 'It is gone.' }),
];
