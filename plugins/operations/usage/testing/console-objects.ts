import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

const budget = { period: 'day', unit: 'tokens', amount: '1000000', action: 'warn' };

export const ownedObjects: readonly ObjectMaker[] = [
  { kinds: ['budget'], make: async ({ call }) => ({ budget: (await call('budgets', budget, 'PUT')).id }) },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PUT /console/api/budgets': { body: { period: 'day', unit: 'tokens', amount: '5', action: 'stop' } },
};
