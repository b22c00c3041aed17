import type { ConsoleRequest, ObjectMaker } from './console-owner.ts';

export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['credentialSet'],
    async make({ call, mark }) {
      await call('providers/demo/credential-sets', { name: `${mark} default`, credentials: {} });
      const made = await call('providers/demo/credential-sets', { name: `${mark} set`, credentials: {} });
      return { credentialSet: made.id };
    },
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/apps/import': { body: {} },
  'PATCH /console/api/apps/:app_id': { body: { name: 'taken' } },
  'GET /console/api/providers/:provider/models/credentials': { query: { type: 'llm', model: 'demo-chat' } },
  'GET /console/api/providers/:provider/models/parameter-rules': { query: { type: 'llm', model: 'demo-chat' } },
  'PATCH /console/api/providers/:provider/credential-sets/:set_id': { body: { name: 'taken' } },
  'POST /console/api/providers/:provider/credential-sets/:set_id/test': { body: {} },
  'POST /console/api/apps/:app_id/keys': { body: { name: 'taken' } },
  'POST /console/api/runs/:run_id/fork': { body: { node_id: 'ask' } },
  'PATCH /console/api/apps/:app_id/versions/:version_id': { body: { note: 'taken' } },
};
