import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';

const suggested = 'GET /console/api/apps/{app_id}/draft/messages/{message_id}/suggested';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when the draft of a chat is asked what may be asked next',
    async make({ api, token, apps }) {
      const params = { app_id: apps.chat.appId };
      const body = { inputs: { topic: 'ferns' }, query: 'Hi' };
      const ran = await api.call('POST /console/api/apps/{app_id}/draft/run', 200, { token, params, body });
      const { message_id: id } = ran.body as { message_id: string };
      await api.call(suggested, 200, { token, params: { ...params, message_id: id } });
      await api.call(suggested, 404, { token, params: { ...params, message_id: apps.chat.appId } });
    },
  },
];
