import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when it is asked whether all is well',
    async make({ api, platform }) {
      await api.call('GET /console/api/installation/health', 200, { token: platform.token });
    },
  },
  {
    what: 'when it is asked what runs',
    async make({ api, platform }) {
      await api.call('GET /console/api/installation/plugins', 200, { token: platform.token });
    },
  },
];
