import {
  type Columns,
  type Command,
  type CommandContext,
  CommandError,
  identifier,
  positional,
  print,
  received,
  routeCommand,
  type Schemas,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

type Invoice = Schemas['Invoice'];

const invoices = '/console/api/billing/invoices';
const columns = {
  ID: 'id',
  NUMBER: 'number',
  STATUS: statusOf,
  DUE: ({ due_at: at }) => timeOf(at).slice(0, 10),
  TOTAL: ({ total, currency }) => `${total} ${currency}`,
} as const satisfies Columns<Invoice>;
const none = 'No invoices.';

/** What the workspace is billed: its owner sees it, whoever runs the server settles it. */
export const commands: readonly Command[] = [
  routeCommand('invoices list', 'GET', invoices, { table: columns, none }),
  routeCommand('invoices orders', 'GET', '/console/api/installation/orders', {
    table: {
      ID: 'id',
      ORDERED: ({ ordered_at: at }) => timeOf(at),
      PLAN: 'plan',
      PRICE: ({ price }) => (price === null ? '' : `${price.amount} ${price.currency}/${price.per}`),
      BY: 'ordered_by',
      WORKSPACE: ({ workspace: { id, name } }) => `${name} (${id})`,
    },
    none: 'No open orders.',
  }),
  routeCommand('invoices all', 'GET', '/console/api/installation/invoices', {
    table: { ...columns, WORKSPACE: customerOf },
    none,
  }),
  {
    name: 'invoices show',
    positionals: ['ID'],
    options: {},
    usage: 'weft invoices show ID',
    summary: 'show an invoice with its lines',
    async run(context) {
      const invoice = await found(context, identifier(positional(context, 0), 'invoice'));
      print(context, invoice, () => described(invoice));
    },
  },
  routeCommand('invoices export', 'GET', '/console/api/billing/invoices/export', { isSaved: true }),
  routeCommand('invoices issue', 'POST', invoices, {
    summary: 'issue an invoice to the workspace; paid, it gives the plan for that time. For whoever runs the server',
    options: { due_at: 'due', period_start: 'from', period_end: 'until', lines: 'line TEXT=AMOUNT' },
    read: { lines: linesOf },
    say: described,
  }),
  routeCommand('invoices pay', 'POST', '/console/api/installation/invoices/{invoice_id}/pay', {
    takes: { invoice_id: 'ID' },
    say: ({ number }) => `${number} is paid.`,
  }),
  routeCommand('invoices void', 'POST', '/console/api/installation/invoices/{invoice_id}/void', {
    takes: { invoice_id: 'ID' },
    say: ({ number }) => `${number} is void.`,
  }),
];

/** What is billed: `--line "TEXT=AMOUNT"`, again for each. */
function linesOf(given: string | readonly string[]) {
  return [given].flat().map((each) => {
    const at = each.lastIndexOf('=');
    if (at < 1) throw new UsageError(`--line takes text=amount, not '${each}'`);
    return { description: each.slice(0, at), amount: each.slice(at + 1) };
  });
}

async function found(context: CommandContext, id: string): Promise<Invoice> {
  for (let before: string | undefined; ; ) {
    const query = { limit: 100, ...(before !== undefined && { before }) };
    const page = await received(context.client.api.GET(invoices, { params: { query } }));
    const invoice = page.data.find((one) => one.id === id.toLowerCase());
    if (invoice !== undefined) return invoice;
    before = page.data.at(-1)?.id;
    if (!page.has_more || before === undefined) {
      throw new CommandError('not_found', `There is no invoice ${id}; \`weft invoices list\` shows them.`);
    }
  }
}

function customerOf({ workspace: { name, state } }: Schemas['CustomerInvoice']): string {
  return state === 'open' ? name : `${name} (${state === 'closed' ? 'deleted' : 'removed'})`;
}

function statusOf({ status, overdue }: Invoice): string {
  return overdue ? `${status}, overdue` : status;
}

function described(invoice: Invoice): string[] {
  const { number, plan, issued_at: issued, due_at: due, settled_at: at, lines, total, currency } = invoice;
  return [
    `Invoice ${number} of ${timeOf(issued).slice(0, 10)}, due ${timeOf(due).slice(0, 10)}: ${statusOf(invoice)}`,
    ...(plan === null ? [] : [`Plan: ${plan}`]),
    ...(at === null ? [] : [`Settled: ${timeOf(at)}`]),
    '',
    ...table([
      ...lines.map(({ description, amount }) => [description, `${amount} ${currency}`]),
      ['Total', `${total} ${currency}`],
    ]),
  ];
}
