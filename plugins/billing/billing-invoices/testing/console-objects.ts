import type { ConsoleItem, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['invoice'],
    async make({ platform, workspaceId, mark }) {
      const invoice = await platform.management.request('/console/api/billing/invoices', {
        headers: { 'x-workspace-id': workspaceId },
        body: { currency: 'EUR', due_at: 1_900_000_000, lines: [{ description: `${mark} month`, amount: '9' }] },
      });
      return { invoice: (invoice.body as ConsoleItem).id };
    },
  },
];
