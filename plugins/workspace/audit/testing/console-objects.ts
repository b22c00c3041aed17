import type { ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['auditEntry'],
    async make({ first, id }) {
      await id('app');
      return { auditEntry: (await first('audit')).id };
    },
  },
];
