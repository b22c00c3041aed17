import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/datasets/:dataset_id/hit-testing': { body: { query: 'Why?' } },
};
