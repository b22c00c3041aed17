import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PUT /console/api/apps/:app_id/draft': {
    body: { yaml: 'kind: app\napp: {mode: workflow}\nworkflow: {}', hash: null },
  },
};
