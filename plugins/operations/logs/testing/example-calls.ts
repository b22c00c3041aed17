import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when it is asked what was said and run',
    make: ({ api, token, apps }) => logCalls(api, token, apps.chat.appId, apps.flow.appId),
  },
];

const nobody = '00000000-0000-7000-8000-000000000000';

/** Conversations and runs of an app, as somebody looks for them. */
async function logCalls(api: DescribedApi, token: string, chat: string, flow: string): Promise<void> {
  const runs = 'GET /console/api/apps/{app_id}/runs';
  const conversations = 'GET /console/api/apps/{app_id}/conversations';
  const feedbacks = 'GET /console/api/apps/{app_id}/feedbacks';
  const [inChat, inFlow] = [
    { token, params: { app_id: chat } },
    { token, params: { app_id: flow } },
  ];
  await api.call(runs, 200, { ...inFlow, query: { status: 'succeeded', search: 'hello' } });
  await api.call(runs, 200, { ...inFlow, query: { limit: '1' } });
  await api.call(runs, 400, { ...inFlow, query: { search: '?!' } });
  await api.call(runs, 400, { ...inFlow, query: { from: '5', to: '4' } });
  for (const format of ['csv', 'jsonl']) {
    await api.call(`${runs}/export`, 200, { ...inFlow, query: { format } });
    await api.call(`${conversations}/export`, 200, { ...inChat, query: { format } });
    await api.call(`${feedbacks}/export`, 200, { ...inChat, query: { format } });
  }
  await api.call(feedbacks, 200, { ...inChat, query: { has_text: 'false', limit: '5' } });
  await api.call(feedbacks, 400, { ...inChat, query: { from: '5', to: '4' } });
  await api.call(`${feedbacks}/export`, 400, { ...inChat, query: { from: '5', to: '4' } });
  const { body } = await api.call(conversations, 200, { ...inChat, query: { limit: '1', feedback: 'none' } });
  const id = (body as { data: readonly { id: string }[] }).data[0]?.id ?? nobody;
  const one = { token, params: { app_id: chat, conversation_id: id } };
  await api.call(`${conversations}/{conversation_id}`, 200, one);
  await api.call(`${conversations}/{conversation_id}/messages`, 200, one);
  await api.call(`${conversations}/{conversation_id}`, 404, {
    ...one,
    params: { ...one.params, conversation_id: nobody },
  });
  const user = (body as { data: readonly { end_user_id: string }[] }).data[0]?.end_user_id ?? nobody;
  const [ofConversation, ofUser] = [
    'DELETE /console/api/apps/{app_id}/conversations/{conversation_id}',
    'DELETE /console/api/apps/{app_id}/end-users/{end_user_id}',
  ];
  const sure = { token, query: { confirm: 'true' } };
  await api.call(ofConversation, 202, { ...sure, params: one.params });
  await api.call(ofConversation, 404, { ...sure, params: { ...one.params, conversation_id: nobody } });
  await api.call(ofConversation, 400, one);
  await api.call(ofUser, 202, { ...sure, params: { app_id: chat, end_user_id: user } });
  await api.call(ofUser, 404, { ...sure, params: { app_id: chat, end_user_id: nobody } });
}
