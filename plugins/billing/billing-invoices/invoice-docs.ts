import { bytesAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, unixSeconds } from '#http';
import type { Invoice } from './invoice-store.ts';
import type { CustomerInvoice } from './invoices-service.ts';
export function invoiceItem(invoice: Invoice) {
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status,
    overdue: invoice.status === 'open' && invoice.isOverdue,
    plan: invoice.plan,
    period_start: unixSeconds(invoice.periodStart),
    period_end: unixSeconds(invoice.periodEnd),
    currency: invoice.currency,
    lines: invoice.lines,
    total: invoice.total,
    issued_at: unixSeconds(invoice.issuedAt),
    due_at: unixSeconds(invoice.dueAt),
    settled_at: unixSeconds(invoice.settledAt),
  };
}

/** The same with whom it is for. */
export function customerInvoiceItem({ customer, ...invoice }: CustomerInvoice) {
  return { ...invoiceItem(invoice), workspace: customer };
}

const columns = 'number,status,plan,period_start,period_end,currency,total,issued_at,due_at,settled_at,lines';

/** Invoices as CSV (RFC 4180), a page at a time. */
export async function* invoiceCsv(pages: AsyncIterable<readonly Invoice[]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${columns}\r\n`);
  for await (const page of pages) yield Buffer.from(page.map(csvLine).join(''));
}

function csvLine(invoice: Invoice): string {
  const day = (at: number | null) => (at === null ? '' : new Date(at).toISOString());
  const lines = invoice.lines.map(({ description, amount }) => `${description}: ${amount}`).join('; ');
  const cells = [
    invoice.number,
    invoice.status,
    cell(invoice.plan ?? ''),
    day(invoice.periodStart),
    day(invoice.periodEnd),
    invoice.currency,
    invoice.total,
    day(invoice.issuedAt),
    day(invoice.dueAt),
    day(invoice.settledAt),
    cell(lines),
  ];
  return `${cells.join(',')}\r\n`;
}

/** What a spreadsheet would take for a formula begins with an apostrophe. */
function cell(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const { boolean, text, uuid } = schemas;
const time = orNull(schemas.seconds);
const line = objectSchema('InvoiceLine', { description: text, amount: schemas.money });
const fields = {
  id: uuid,
  number: text,
  status: { type: 'string', enum: ['open', 'paid', 'void'] },
  overdue: boolean,
  plan: orNull(text),
  period_start: time,
  period_end: time,
  currency: text,
  lines: listOf(line),
  total: schemas.money,
  issued_at: schemas.seconds,
  due_at: schemas.seconds,
  settled_at: time,
};
const invoice = objectSchema('Invoice', fields);
const customer = objectSchema('InvoiceCustomer', {
  id: uuid,
  name: text,
  state: { type: 'string', enum: ['open', 'closed', 'removed'] },
});
const customerInvoice = objectSchema('CustomerInvoice', { ...fields, workspace: customer });
const example = {
  id: '0196f5c0-0000-7000-8000-000000000031',
  number: '2026-000001',
  status: 'open',
  overdue: false,
  plan: 'team',
  period_start: 1_795_000_000,
  period_end: 1_797_592_000,
  currency: 'USD',
  lines: [{ description: 'Team, one month', amount: '159.00' }],
  total: '159.00',
  issued_at: 1_795_000_000,
  due_at: 1_796_209_600,
  settled_at: null,
};
const customerExample = {
  ...example,
  workspace: { id: '0196f5c0-0000-7000-8000-000000000001', name: 'Acme', state: 'closed' },
};
const tag = 'Billing';

/** What is told of the routes of invoices. */
export const invoiceDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer('A page of invoices.', objectSchema('Invoices', { data: listOf(invoice), has_more: boolean }), {
        data: [example],
        has_more: false,
      }),
    },
  },
  export: { tag, answers: { 200: bytesAnswer('One row per invoice, newest first.', 'text/csv') } },
  issue: {
    tag,
    bodyExample: {
      plan: 'team',
      period_start: 1_795_000_000,
      period_end: 1_797_592_000,
      currency: 'USD',
      due_at: 1_796_209_600,
      lines: [{ description: 'Team, one month', amount: '159.00' }],
    },
    answers: { 201: jsonAnswer('The invoice.', invoice, example) },
    errors: { 400: ['invalid_invoice'] },
  },
  settle: {
    tag,
    answers: { 200: jsonAnswer('The invoice.', invoice, { ...example, status: 'paid', settled_at: 1_795_500_000 }) },
    errors: { 404: ['not_found'], 409: ['settled'] },
  },
  all: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page of invoices of all workspaces, including those that were closed or purged.',
        objectSchema('CustomerInvoices', { data: listOf(customerInvoice), has_more: boolean }),
        { data: [customerExample], has_more: false },
      ),
    },
  },
  settleAny: {
    tag,
    description:
      'Paying an invoice of a closed workspace activates its plan when the workspace is restored. For a purged workspace, only the payment is recorded.',
    answers: {
      200: jsonAnswer('The invoice.', customerInvoice, {
        ...customerExample,
        status: 'paid',
        settled_at: 1_795_500_000,
      }),
    },
    errors: { 404: ['not_found'], 409: ['settled'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
