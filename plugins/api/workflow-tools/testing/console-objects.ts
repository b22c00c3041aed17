import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PUT /console/api/apps/:app_id/workflow-tool': { body: { name: 'taken' } },
};
