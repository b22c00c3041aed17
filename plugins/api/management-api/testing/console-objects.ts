import type { ConsoleRequest } from './console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/apps/import': { body: {} },
  'PATCH /console/api/apps/:app_id': { body: { name: 'taken' } },
  'POST /console/api/apps/:app_id/keys': { body: { name: 'taken' } },
  'POST /console/api/runs/:run_id/fork': { body: { node_id: 'ask' } },
  'PATCH /console/api/apps/:app_id/versions/:version_id': { body: { note: 'taken' } },
};
