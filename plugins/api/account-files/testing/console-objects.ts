import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/apps/:app_id/draft/account-files': {
    body: { account_id: '01990000-0000-7000-8000-000000000000', file_id: 'a-file' },
  },
};
