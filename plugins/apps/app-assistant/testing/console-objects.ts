import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/apps/:app_id/assistant/proposals': { body: { wish: 'Louder' } },
  'POST /console/api/apps/:app_id/assistant/texts': {
    body: { kind: 'prompt', node_id: '2', field: 'template', wish: 'Louder' },
  },
};
