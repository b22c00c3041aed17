import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PATCH /console/api/apps/:app_id/limits': { body: { app: { requests_per_minute: 1 } } },
};
