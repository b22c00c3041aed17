import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { deafAddress } from './deaf-address.ts';

/** A webhook, and a delivery that found nobody. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['webhook', 'delivery'],
    async make({ call, first, id, mark }) {
      const app = `apps/${await id('app')}`;
      const { id: webhook } = await call(`${app}/webhooks`, { url: `http://${deafAddress}/${mark}` });
      await call(`${app}/webhooks/${webhook}/test`, {});
      return { webhook, delivery: (await first(`${app}/webhook-deliveries?status=dead`)).id };
    },
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PATCH /console/api/apps/:app_id/webhooks/:id': { body: { enabled: false } },
  'POST /console/api/apps/:app_id/webhooks': { body: { url: 'http://127.0.0.1:9/' } },
};
