import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['datasetKey'],
    make: async ({ call, mark }) => ({ datasetKey: (await call('dataset-keys', { name: `${mark} key` })).id }),
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/dataset-keys': { body: { name: 'other' } },
};
