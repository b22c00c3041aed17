import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi, DescribedCall } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when visitors come into web apps', make: ({ api, token }) => visitCalls(api, token) },
];

async function visitCalls(api: DescribedApi, token: string): Promise<void> {
  const call = (name: string, status: number, more: DescribedCall = {}) => {
    const [method, path] = name.split(' ');
    return api.call(`${method} /console/api/apps/${path}`, status, { token, ...more });
  };
  const made = await call('POST import', 201, { body: { yaml: greetingWorkflow(), publish: true } });
  const appId = (made.body as { app: { id: string } }).app.id;
  const params = { app_id: appId };
  const visit = (status: number, body: object) => api.call('POST /web/api/visit', status, { body });
  await call('GET {app_id}/site', 200, { params });
  await visit(403, { app_id: appId });
  await call('PATCH {app_id}/site', 200, { params, body: { enabled: true, title: 'Ferns' } });
  await call('PATCH {app_id}/site', 400, { params, body: { color: 'red' } });
  await visit(200, { app_id: appId });
  await visit(404, { app_id: '00000000-0000-4000-8000-000000000000' });
  await visit(400, {});
  await visit(401, { embed_token: 'web-none' });
  await call('POST {app_id}/site/embed-token', 200, { params });
  await call('POST {app_id}/site/visitor-secret', 200, { params });
  await call('PATCH {app_id}/site', 200, { params, body: { entry: 'members' } });
  await visit(401, { app_id: appId });
}
