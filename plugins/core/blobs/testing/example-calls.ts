import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when it is asked whose its files are',
    async make({ api, platform: { token } }) {
      await api.call('GET /console/api/file-stores', 200, { token });
      for (const what of ['adopt', 'keep'] as const) {
        await api.call(`POST /console/api/file-stores/${what}`, 200, { token, body: { store: 'local' } });
        await api.call(`POST /console/api/file-stores/${what}`, 404, { token, body: { store: 'nowhere' } });
      }
    },
  },
];
