import type { ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['endUser'],
    async make({ first, id }) {
      await id('conversation');
      return { endUser: (await first(`apps/${await id('app')}/conversations`)).end_user_id as string };
    },
  },
];
