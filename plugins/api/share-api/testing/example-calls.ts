import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when a conversation is shared',
    async make({ api, token, apps: { chat } }) {
      const site = { token, params: { app_id: chat.appId } };
      const user = 'u1';
      const say = { inputs: { topic: 'ferns' }, query: 'Hi', user };
      const said = await api.call('POST /v1/chat-messages', 200, { token: chat.key, body: say });
      const { conversation_id } = said.body as { conversation_id: string };
      const share = 'POST /v1/conversations/{conversation_id}/shares';
      const asked = { token: chat.key, params: { conversation_id }, body: { user } };
      await api.call('PATCH /console/api/apps/{app_id}/site', 200, { ...site, body: { share_conversations: false } });
      await api.call(share, 403, asked);
      const on = { share_conversations: true, enabled: true };
      await api.call('PATCH /console/api/apps/{app_id}/site', 200, { ...site, body: on });
      const made = await api.call(share, 201, asked);
      await api.call(share, 404, { ...asked, params: { conversation_id: chat.appId } });
      const { id, token: link } = made.body as { id: string; token: string };
      await api.call('GET /v1/conversation-shares', 200, { token: chat.key, query: { user } });
      await api.call('GET /v1/shared-conversations/{token}', 200, { token: chat.key, params: { token: link } });
      const revoke = { token: chat.key, params: { share_id: id }, query: { user } };
      await api.call('DELETE /v1/conversation-shares/{share_id}', 204, revoke);
      await api.call('DELETE /v1/conversation-shares/{share_id}', 404, revoke);
      await api.call('GET /v1/shared-conversations/{token}', 404, { token: chat.key, params: { token: link } });
    },
  },
];
