import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/apps/:app_id/draft/text-to-audio': { body: { text: 'Hello' } },
};
