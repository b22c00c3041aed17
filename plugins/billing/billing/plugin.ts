import { Routes } from '#http';
import { currentTime, definePlugin } from '#kernel';
import { ConsoleNotices } from '#plugins/console-notices/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Limits } from '#plugins/limits/contract.ts';
import { WorkspaceEndings } from '#plugins/workspace-deletion/contract.ts';
import { PlanLimits, Workspaces } from '#plugins/workspaces/contract.ts';
import { billingRoutes } from './billing-routes.ts';
import { BillingService } from './billing-service.ts';
import { Billing, PaymentProviders } from './contract.ts';
import { BillingStore } from './store.ts';

interface BillingConfig {
  readonly provider: string;
  readonly plans: readonly string[];
  readonly graceDays: number;
}

const TICK_MS = 60_000;

export const plugin = definePlugin({
  id: 'billing',
  needs: {
    database: Database,
    workspaces: Workspaces,
    limits: Limits,
    notices: ConsoleNotices,
    plans: PlanLimits,
    providers: PaymentProviders,
  },
  provides: [Billing],
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        provider: { type: 'string', minLength: 1, default: 'invoices', description: 'Who takes payments by default.' },
        plans: {
          type: 'array',
          items: { type: 'string', minLength: 1 },
          default: ['professional', 'team', 'enterprise'],
          description: 'Plans that owners may order.',
        },
        graceDays: {
          type: 'integer',
          minimum: 0,
          maximum: 365,
          default: 14,
          description: 'Days for which a plan goes on when a payment is missing.',
        },
      },
    },
    env: { WEFT_BILLING_PROVIDER: 'provider', WEFT_BILLING_PLANS: 'plans', WEFT_BILLING_GRACE_DAYS: 'graceDays' },
  },
  setup({ services, config, logger, provide, contribute, onReady, onClose }) {
    const { database, workspaces, limits, notices, plans, providers } = services;
    const { provider, plans: offered, graceDays } = config as BillingConfig;
    const store = new BillingStore(database);
    const billing = new BillingService({ store, workspaces, limits, notices, settings: { graceDays }, logger });
    provide(Billing, () => billing);
    contribute(Routes, ...billingRoutes({ billing, plans, workspaces, providers, offered, defaultProvider: provider }));
    contribute(WorkspaceEndings, {
      id: 'billing',
      async follow(workspaceId, closedAt) {
        const event = { type: closedAt === null ? 'reopened' : 'closed', at: closedAt ?? currentTime() } as const;
        await billing.apply(workspaceId, event, 'workspace');
      },
    });
    let timer: NodeJS.Timeout | undefined;
    onReady(() => {
      const tick = () =>
        billing.tick(currentTime()).catch((error: unknown) => {
          logger.warn({ err: error }, 'subscriptions were not looked at');
        });
      timer = setInterval(tick, TICK_MS);
      timer.unref();
    });
    onClose(() => clearInterval(timer));
  },
});
