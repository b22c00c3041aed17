import { definePlugin } from '#kernel';
import { Billing, PaymentProviders } from '#plugins/billing/contract.ts';

/** For tests: a provider that has a page of its own. */
export const plugin = definePlugin({
  id: 'card-provider',
  needs: { billing: Billing },
  setup({ services, contribute }) {
    contribute(PaymentProviders, {
      id: 'cards',
      name: 'Cards',
      offers: (plan) => plan === 'team',
      async order({ workspaceId, plan, by }) {
        await services.billing.apply(workspaceId, { type: 'ordered', provider: 'cards', plan, at: Date.now() }, by);
        return { kind: 'redirect', url: 'https://cards.example.com/checkout' };
      },
      portal: async () => 'https://cards.example.com/portal',
    });
  },
});
