import {
  appOf,
  type Command,
  type CommandContext,
  confirmed,
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

const everywhere = '/console/api/triggers';
const all = '/console/api/apps/{app_id}/triggers';
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const TRIGGER = { kind: 'trigger', shownBy: 'weft triggers list' };
const FIRING = { kind: 'firing', shownBy: 'weft triggers history APP ID' };

/** What starts runs besides callers. */
export const commands: readonly Command[] = [
  {
    name: 'triggers list',
    positionals: ['[APP]'],
    options: { limit: text, before: text },
    usage: 'weft triggers list [APP] [--limit N] [--before ID]',
    summary: 'list schedules and webhooks of an app, or of the workspace, with their next and last time',
    run: list,
  },
  {
    name: 'triggers pause',
    positionals: ['APP', 'ID'],
    options: {},
    usage: 'weft triggers pause APP ID',
    summary: 'pause a trigger; its app stays as it is',
    run: (context) => setEnabled(context, false),
  },
  {
    name: 'triggers resume',
    positionals: ['APP', 'ID'],
    options: {},
    usage: 'weft triggers resume APP ID',
    summary: 'let a trigger go on, from its next time',
    run: (context) => setEnabled(context, true),
  },
  {
    name: 'triggers run',
    positionals: ['APP', 'ID'],
    options: {},
    usage: 'weft triggers run APP ID',
    summary: 'fire a schedule now; weft triggers history APP ID shows what became of it',
    async run(context) {
      const answer = await received(
        context.client.api.POST(`${all}/{id}/run`, { params: { path: triggerOf(context) } }),
      );
      print(context, answer, () => [`Firing ${answer.id}.`]);
    },
  },
  {
    name: 'triggers rotate',
    positionals: ['APP', 'ID'],
    options: { yes: flag },
    usage: 'weft triggers rotate APP ID [--yes]',
    summary: 'give a webhook a new address; the one so far leads nowhere at once',
    async run(context) {
      const path = triggerOf(context);
      await confirmed(context, 'Callers of the old address are answered 404 from now on. Go on?');
      const answer = await received(context.client.api.POST(`${all}/{id}/rotate`, { params: { path } }));
      print(context, answer, () => [`Address: ${answer.url}`]);
    },
  },
  {
    name: 'triggers sign',
    positionals: ['APP', 'ID'],
    options: { scheme: text, secret: text, header: text, 'timestamp-header': text, tolerance: text, revoke: flag },
    usage:
      'weft triggers sign APP ID [--scheme standard|hmac|github|stripe] [--secret S] [--header H] [--timestamp-header H] [--tolerance SECONDS] [--revoke]',
    summary: 'have calls of a webhook signed; the secret is shown once, the one before counts for 24 hours more',
    run: sign,
  },
  {
    name: 'triggers unsign',
    positionals: ['APP', 'ID'],
    options: { yes: flag },
    usage: 'weft triggers unsign APP ID [--yes]',
    summary: 'take calls of a webhook that are not signed',
    async run(context) {
      const path = triggerOf(context);
      await confirmed(context, 'Whoever knows the address can call the webhook then. Go on?');
      const answer = await received(context.client.api.DELETE(`${all}/{id}/signature`, { params: { path } }));
      print(context, answer, () => ['Calls need not be signed.']);
    },
  },
  {
    name: 'triggers history',
    positionals: ['APP', 'ID'],
    options: { status: text, limit: text, before: text },
    usage: 'weft triggers history APP ID [--status failed] [--limit N] [--before FIRING]',
    summary: 'list what became of the occasions of a trigger, newest first',
    run: history,
  },
];

async function list(context: CommandContext): Promise<void> {
  const { limit, before } = context.options;
  if (typeof before === 'string') identifier(before, TRIGGER);
  if (context.positionals[0] !== undefined) {
    const answer = await received(context.client.api.GET(all, { params: { path: appOf(context) } }));
    print(context, answer, () => rows(answer.data));
    return;
  }
  const query = queryOf<typeof everywhere>({ limit, before });
  const page = await received(context.client.api.GET(everywhere, { params: { query } }));
  print(context, page, () => [
    ...rows(page.data),
    ...(page.has_more ? [`More: --before ${page.data.at(-1)?.id}`] : []),
  ]);
}

function rows(triggers: readonly Schemas['Trigger'][]): string[] {
  if (triggers.length === 0) return ['No triggers: publish a workflow that begins at a schedule or a webhook.'];
  return table([
    ['ID', 'APP', 'TRIGGER', 'STATE', 'WHEN', 'NEXT', 'LAST', 'FAILED'],
    ...triggers.map((trigger) => [
      trigger.id,
      trigger.app_name,
      trigger.title,
      trigger.paused_by === null ? 'on' : `paused (${trigger.paused_by})`,
      trigger.url ?? `${trigger.cron ?? 'never'} ${trigger.timezone ?? ''}`.trim(),
      trigger.next_at === null ? '' : timeOf(trigger.next_at),
      trigger.last === null ? '' : `${timeOf(trigger.last.due_at)} ${trigger.last.status}`,
      String(trigger.failures),
    ]),
  ]);
}

async function setEnabled(context: CommandContext, enabled: boolean): Promise<void> {
  const request = { params: { path: triggerOf(context) }, body: { enabled } };
  const answer = await received(context.client.api.PATCH(`${all}/{id}`, request));
  print(context, answer, () => rows([answer]));
}

async function sign(context: CommandContext): Promise<void> {
  const {
    scheme = 'standard',
    secret,
    header,
    tolerance,
    revoke,
    'timestamp-header': timestampHeader,
  } = context.options;
  if (tolerance !== undefined && !/^\d{1,5}$/.test(String(tolerance)))
    throw new UsageError('--tolerance takes seconds');
  const body = {
    scheme,
    ...(secret !== undefined && { secret }),
    ...(header !== undefined && { header }),
    ...(timestampHeader !== undefined && { timestamp_header: timestampHeader }),
    ...(tolerance !== undefined && { tolerance: Number(tolerance) }),
    ...(revoke === true && { revoke }),
  };
  const request = { params: { path: triggerOf(context) }, body: body as { scheme: 'standard' } };
  const answer = await received(context.client.api.PUT(`${all}/{id}/signature`, request));
  print(context, answer, () => [
    `Calls of ${answer.trigger.url} must be signed (${answer.trigger.signature?.scheme}).`,
    `Secret (shown once): ${answer.secret}`,
  ]);
}

async function history(context: CommandContext): Promise<void> {
  const { status, limit, before } = context.options;
  if (typeof before === 'string') identifier(before, FIRING);
  const query = queryOf<`${typeof all}/{id}/firings`>({ status, limit, before });
  const path = triggerOf(context);
  const page = await received(context.client.api.GET(`${all}/{id}/firings`, { params: { path, query } }));
  print(context, page, () => [
    ...table([
      ['ID', 'TIME', 'SOURCE', 'STATUS', 'RUN', 'ERROR'],
      ...page.data.map((item) => [
        item.id,
        timeOf(item.due_at),
        item.source,
        item.status,
        item.workflow_run_id ?? '',
        item.error ?? '',
      ]),
    ]),
    ...(page.has_more ? [`More: --before ${page.data.at(-1)?.id}`] : []),
  ]);
}

function triggerOf(context: CommandContext): { readonly app_id: string; readonly id: string } {
  return { ...appOf(context), id: identifier(positional(context, 1), TRIGGER) };
}
