import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PATCH /console/api/apps/:app_id/mcp': { body: { enabled: true } },
  'PATCH /console/api/mcp-server': { body: { enabled: true } },
};
