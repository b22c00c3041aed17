import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { Billing, PaymentProviders } from '#plugins/billing/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { Jobs } from '#plugins/jobs/contract.ts';
import { followJob, WorkspaceEndings } from '#plugins/workspace-deletion/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { StripeStore } from './store.ts';
import { StripePayments } from './stripe-payments.ts';
import { webhookRoute } from './webhook-route.ts';

interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly prices: Readonly<Record<string, string>>;
  readonly apiUrl: string;
}

/** Payments over Stripe, there when a key, a webhook secret and prices are set. */
export const plugin = definePlugin({
  id: 'billing-stripe',
  needs: {
    database: Database,
    egress: Egress,
    billing: Billing,
    server: HttpServer,
    workspaces: Workspaces,
    jobs: Jobs,
  },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        secretKey: { type: 'string', default: '', description: 'Secret or restricted key of the Stripe account.' },
        webhookSecret: {
          type: 'string',
          default: '',
          // Whoever guesses it says who has paid.
          pattern: '^(whsec_[\\x21-\\x7e]{16,})?$',
          description: 'Signing secret of the webhook endpoint, as Stripe shows it: whsec_….',
        },
        prices: {
          type: 'object',
          default: {},
          additionalProperties: { type: 'string', minLength: 1 },
          description: 'Ids of recurring prices by plan.',
        },
        apiUrl: {
          type: 'string',
          pattern: '^https?://[^/]+$',
          default: 'https://api.stripe.com',
          description: 'The API.',
        },
      },
    },
    env: {
      WEFT_STRIPE_SECRET_KEY: 'secretKey',
      WEFT_STRIPE_WEBHOOK_SECRET: 'webhookSecret',
      WEFT_STRIPE_PRICES: 'prices',
      WEFT_STRIPE_API_URL: 'apiUrl',
    },
    secret: ['secretKey', 'webhookSecret'],
  },
  async setup({ services, config, logger, contribute }) {
    const { secretKey, webhookSecret, prices, apiUrl } = config as StripeConfig;
    const { database, egress, billing, server, workspaces, jobs } = services;
    const store = new StripeStore(database);
    if (secretKey === '' || webhookSecret === '') {
      contribute(Routes, webhookRoute(null));
      const tell = async (workspaceId: string, what: string) => {
        const customer = await store.customerOf(workspaceId);
        if (customer !== null) logger.error({ workspaceId, customer }, what);
      };
      contribute(WorkspaceEndings, {
        id: 'billing-stripe',
        async follow(workspaceId, closedAt) {
          if (closedAt === null) return;
          await tell(workspaceId, 'a closed workspace was paid over Stripe; pause what it has there');
        },
        purge: (workspaceId) => tell(workspaceId, 'a removed workspace was paid over Stripe; cancel what it has there'),
      });
      return;
    }
    // The library is large; who takes no payments doesn't load it.
    const { stripeClient } = await import('./stripe-client.ts');
    const stripe = stripeClient(egress, secretKey, apiUrl);
    const consoleUrl = () => server.publicUrl('console');
    const payments = new StripePayments({ stripe, store, billing, prices, consoleUrl, logger });
    contribute(PaymentProviders, payments);
    const followIfClosed = async (workspaceId: string) => {
      if ((await workspaces.get(workspaceId))?.deletion) await jobs.enqueue(followJob(workspaceId));
    };
    contribute(WorkspaceEndings, {
      id: 'billing-stripe',
      follow: (workspaceId, closedAt, signal) => payments.follow(workspaceId, closedAt, signal),
      purge: (workspaceId, signal) => payments.end(workspaceId, signal),
    });
    contribute(
      Routes,
      webhookRoute({ stripe, store, payments, followIfClosed, webhookSecret, isLive: /^[rs]k_live_/.test(secretKey) }),
    );
  },
});
