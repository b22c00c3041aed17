import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

/** Looking after a workspace in the studio: usage and budgets, plan and invoices, audit log, single sign-on, tags, waiting forms. */
export const plugin = definePlugin({
  id: 'studio-operations',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    contribute(
      Routes,
      ...services.studio.routes('studio-operations', [
        '/usage',
        '/usage/budgets',
        '/billing',
        '/forms',
        '/forms/:form_id',
        '/settings/audit',
        '/settings/sso',
        '/settings/sso/:connection_id',
        '/settings/tags',
      ]),
    );
  },
});
