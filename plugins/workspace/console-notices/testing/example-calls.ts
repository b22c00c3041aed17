import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when notices are read',
    async make({ api, token }) {
      await api.call('GET /console/api/notices', 200, { token });
      await api.call('GET /console/api/notices', 400, { token, query: { limit: '0' } });
      await api.call('GET /console/api/notices/events', 200, { token });
      await api.call('POST /console/api/notices/read', 200, { token, body: {} });
      await api.call('POST /console/api/notices/read', 400, { token, body: { ids: [] } });
    },
  },
];
