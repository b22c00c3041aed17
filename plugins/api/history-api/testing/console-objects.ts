import type { ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

/** What a builder said to the draft. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['draftMessage'],
    async make({ call, id, mark }) {
      const said = await call(`apps/${await id('app')}/draft/run`, { inputs: {}, query: `${mark}?` });
      return { draftMessage: String(said.message_id) };
    },
  },
];
