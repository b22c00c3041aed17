import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { invoiceCsv, invoiceDocs, invoiceItem } from './invoice-docs.ts';
import type { InvoicesService } from './invoices-service.ts';

const path = '/console/api/billing/invoices';
const owner = { access: ManagementAccess, permission: 'billing.manage' } as const;
const operator = { access: ManagementAccess, permission: 'installation.manage' } as const;
const params = { type: 'object', properties: { invoice_id: { type: 'string', format: 'uuid' } } } as const;
const time = {
  type: 'integer',
  format: 'unixtime',
  minimum: 946_684_800,
  maximum: 32_503_680_000,
  description: 'Unix timestamp in seconds.',
} as const;
const PAGE = 100;

/** Invoices: an owner sees theirs, an operator issues them. */
export function invoiceRoutes(invoices: InvoicesService): Route[] {
  return [
    route({
      ...owner,
      id: 'billing-invoices.list',
      method: 'GET',
      path,
      summary: 'List invoices, newest first',
      ids: { 'query.before': 'invoice' },
      docs: invoiceDocs.list,
      query: {
        type: 'object',
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          before: { type: 'string', format: 'uuid', description: 'Id of the last item of the previous page.' },
        },
      },
      async handle({ principal, query: page }) {
        const found = await invoices.list(principal.workspaceId, { ...page, limit: page.limit + 1 });
        return json({ data: found.slice(0, page.limit).map(invoiceItem), has_more: found.length > page.limit });
      },
    }),
    route({
      ...owner,
      id: 'billing-invoices.export',
      method: 'GET',
      path: `${path}/export`,
      summary: 'Export all invoices as CSV',
      docs: invoiceDocs.export,
      handle: ({ principal }) => ({
        status: 200,
        headers: {
          'Content-Disposition': 'attachment; filename="invoices.csv"',
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': 'no-store',
        },
        body: {
          kind: 'bytes',
          stream: invoiceCsv(pagesOf(invoices, principal.workspaceId)),
          contentType: 'text/csv; charset=utf-8',
        },
      }),
    }),
    ...operatorRoutes(invoices),
  ];
}

function operatorRoutes(invoices: InvoicesService): Route[] {
  return [
    route({
      ...operator,
      id: 'billing-invoices.issue',
      method: 'POST',
      path,
      summary: 'Issue an invoice to the workspace',
      audit: { body: ['plan', 'currency', 'due_at'], answer: ['id', 'number', 'total'] },
      docs: invoiceDocs.issue,
      body: {
        type: 'object',
        required: ['currency', 'due_at', 'lines'],
        additionalProperties: false,
        properties: {
          plan: { type: 'string', minLength: 1, maxLength: 50 },
          period_start: time,
          period_end: time,
          currency: {
            type: 'string',
            pattern: '^[A-Z]{3}$',
            description: 'Currency code of three capital letters, such as `EUR`.',
          },
          due_at: time,
          lines: {
            type: 'array',
            minItems: 1,
            maxItems: 100,
            items: {
              type: 'object',
              required: ['description', 'amount'],
              additionalProperties: false,
              properties: {
                description: { type: 'string', minLength: 1, maxLength: 500 },
                amount: {
                  type: 'string',
                  pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,2})?$',
                  description: 'Amount as a decimal string, with at most two decimals.',
                },
              },
            },
          },
        },
      },
      async handle({ principal: { workspaceId }, body: given }) {
        const milliseconds = (at: number | undefined) => (at === undefined ? null : at * 1000);
        const invoice = await invoices.issue({
          workspaceId,
          plan: given.plan ?? null,
          periodStart: milliseconds(given.period_start),
          periodEnd: milliseconds(given.period_end),
          currency: given.currency,
          dueAt: given.due_at * 1000,
          lines: given.lines.map(({ description, amount }) => ({
            description: description.replaceAll('\0', ''),
            amount,
          })),
        });
        return json(invoiceItem(invoice), { status: 201 });
      },
    }),
    ...(['pay', 'void'] as const).map((action) =>
      route({
        ...operator,
        id: `billing-invoices.${action}`,
        method: 'POST',
        path: `${path}/:invoice_id/${action}`,
        summary: action === 'pay' ? 'Mark an invoice as paid' : 'Void an invoice; its number is not reused',
        audit: 'path',
        noCommand: '`weft invoices pay` does it for any workspace, also a deleted one',
        docs: invoiceDocs.settle,
        params,
        async handle({ principal: { workspaceId, name }, params: { invoice_id: id } }) {
          return json(invoiceItem(await invoices.settle(workspaceId, id, action === 'pay' ? 'paid' : 'void', name)));
        },
      }),
    ),
  ];
}

async function* pagesOf(invoices: InvoicesService, workspaceId: string) {
  let before: string | undefined;
  for (;;) {
    const page = await invoices.list(workspaceId, { limit: PAGE, before });
    yield page;
    if (page.length < PAGE) return;
    before = page.at(-1)?.id;
  }
}
