import {
  type Command,
  type CommandContext,
  CommandError,
  identifier,
  positional,
  print,
  type QueryOf,
  queryOf,
  received,
  type Schemas,
  saved,
  secondsOf,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

type Invoice = Schemas['Invoice'];

const text = { type: 'string' } as const;

/** What the workspace is billed: its owner sees it, whoever runs the server settles it. */
export const commands: readonly Command[] = [
  {
    name: 'invoices list',
    positionals: [],
    options: { limit: text, before: text },
    usage: 'weft invoices list [--limit N] [--before ID]',
    summary: 'list invoices, newest first',
    async run(context) {
      const { limit, before } = context.options;
      if (typeof before === 'string') identifier(before, 'invoice');
      const query = queryOf<'/console/api/billing/invoices'>({ limit, before });
      const answer = await pageOf(context, query);
      print(context, answer, () =>
        answer.data.length === 0
          ? ['No invoices.']
          : [
              ...table([['ID', 'NUMBER', 'STATUS', 'DUE', 'TOTAL'], ...answer.data.map(invoiceRow)]),
              ...(answer.has_more ? [`More: the same with --before ${answer.data.at(-1)?.id}`] : []),
            ],
      );
    },
  },
  {
    name: 'invoices orders',
    positionals: [],
    options: { limit: text, before: text },
    usage: 'weft invoices orders [--limit N] [--before ID]',
    summary: 'list plans that were ordered and wait for an invoice, of all workspaces; for whoever runs the server',
    async run(context) {
      const { limit, before } = context.options;
      if (typeof before === 'string') identifier(before, 'order');
      const query = queryOf<'/console/api/installation/orders'>({ limit, before });
      const answer = await received(context.client.api.GET('/console/api/installation/orders', { params: { query } }));
      print(context, answer, () =>
        answer.data.length === 0
          ? ['No open orders.']
          : [
              ...table([
                ['ID', 'ORDERED', 'PLAN', 'PRICE', 'BY', 'WORKSPACE'],
                ...answer.data.map((order) => [
                  order.id,
                  timeOf(order.ordered_at),
                  order.plan,
                  order.price === null ? '' : `${order.price.amount} ${order.price.currency}/${order.price.per}`,
                  order.ordered_by,
                  `${order.workspace.name} (${order.workspace.id})`,
                ]),
              ]),
              ...(answer.has_more ? [`More: the same with --before ${answer.data.at(-1)?.id}`] : []),
            ],
      );
    },
  },
  {
    name: 'invoices all',
    positionals: [],
    options: { status: text, limit: text, before: text },
    usage: 'weft invoices all [--status open|paid|void] [--limit N] [--before ID]',
    summary: 'list invoices of all workspaces, newest first, those of deleted ones too; for whoever runs the server',
    async run(context) {
      const { status, limit, before } = context.options;
      if (typeof before === 'string') identifier(before, 'invoice');
      const query = queryOf<'/console/api/installation/invoices'>({ status, limit, before });
      const answer = await received(
        context.client.api.GET('/console/api/installation/invoices', { params: { query } }),
      );
      print(context, answer, () =>
        answer.data.length === 0
          ? ['No invoices.']
          : [
              ...table([
                ['ID', 'NUMBER', 'STATUS', 'DUE', 'TOTAL', 'WORKSPACE'],
                ...answer.data.map((invoice) => [...invoiceRow(invoice), customerOf(invoice)]),
              ]),
              ...(answer.has_more ? [`More: the same with --before ${answer.data.at(-1)?.id}`] : []),
            ],
      );
    },
  },
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
  {
    name: 'invoices export',
    positionals: ['FILE'],
    options: {},
    usage: 'weft invoices export FILE',
    summary: 'write all invoices to a new file, as CSV',
    async run(context) {
      const { data } = await context.client.api.GET('/console/api/billing/invoices/export', { parseAs: 'stream' });
      await saved(context, positional(context, 0), data);
    },
  },
  {
    name: 'invoices issue',
    positionals: [],
    options: { line: { ...text, multiple: true }, currency: text, due: text, plan: text, from: text, until: text },
    usage:
      'weft invoices issue --line "TEXT=AMOUNT" … --currency EUR --due DATE [--plan PLAN --from DATE --until DATE]',
    summary: 'issue an invoice to the workspace; paid, it gives the plan for that time. For whoever runs the server',
    async run(context) {
      const invoice = await received(
        context.client.api.POST('/console/api/billing/invoices', { body: issued(context) }),
      );
      print(context, invoice, () => described(invoice));
    },
  },
  {
    name: 'invoices pay',
    positionals: ['ID'],
    options: {},
    usage: 'weft invoices pay ID',
    summary: 'note that an invoice is paid, of any workspace, also a deleted one; for whoever runs the server',
    async run(context) {
      const path = '/console/api/installation/invoices/{invoice_id}/pay';
      const invoice = await received(context.client.api.POST(path, settled(context)));
      print(context, invoice, () => [`${invoice.number} is paid.`]);
    },
  },
  {
    name: 'invoices void',
    positionals: ['ID'],
    options: {},
    usage: 'weft invoices void ID',
    summary:
      'make an invoice void, of any workspace, also a deleted one; its number stays taken. For whoever runs the server',
    async run(context) {
      const path = '/console/api/installation/invoices/{invoice_id}/void';
      const invoice = await received(context.client.api.POST(path, settled(context)));
      print(context, invoice, () => [`${invoice.number} is void.`]);
    },
  },
];

function pageOf({ client }: CommandContext, query: QueryOf<'/console/api/billing/invoices'>) {
  return received(client.api.GET('/console/api/billing/invoices', { params: { query } }));
}

function issued({ options }: CommandContext) {
  const { line, currency, due, plan, from, until } = options;
  if (typeof currency !== 'string' || typeof due !== 'string' || line === undefined) {
    throw new UsageError('--line, --currency and --due are needed');
  }
  const lines = (line as readonly string[]).map((each) => {
    const at = each.lastIndexOf('=');
    if (at < 1) throw new UsageError(`--line takes text=amount, not '${each}'`);
    return { description: each.slice(0, at), amount: each.slice(at + 1) };
  });
  return {
    currency,
    due_at: Number(secondsOf(due)),
    lines,
    ...(typeof plan === 'string' && { plan }),
    ...(from !== undefined && { period_start: Number(secondsOf(from)) }),
    ...(until !== undefined && { period_end: Number(secondsOf(until)) }),
  };
}

function settled(context: CommandContext) {
  return { params: { path: { invoice_id: identifier(positional(context, 0), 'invoice') } } };
}

async function found(context: CommandContext, id: string): Promise<Invoice> {
  for (let before: string | undefined; ; ) {
    const page = await pageOf(context, { limit: 100, ...(before !== undefined && { before }) });
    const invoice = page.data.find((one) => one.id === id.toLowerCase());
    if (invoice !== undefined) return invoice;
    before = page.data.at(-1)?.id;
    if (!page.has_more || before === undefined) {
      throw new CommandError('not_found', `There is no invoice ${id}; \`weft invoices list\` shows them.`);
    }
  }
}

function invoiceRow(invoice: Invoice): string[] {
  const { id, number, due_at: due, total, currency } = invoice;
  return [id, number, statusOf(invoice), timeOf(due).slice(0, 10), `${total} ${currency}`];
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
