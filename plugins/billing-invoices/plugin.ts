import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Billing, PaymentProviders } from '../billing/contract.ts';
import { Database } from '../database/contract.ts';
import { Jobs } from '../jobs/contract.ts';
import { WorkspaceEndings } from '../workspace-deletion/contract.ts';
import { PlanLimits, Workspaces } from '../workspaces/contract.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { InvoiceStore } from './invoice-store.ts';
import { InvoicesService } from './invoices-service.ts';
import { KeptInvoiceStore } from './kept-store.ts';
import { operatorRoutes } from './operator-routes.ts';

const TICK_MS = 60_000;

/** Payments by invoice: the provider there is without any other. */
export const plugin = definePlugin({
  id: 'billing-invoices',
  needs: { database: Database, billing: Billing, plans: PlanLimits, workspaces: Workspaces, jobs: Jobs },
  setup({ services, logger, contribute, onReady, onClose }) {
    const { database, ...parts } = services;
    const store = new InvoiceStore(database);
    const invoices = new InvoicesService({ ...parts, store, kept: new KeptInvoiceStore(database), logger });
    contribute(PaymentProviders, invoices);
    contribute(Routes, ...invoiceRoutes(invoices), ...operatorRoutes(invoices));
    contribute(WorkspaceEndings, {
      id: 'billing-invoices',
      follow: (workspaceId, closedAt) =>
        closedAt === null ? store.release(workspaceId, new Date()) : store.hold(workspaceId, new Date(closedAt)),
      purge: (workspaceId) => invoices.keep(workspaceId),
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
