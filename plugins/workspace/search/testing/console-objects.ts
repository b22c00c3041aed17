import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'GET /console/api/search': { query: { query: 'a' } },
};
