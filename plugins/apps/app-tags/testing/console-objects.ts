import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

export const ownedObjects: readonly ObjectMaker[] = [
  { kinds: ['tag'], make: async ({ call, mark }) => ({ tag: (await call('tags', { name: `${mark} tag` })).id }) },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PATCH /console/api/tags/:tag_id': { body: { name: 'taken' } },
};
