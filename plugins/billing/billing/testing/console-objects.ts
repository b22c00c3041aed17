import type { ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['subscriptionChange'],
    async make({ call, first }) {
      await call('billing/subscription', { plan: 'team' });
      return { subscriptionChange: (await first('billing/changes')).id };
    },
  },
];
