import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi, DescribedCall } from '#plugins/openapi/testing/described-api.ts';
import { deafAddress } from './deaf-address.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when others are told of runs', make: ({ api, token, apps }) => webhookCalls(api, token, apps.flow.appId) },
];

/** Webhooks of an app and what became of messages to them. */
async function webhookCalls(api: DescribedApi, token: string, appId: string): Promise<void> {
  const app = '/console/api/apps/{app_id}';
  const all: DescribedCall = { token, params: { app_id: appId } };
  const made = await api.call(`POST ${app}/webhooks`, 201, { ...all, body: { url: `http://${deafAddress}/` } });
  await api.call(`POST ${app}/webhooks`, 400, { ...all, body: { url: 'http://10.0.0.1/' } });
  await api.call(`GET ${app}/webhooks`, 200, all);
  const one = { token, params: { app_id: appId, id: (made.body as { id: string }).id } };
  await api.call(`PATCH ${app}/webhooks/{id}`, 200, { ...one, body: { events: ['run.failed'] } });
  await api.call(`PATCH ${app}/webhooks/{id}`, 400, { ...one, body: { events: ['run.imagined'] } });
  await api.call(`POST ${app}/webhooks/{id}/rotate`, 200, one);
  const sent = await api.call(`POST ${app}/webhooks/{id}/test`, 202, one);
  await api.call(`GET ${app}/webhook-deliveries`, 200, all);
  const delivery = { token, params: { app_id: appId, id: (sent.body as { id: string }).id } };
  await api.call(`POST ${app}/webhook-deliveries/{id}/redeliver`, 202, delivery);
  await api.call(`DELETE ${app}/webhooks/{id}`, 204, one);
  await api.call(`DELETE ${app}/webhooks/{id}`, 404, one);
  await api.call(`POST ${app}/webhook-deliveries/{id}/redeliver`, 404, delivery);
}
