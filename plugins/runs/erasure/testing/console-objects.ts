import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'DELETE /console/api/apps/:app_id/conversations/:conversation_id': { query: { confirm: 'true' } },
  'DELETE /console/api/apps/:app_id/end-users/:end_user_id': { query: { confirm: 'true' } },
};
