import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PUT /console/api/apps/:app_id/draft': {
    body: { yaml: 'kind: app\napp: {mode: workflow}\nworkflow: {}', hash: null },
  },
  'PATCH /console/api/apps/:app_id/draft/tree': {
    body: { base: '0'.repeat(64), client_id: 'c1', operations: [{ path: ['app', 'description'], set: 'x' }] },
  },
  'POST /console/api/node-clips/write': { body: { nodes: [{ id: 'a', data: {} }], edges: [] } },
  'POST /console/api/node-clips/read': { body: { yaml: 'workflow: {graph: {nodes: [{id: a, data: {}}]}}' } },
  'GET /console/api/apps/:app_id/draft/changes': { query: { since: '0'.repeat(64) } },
};
