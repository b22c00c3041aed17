import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when an end user searches their conversations',
    async make({ api, apps }) {
      const query = { query: 'ferns', user: 'u1' };
      await api.call('GET /v1/conversations/search', 200, { token: apps.chat.key, query });
    },
  },
];
