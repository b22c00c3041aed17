import {
  type Command,
  confirmed,
  identifier,
  positional,
  print,
  printable,
  queryOf,
  received,
  type Schemas,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

const path = '/console/api/billing/subscription';

/** The subscription of the workspace; `weft plan show` tells what its plan allows. */
export const commands: readonly Command[] = [
  {
    name: 'plan subscription',
    positionals: [],
    options: {},
    usage: 'weft plan subscription',
    summary: 'show what the workspace is subscribed to, and until when',
    async run(context) {
      const answer = await received(context.client.api.GET(path));
      print(context, answer, () => [subscriptionLine(answer)]);
    },
  },
  {
    name: 'plan list',
    positionals: [],
    options: {},
    usage: 'weft plan list',
    summary: 'list the plans there are, and over which payment providers they can be ordered',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/billing/plans'));
      const rows = answer.data.map(({ plan, name, price, providers }) => [
        plan,
        name,
        providers.join(' ') || '-',
        price === null ? '-' : `${price.amount} ${price.currency}/${price.per}`,
      ]);
      print(context, answer, () => table([['PLAN', 'NAME', 'PROVIDERS', 'PRICE'], ...rows]));
    },
  },
  {
    name: 'plan changes',
    positionals: [],
    options: { limit: { type: 'string' }, before: { type: 'string' } },
    usage: 'weft plan changes [--limit N] [--before ID]',
    summary: 'list what happened to the subscription, newest first',
    async run(context) {
      const { limit, before } = context.options;
      if (typeof before === 'string') identifier(before, 'change of a subscription');
      const query = queryOf<'/console/api/billing/changes'>({ limit, before });
      const page = await received(context.client.api.GET('/console/api/billing/changes', { params: { query } }));
      const rows = page.data.map((line) => [timeOf(line.at), line.event, line.to_state, line.plan, line.source]);
      print(context, page, () => [
        ...table([['TIME', 'EVENT', 'STATE', 'PLAN', 'BY'], ...rows]),
        ...(page.has_more ? [`More: the same with --before ${page.data.at(-1)?.id}`] : []),
      ]);
    },
  },
  {
    name: 'plan portal',
    positionals: [],
    options: {},
    usage: 'weft plan portal',
    summary: 'show the address where cards and receipts are looked after, good for some minutes',
    async run(context) {
      const answer = await received(context.client.api.POST('/console/api/billing/portal'));
      print(context, answer, () => [printable(answer.url)]);
    },
  },
  {
    name: 'plan trial',
    positionals: ['PLAN'],
    options: { days: { type: 'string' } },
    usage: 'weft plan trial PLAN --days N',
    summary: 'let the workspace try a plan; for whoever runs the server',
    async run(context) {
      const days = Number(context.options.days);
      if (!Number.isInteger(days)) throw new UsageError('--days takes a number of days');
      const body = { plan: positional(context, 0), days };
      const answer = await received(context.client.api.POST('/console/api/billing/trial', { body }));
      print(context, answer, () => [subscriptionLine(answer)]);
    },
  },
  {
    name: 'plan change',
    positionals: ['PLAN'],
    options: { provider: { type: 'string' } },
    usage: 'weft plan change PLAN [--provider PROVIDER]',
    summary: 'order a plan, or change to another; shows where to pay, if anywhere',
    async run(context) {
      const { provider } = context.options;
      const body = { plan: positional(context, 0), ...(provider !== undefined && { provider: String(provider) }) };
      const answer = await received(context.client.api.POST(path, { body }));
      print(context, answer, () => [
        answer.url === null ? subscriptionLine(answer.subscription) : `Go on here: ${printable(answer.url)}`,
      ]);
    },
  },
  {
    name: 'plan cancel',
    positionals: [],
    options: { now: { type: 'boolean' }, yes: { type: 'boolean' } },
    usage: 'weft plan cancel [--now] [--yes]',
    summary: 'cancel the subscription when its period is over, or at once. Asks before unless --yes is given',
    async run(context) {
      const now = context.options.now === true;
      const question = now ? 'Cancel the subscription at once?' : 'Cancel the subscription when its period is over?';
      await confirmed(context, question, { isUndoable: !now });
      const answer = await received(context.client.api.DELETE(path, { params: { query: { now } } }));
      print(context, answer, () => [subscriptionLine(answer)]);
    },
  },
  {
    name: 'plan resume',
    positionals: [],
    options: {},
    usage: 'weft plan resume',
    summary: 'take a cancelation back before it is in force',
    async run(context) {
      const answer = await received(context.client.api.POST(`${path}/resume`));
      print(context, answer, () => [subscriptionLine(answer)]);
    },
  },
];

function subscriptionLine(subscription: Schemas['Subscription']): string {
  const { state, plan, provider, cancel_at_period_end: isCanceled } = subscription;
  const end = state === 'trialing' ? subscription.trial_end : subscription.period_end;
  if (state === 'none') return 'No subscription: weft plan change PLAN';
  const until = end === null ? '' : ` until ${timeOf(end).slice(0, 10)}`;
  const after = isCanceled ? ', then it ends' : '';
  return `Subscription: ${state}, ${printable(plan ?? '-')}${until}${after}, over ${printable(provider ?? '-')}`;
}
