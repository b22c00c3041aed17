import { AnnotationClient, demoModel } from '#plugins/annotations/testing/annotated-app.ts';
import type { ImportedApp, TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import type { DescribedApi, DescribedCall } from './described-api.ts';

const nobody = '00000000-0000-7000-8000-000000000000';
const pair = { question: 'Opening hours?', answer: '9 to 17.' };

/** Annotations of a chat app, over its key and by the operator. */
export async function annotationCalls(api: DescribedApi, platform: TestPlatform, app: ImportedApp): Promise<void> {
  await runtimeCalls(api, app.key);
  await managementCalls(api, platform, app);
  await replyCalls(api, platform, app);
}

async function runtimeCalls(api: DescribedApi, token: string): Promise<void> {
  const list = '/v1/apps/annotations';
  const made = await api.call(`POST ${list}`, 201, { token, body: pair });
  await api.call(`POST ${list}`, 400, { token, body: { question: '' } });
  await api.call(`GET ${list}`, 200, { token });
  const one = { token, params: { annotation_id: (made.body as { id: string }).id } };
  await api.call(`PUT ${list}/{annotation_id}`, 200, { ...one, body: pair });
  await api.call(`DELETE ${list}/{annotation_id}`, 204, one);
  await api.call(`DELETE ${list}/{annotation_id}`, 404, one);
}

async function managementCalls(api: DescribedApi, { token }: TestPlatform, { appId }: ImportedApp): Promise<void> {
  const list = '/console/api/apps/{app_id}/annotations';
  const app: DescribedCall = { token, params: { app_id: appId } };
  const made = await api.call(`POST ${list}`, 201, { ...app, body: pair });
  await api.call(`POST ${list}`, 404, { token, params: { app_id: nobody }, body: pair });
  const csv = 'question,answer\nParking?,Behind the house.\n';
  await api.call(`POST ${list}/import`, 200, { ...app, body: { csv } });
  await api.call(`POST ${list}/import`, 400, { ...app, body: { csv: 'a\n' } });
  await api.call(`GET ${list}`, 200, app);
  const one = { token, params: { app_id: appId, annotation_id: (made.body as { id: string }).id } };
  await api.call(`PUT ${list}/{annotation_id}`, 200, { ...one, body: pair });
  await api.call(`GET ${list}/{annotation_id}/hits`, 200, one);
  await api.call(`DELETE ${list}/{annotation_id}`, 204, one);
  await api.call(`GET ${list}/{annotation_id}/hits`, 404, one);
}

async function replyCalls(api: DescribedApi, platform: TestPlatform, { appId, key }: ImportedApp): Promise<void> {
  const body = { score_threshold: 0.9, ...demoModel };
  const name = 'POST /v1/apps/annotation-reply/{action}';
  const enable = { token: key, params: { action: 'enable' } };
  await api.call(name, 400, { ...enable, body: {} });
  const client = new AnnotationClient(platform.url, key);
  await client.add('Garden?', 'At the back.');
  const begun = await api.call(name, 200, { ...enable, body });
  const { job_id: job } = begun.body as { job_id: string };
  await client.ended(job);
  const status = 'GET /v1/apps/annotation-reply/{action}/status/{job_id}';
  await api.call(status, 200, { token: key, params: { action: 'enable', job_id: job } });
  const answered = await client.answered('Garden?');
  const message = { inputs: {}, query: String(answered.query ?? 'Garden?'), user: 'u', response_mode: 'streaming' };
  await api.call('POST /v1/chat-messages', 200, { token: key, body: message });
  await api.call('GET /v1/parameters', 200, { token: key });
  const reply = '/console/api/apps/{app_id}/annotation-reply';
  const app: DescribedCall = { token: platform.token, params: { app_id: appId } };
  await api.call(`GET ${reply}`, 200, app);
  await api.call(`DELETE ${reply}`, 200, app);
  await api.call(`PUT ${reply}`, 200, { ...app, body });
  await api.call(`PUT ${reply}`, 400, { ...app, body: {} });
}
