import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';

const route = 'GET /console/api/node-types';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when editors ask for node types',
    async make({ api, token }) {
      const { headers } = await api.call(route, 200, { token, query: { language: 'de' } });
      const etag = headers.get('etag') ?? '';
      await api.call(route, 304, { token, query: { language: 'de' }, headers: { 'if-none-match': etag } });
      await api.call(route, 400, { token, query: { language: 'xx' } });
    },
  },
];
