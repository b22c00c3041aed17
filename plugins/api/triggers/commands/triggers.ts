import {
  type Columns,
  type Command,
  eitherCommand,
  routeCommand,
  type Schemas,
  timeOf,
} from '#plugins/commands/contract.ts';

const all = '/console/api/apps/{app_id}/triggers';
const one = '/console/api/apps/{app_id}/triggers/{id}';
const signature = '/console/api/apps/{app_id}/triggers/{id}/signature';

const columns: Columns<Schemas['Trigger']> = {
  ID: 'id',
  APP: 'app_name',
  TRIGGER: 'title',
  STATE: ({ paused_by: by }) => (by === null ? 'on' : `paused (${by})`),
  WHEN: ({ url, cron, timezone }) => url ?? `${cron ?? 'never'} ${timezone ?? ''}`.trim(),
  NEXT: ({ next_at: at }) => (at === null ? '' : timeOf(at)),
  LAST: ({ last }) => (last === null ? '' : `${timeOf(last.due_at)} ${last.status}`),
  FAILED: 'failures',
};
const none = 'No triggers: publish a workflow that begins at a schedule or a webhook.';

/** What starts runs besides callers. */
export const commands: readonly Command[] = [
  eitherCommand(
    'triggers list',
    [
      routeCommand('triggers list', 'GET', '/console/api/triggers', { table: columns, none }),
      routeCommand('triggers list', 'GET', all, { table: columns, none }),
    ],
    {
      summary: 'list schedules and webhooks of an app, or of the workspace, with their next and last time',
      usage: '[APP] [--limit N] [--before ID]',
      positionals: ['[APP]'],
      which: ({ positionals }) => positionals.length,
    },
  ),
  ...(['pause', 'resume'] as const).map((word) =>
    routeCommand(`triggers ${word}`, 'PATCH', one, {
      summary: word === 'pause' ? 'pause a trigger; its app stays as it is' : 'let a trigger go on, from its next time',
      fixed: { enabled: word === 'resume' },
      table: columns,
    }),
  ),
  routeCommand('triggers run', 'POST', '/console/api/apps/{app_id}/triggers/{id}/run', {
    say: ({ id }) => `Firing ${id}.`,
  }),
  routeCommand('triggers rotate', 'POST', '/console/api/apps/{app_id}/triggers/{id}/rotate', {
    confirm: 'Callers of the old address are answered 404 from now on. Go on?',
    say: ({ url }) => `Address: ${url}`,
  }),
  routeCommand('triggers sign', 'PUT', signature, {
    defaults: { scheme: 'standard' },
    say: ({ secret, trigger }) => [
      `Calls of ${trigger.url} must be signed (${trigger.signature?.scheme}).`,
      `Secret (shown once): ${secret}`,
    ],
  }),
  routeCommand('triggers unsign', 'DELETE', signature, {
    confirm: 'Whoever knows the address can call the webhook then. Go on?',
    say: 'Calls need not be signed.',
  }),
  routeCommand('triggers history', 'GET', '/console/api/apps/{app_id}/triggers/{id}/firings', {
    table: {
      ID: 'id',
      TIME: ({ due_at: at }) => timeOf(at),
      SOURCE: 'source',
      STATUS: 'status',
      RUN: 'workflow_run_id',
      ERROR: 'error',
    },
  }),
];
