import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi, DescribedCall } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when workflows are made tools', make: ({ api, token }) => toolCalls(api, token) },
];

async function toolCalls(api: DescribedApi, token: string): Promise<void> {
  const call = (name: string, status: number, more: DescribedCall = {}) => api.call(name, status, { token, ...more });
  const path = '/console/api/apps/{app_id}/workflow-tool';
  const imported = async () => {
    const body = { yaml: greetingWorkflow(), publish: true };
    const made = await call('POST /console/api/apps/import', 201, { body });
    return { app_id: (made.body as { app: { id: string } }).app.id };
  };
  const params = await imported();
  await call(`GET ${path}`, 404, { params });
  await call(`PUT ${path}`, 400, { params, body: { name: 'no name' } });
  await call(`PUT ${path}`, 200, { params, body: { name: 'greet', parameters: { name: { form: 'form' } } } });
  await call(`PUT ${path}`, 409, { params: await imported(), body: { name: 'Greet' } });
  await call(`GET ${path}`, 200, { params });
  await call('GET /console/api/workflow-tools', 200);
  await call(`DELETE ${path}`, 204, { params });
}
