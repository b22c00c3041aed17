import { type Command, routeCommand, type Schemas, timeOf, UsageError } from '#plugins/commands/contract.ts';

const webhooks = '/console/api/apps/{app_id}/webhooks';
const one = '/console/api/apps/{app_id}/webhooks/{id}';
const deliveries = '/console/api/apps/{app_id}/webhook-deliveries';

const columns = {
  ID: 'id',
  STATE: stateOf,
  EVENTS: ({ events }: Schemas['Webhook']) => events.join(' '),
  URL: 'url',
} as const;

/** Addresses that are told how runs of an app end. */
export const commands: readonly Command[] = [
  routeCommand('webhooks list', 'GET', webhooks, { table: columns, none: 'No webhooks: weft webhooks add APP URL' }),
  routeCommand('webhooks add', 'POST', webhooks, {
    takes: { app_id: 'APP', url: 'URL' },
    options: { events: 'event', enabled: 'enabled on|off' },
    say: ({ id, secret }) => [`Added ${id}.`, `Secret (shown once): ${secret}`],
  }),
  routeCommand('webhooks change', 'PATCH', one, {
    options: { events: 'event' },
    without: { enabled: 'is said by --on and --off' },
    more: {
      on: { type: 'boolean', help: 'Send messages.' },
      off: { type: 'boolean', help: 'Send none.' },
    },
    fill({ options: { on, off } }) {
      if (on === true && off === true) throw new UsageError('--on or --off');
      return on === true || off === true ? { enabled: on === true } : {};
    },
    table: columns,
  }),
  routeCommand('webhooks remove', 'DELETE', one, { json: { removed: 'id' }, say: 'Removed.' }),
  routeCommand('webhooks rotate', 'POST', '/console/api/apps/{app_id}/webhooks/{id}/rotate', {
    say: ({ secret }) => `Secret (shown once): ${secret}`,
  }),
  routeCommand('webhooks test', 'POST', '/console/api/apps/{app_id}/webhooks/{id}/test', {
    say: ({ id }) => `Sending ${id}.`,
  }),
  routeCommand('webhooks deliveries', 'GET', deliveries, {
    options: { webhook_id: 'webhook' },
    table: {
      ID: 'id',
      TIME: ({ created_at: at }) => timeOf(at),
      EVENT: 'type',
      STATUS: 'status',
      ATTEMPTS: 'attempts',
      LAST: ({ last_error: error, last_status: status }) => error ?? status,
    },
  }),
  routeCommand('webhooks redeliver', 'POST', '/console/api/apps/{app_id}/webhook-deliveries/{id}/redeliver', {
    takes: { app_id: 'APP', id: 'DELIVERY' },
    say: ({ id }) => `Sending ${id}.`,
  }),
];

function stateOf({ enabled, disabled_reason: reason }: Schemas['Webhook']): string {
  return enabled ? 'on' : `off${reason === null ? '' : `: ${reason}`}`;
}
