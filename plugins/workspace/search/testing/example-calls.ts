import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when something is looked for',
    async make({ api, token }) {
      await api.call('GET /console/api/search', 200, { token, query: { query: 'a', kind: 'tool' } });
      await api.call('GET /console/api/search', 400, { token, query: { query: 'a', kind: 'nothing' } });
      await api.call('GET /console/api/search', 400, { token, query: {} });
    },
  },
];
