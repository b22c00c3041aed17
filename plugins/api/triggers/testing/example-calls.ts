import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';
import { scheduleApp, webhookApp } from './trigger-apps.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when schedules and webhooks start runs', make: ({ api, token }) => triggerCalls(api, token) },
];

const app = '/console/api/apps/{app_id}';
const one = `${app}/triggers/{id}`;

async function triggerCalls(api: DescribedApi, token: string): Promise<void> {
  const clock = await published(api, token, scheduleApp());
  await api.call('GET /console/api/triggers', 200, { token });
  await api.call('GET /console/api/triggers', 400, { token, query: { limit: '0' } });
  await api.call(`PATCH ${one}`, 200, { ...clock, body: { enabled: false } });
  await api.call(`PATCH ${one}`, 400, { ...clock, body: {} });
  await api.call(`POST ${one}/run`, 202, clock);
  await api.call(`GET ${one}/firings`, 200, clock);
  await api.call(`POST ${one}/rotate`, 409, clock);
  const hook = await published(api, token, webhookApp({ method: 'post' }));
  await api.call(`POST ${one}/run`, 409, hook);
  await api.call(`POST ${one}/rotate`, 200, hook);
  await api.call(`PUT ${one}/signature`, 200, { ...hook, body: { scheme: 'standard' } });
  await api.call(`PUT ${one}/signature`, 400, { ...hook, body: { scheme: 'none' } });
  await api.call(`DELETE ${one}/signature`, 200, hook);
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const { url } = await published(api, token, webhookApp({ method: method.toLowerCase() }));
    const there = { params: { token: new URL(url).pathname.split('/').at(-1) ?? '' } };
    await api.call(`${method} /triggers/webhook/{token}`, 200, there);
    await api.call(`${method} /triggers/webhook/{token}`, 404, { params: { token: 'nowhere' } });
  }
}

/** The one trigger of a new app. */
async function published(api: DescribedApi, token: string, yaml: string) {
  const imported = await api.call('POST /console/api/apps/import', 201, { token, body: { yaml, publish: true } });
  const { id: appId } = (imported.body as { app: { id: string } }).app;
  const { body } = await api.call(`GET ${app}/triggers`, 200, { token, params: { app_id: appId } });
  const [trigger] = (body as { data: readonly { id: string; url: string | null }[] }).data;
  return { token, params: { app_id: appId, id: trigger?.id ?? '' }, url: trigger?.url ?? '' };
}
