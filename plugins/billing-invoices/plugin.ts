import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Billing, PaymentProviders } from '../billing/contract.ts';
import { Database } from '../database/contract.ts';
import { WorkspaceEndings } from '../workspace-deletion/contract.ts';
import { PlanLimits } from '../workspaces/contract.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { InvoiceStore } from './invoice-store.ts';
import { InvoicesService } from './invoices-service.ts';

const TICK_MS = 60_000;

/** Payments by invoice: the provider there is without any other. */
export const plugin = definePlugin({
  id: 'billing-invoices',
  needs: { database: Database, billing: Billing, plans: PlanLimits },
  setup({ services, logger, contribute, onReady, onClose }) {
    const { database, billing, plans } = services;
    const store = new InvoiceStore(database);
    const invoices = new InvoicesService({ store, billing, plans, logger });
    contribute(PaymentProviders, invoices);
    contribute(Routes, ...invoiceRoutes(invoices));
    contribute(WorkspaceEndings, {
      id: 'billing-invoices',
      follow: (workspaceId, closedAt) =>
        closedAt === null ? store.release(workspaceId, new Date()) : store.hold(workspaceId, new Date(closedAt)),
    });
    let timer: NodeJS.Timeout | undefined;
    onReady(() => {
      const tick = () =>
        invoices.tick(Date.now()).catch((error: unknown) => {
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
