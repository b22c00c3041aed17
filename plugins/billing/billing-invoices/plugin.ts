import { Routes } from '#http';
import { currentTime, definePlugin, optional } from '#kernel';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Billing, PaymentProviders } from '#plugins/billing/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Jobs, Tasks } from '#plugins/jobs/contract.ts';
import { Mail, noMail } from '#plugins/mail/contract.ts';
import { WorkspaceEndings } from '#plugins/workspace-deletion/contract.ts';
import { PlanLimits, Workspaces } from '#plugins/workspaces/contract.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { InvoiceStore } from './invoice-store.ts';
import { InvoicesService } from './invoices-service.ts';
import { KeptInvoiceStore } from './kept-store.ts';
import { operatorRoutes } from './operator-routes.ts';
import { OrderEmail } from './order-email.ts';

interface InvoicesConfig {
  readonly ordersTo: readonly string[];
}

const TICK_MS = 60_000;

/** Payments by invoice: the provider there is without any other. */
export const plugin = definePlugin({
  id: 'billing-invoices',
  needs: {
    database: Database,
    accounts: Accounts,
    billing: Billing,
    plans: PlanLimits,
    workspaces: Workspaces,
    jobs: Jobs,
    mail: optional(Mail),
  },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ordersTo: {
          type: 'array',
          items: { type: 'string', minLength: 3, maxLength: 254, pattern: '^[^@\\s,]+@[^@\\s,]+$' },
          default: [],
          maxItems: 10,
          description: 'E-mail addresses that are told of plans ordered by invoice; needs a mail server.',
        },
      },
    },
    env: { WEFT_BILLING_ORDERS_TO: 'ordersTo' },
  },
  setup({ services, config, logger, contribute, onReady, onClose }) {
    const { database, mail = noMail, ...parts } = services;
    const { ordersTo } = config as InvoicesConfig;
    const orders = new OrderEmail({ ...parts, mail, receivers: ordersTo, logger });
    const store = new InvoiceStore(database);
    const invoices = new InvoicesService({ ...parts, orders, store, kept: new KeptInvoiceStore(database), logger });
    contribute(PaymentProviders, invoices);
    contribute(Tasks, orders.task());
    contribute(Routes, ...invoiceRoutes(invoices), ...operatorRoutes(invoices));
    contribute(WorkspaceEndings, {
      id: 'billing-invoices',
      follow: (workspaceId, closedAt) =>
        closedAt === null
          ? store.release(workspaceId, new Date(currentTime()))
          : store.hold(workspaceId, new Date(closedAt)),
      purge: (workspaceId) => invoices.keep(workspaceId),
    });
    let timer: NodeJS.Timeout | undefined;
    onReady(() => {
      const tick = () =>
        invoices.tick(currentTime()).catch((error: unknown) => {
          logger.warn({ err: error }, 'invoices were not looked at');
        });
      // What a process that died left is not to wait.
      void tick();
      timer = setInterval(tick, TICK_MS);
      timer.unref();
    });
    onClose(() => clearInterval(timer));
  },
});
