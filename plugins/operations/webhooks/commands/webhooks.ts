import {
  appOf,
  type Command,
  type CommandContext,
  identifier,
  positional,
  print,
  queryOf,
  received,
  type Schemas,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

const webhooks = '/console/api/apps/{app_id}/webhooks';
const deliveries = '/console/api/apps/{app_id}/webhook-deliveries';

const text = { type: 'string' } as const;

type NewWebhook = Pick<Schemas['Webhook'], 'url'> & Partial<Pick<Schemas['Webhook'], 'events'>>;

/** Addresses that are told how runs of an app end. */
export const commands: readonly Command[] = [
  {
    name: 'webhooks list',
    positionals: ['APP'],
    options: {},
    usage: 'weft webhooks list APP',
    summary: 'list the webhooks of an app',
    async run(context) {
      const answer = await received(context.client.api.GET(webhooks, { params: { path: appOf(context) } }));
      print(context, answer, () =>
        answer.data.length === 0
          ? ['No webhooks: weft webhooks add APP URL']
          : table([['ID', 'STATE', 'EVENTS', 'URL'], ...answer.data.map(endpointRow)]),
      );
    },
  },
  {
    name: 'webhooks add',
    positionals: ['APP', 'URL'],
    options: { event: { type: 'string', multiple: true } },
    usage: 'weft webhooks add APP URL [--event run.succeeded]…',
    summary: 'tell an address how runs end (all events unless named); its secret is shown once',
    async run(context) {
      const events = context.options.event;
      const body = { url: positional(context, 1), ...(events !== undefined && { events }) };
      const request = { params: { path: appOf(context) }, body: body as NewWebhook };
      const answer = await received(context.client.api.POST(webhooks, request));
      print(context, answer, () => [`Added ${answer.id}.`, `Secret (shown once): ${answer.secret}`]);
    },
  },
  {
    name: 'webhooks change',
    positionals: ['APP', 'ID'],
    options: {
      url: text,
      event: { type: 'string', multiple: true },
      on: { type: 'boolean' },
      off: { type: 'boolean' },
    },
    usage: 'weft webhooks change APP ID [--url URL] [--event run.failed]… [--on | --off]',
    summary: 'change the address or the events of a webhook, or switch it on or off',
    async run(context) {
      const { url, event, on, off } = context.options;
      if (on === true && off === true) throw new UsageError('--on or --off');
      const changes = {
        ...(url !== undefined && { url }),
        ...(event !== undefined && { events: event }),
        ...((on === true || off === true) && { enabled: on === true }),
      };
      if (Object.keys(changes).length === 0) throw new UsageError('name what changes: --url, --event, --on or --off');
      const request = { params: { path: webhookOf(context) }, body: changes as Partial<NewWebhook> };
      const answer = await received(context.client.api.PATCH(`${webhooks}/{id}`, request));
      print(context, answer, () => table([['ID', 'STATE', 'EVENTS', 'URL'], endpointRow(answer)]));
    },
  },
  {
    name: 'webhooks remove',
    positionals: ['APP', 'ID'],
    options: {},
    usage: 'weft webhooks remove APP ID',
    summary: 'remove a webhook and what is known of its deliveries',
    async run(context) {
      await context.client.api.DELETE(`${webhooks}/{id}`, { params: { path: webhookOf(context) } });
      print(context, { removed: positional(context, 1) }, () => ['Removed.']);
    },
  },
  {
    name: 'webhooks rotate',
    positionals: ['APP', 'ID'],
    options: {},
    usage: 'weft webhooks rotate APP ID',
    summary: 'give a webhook a new secret; the old one signs beside it for 24 hours',
    async run(context) {
      const params = { path: webhookOf(context) };
      const answer = await received(context.client.api.POST(`${webhooks}/{id}/rotate`, { params }));
      print(context, answer, () => [`Secret (shown once): ${answer.secret}`]);
    },
  },
  {
    name: 'webhooks test',
    positionals: ['APP', 'ID'],
    options: {},
    usage: 'weft webhooks test APP ID',
    summary: 'send a test message; weft webhooks deliveries APP shows what became of it',
    async run(context) {
      const params = { path: webhookOf(context) };
      const answer = await received(context.client.api.POST(`${webhooks}/{id}/test`, { params }));
      print(context, answer, () => [`Sending ${answer.id}.`]);
    },
  },
  {
    name: 'webhooks deliveries',
    positionals: ['APP'],
    options: { webhook: text, status: text, limit: text, before: text },
    usage:
      'weft webhooks deliveries APP [--webhook ID] [--status pending|delivered|dead] [--limit N] [--before DELIVERY]',
    summary: 'list what the webhooks of an app were told, newest first',
    run: listDeliveries,
  },
  {
    name: 'webhooks redeliver',
    positionals: ['APP', 'DELIVERY'],
    options: {},
    usage: 'weft webhooks redeliver APP DELIVERY',
    summary: 'send a message again, under its old id',
    async run(context) {
      const id = identifier(positional(context, 1), 'delivery');
      const params = { path: { ...appOf(context), id } };
      const answer = await received(context.client.api.POST(`${deliveries}/{id}/redeliver`, { params }));
      print(context, answer, () => [`Sending ${answer.id}.`]);
    },
  },
];

async function listDeliveries(context: CommandContext): Promise<void> {
  const { webhook, status, limit, before } = context.options;
  if (typeof webhook === 'string') identifier(webhook, 'webhook');
  if (typeof before === 'string') identifier(before, 'delivery');
  const query = queryOf<typeof deliveries>({ webhook_id: webhook, status, limit, before });
  const page = await received(context.client.api.GET(deliveries, { params: { path: appOf(context), query } }));
  print(context, page, () => [
    ...table([
      ['ID', 'TIME', 'EVENT', 'STATUS', 'ATTEMPTS', 'LAST'],
      ...page.data.map((item) => [
        item.id,
        timeOf(item.created_at),
        item.type,
        item.status,
        String(item.attempts),
        item.last_error ?? String(item.last_status ?? ''),
      ]),
    ]),
    ...(page.has_more ? [`More: --before ${page.data.at(-1)?.id}`] : []),
  ]);
}

function webhookOf(context: CommandContext): { readonly app_id: string; readonly id: string } {
  return { ...appOf(context), id: identifier(positional(context, 1), 'webhook') };
}

function endpointRow({ id, enabled, disabled_reason: reason, events, url }: Schemas['Webhook']): string[] {
  return [id, enabled ? 'on' : `off${reason === null ? '' : `: ${reason}`}`, events.join(' '), url];
}
