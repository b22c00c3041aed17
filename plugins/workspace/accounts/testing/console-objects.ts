import type { ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

/** The owner's own session, and a personal key: its id, and the key itself. */
export const ownedObjects: readonly ObjectMaker[] = [
  { kinds: ['session'], make: async ({ first }) => ({ session: (await first('sessions')).id }) },
  {
    kinds: ['personalKey', 'personalKeyText'],
    async make({ call, mark }) {
      const made = await call('account/keys', { name: `${mark} key` });
      return { personalKey: made.id, personalKeyText: made.api_key as string };
    },
  },
];
