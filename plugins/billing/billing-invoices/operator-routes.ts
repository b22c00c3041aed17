import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { customerInvoiceItem, invoiceDocs } from './invoice-docs.ts';
import type { InvoicesService } from './invoices-service.ts';

const path = '/console/api/installation/invoices';
const operator = { access: ManagementAccess, permission: 'installation.manage' } as const;
const params = { type: 'object', properties: { invoice_id: { type: 'string', format: 'uuid' } } } as const;

/** Invoices of all workspaces, for whoever runs the server: those of closed and removed ones are settled as well. */
export function operatorRoutes(invoices: InvoicesService): Route[] {
  return [
    route({
      ...operator,
      id: 'billing-invoices.all',
      method: 'GET',
      path,
      summary: 'List the invoices of all workspaces, including deleted ones, newest first',
      ids: { 'query.before': { nothing: 'a place in an order, for operators' } },
      docs: invoiceDocs.all,
      query: {
        type: 'object',
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          before: { type: 'string', format: 'uuid', description: 'Id of the last item of the previous page.' },
          status: { type: 'string', enum: ['open', 'paid', 'void'] },
        },
      },
      async handle({ query: { limit, before, status } }) {
        const found = await invoices.all({ limit: limit + 1, before, status });
        return json({ data: found.slice(0, limit).map(customerInvoiceItem), has_more: found.length > limit });
      },
    }),
    ...(['pay', 'void'] as const).map((action) =>
      route({
        ...operator,
        id: `billing-invoices.${action}-any`,
        method: 'POST',
        path: `${path}/:invoice_id/${action}`,
        summary:
          action === 'pay'
            ? 'Mark an invoice of any workspace as paid, including deleted ones'
            : 'Void an invoice of any workspace, including deleted ones',
        audit: 'path',
        docs: invoiceDocs.settleAny,
        params,
        async handle({ principal: { name }, params: { invoice_id: id } }) {
          return json(customerInvoiceItem(await invoices.settleAny(id, action === 'pay' ? 'paid' : 'void', name)));
        },
      }),
    ),
  ];
}
