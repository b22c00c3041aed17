import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedCall } from '#plugins/openapi/testing/described-api.ts';
import type { RuntimeParts } from '#plugins/openapi/testing/runtime-calls.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when drafts are run', make: (parts) => draftRunCalls(parts) },
];

/** Drafts that are run, and their nodes. */
async function draftRunCalls({ api, token, apps }: RuntimeParts & { readonly token: string }): Promise<void> {
  const call = (name: string, status: number, more: DescribedCall = {}) => {
    const [method, path] = name.split(' ');
    return api.call(`${method} /console/api/apps/${path}`, status, { token, ...more });
  };
  const made = await call('POST import', 201, { body: { yaml: greetingWorkflow() } });
  const params = { app_id: (made.body as { app: { id: string } }).app.id };
  const run = 'POST {app_id}/draft/run';
  const body = { inputs: { name: 'Ada' } };
  const ran = await call(run, 200, { params, body });
  const runId = (ran.body as { workflow_run_id: string }).workflow_run_id;
  const follow = 'GET {app_id}/draft/runs/{run_id}/events';
  await call(follow, 200, { params: { ...params, run_id: runId } });
  await call(follow, 404, { params: { ...params, run_id: params.app_id } });
  await call(run, 200, { params, body: { ...body, response_mode: 'streaming' } });
  await call(run, 400, { params, body: { inputs: {} } });
  for (const [app, query] of [
    [apps.chat, 'Hi'],
    [apps.completion, undefined],
  ] as const) {
    const request = { params: { app_id: app.appId }, body: { inputs: { topic: 'ferns' }, query } };
    await call(run, 200, request);
    await call(run, 200, { ...request, body: { ...request.body, response_mode: 'streaming' } });
  }
  for (const upload of ['POST {app_id}/draft/files', 'POST {app_id}/files']) {
    const form = new FormData();
    form.append('file', new File(['hello'], 'a.txt', { type: 'text/plain' }));
    await call(upload, 201, { params, form });
    await call(upload, 400, { params, form: new FormData() });
    await call(upload, 415, { params, body: {} });
  }
  const node = { ...params, node_id: '2' };
  await call('POST {app_id}/draft/nodes/{node_id}/run', 200, { params: node, body: { values: { '1.name': 'Ada' } } });
  await call('POST {app_id}/draft/nodes/{node_id}/run', 400, { params: node, body: { values: { '1.': 'Ada' } } });
  await call('POST {app_id}/draft/nodes/{node_id}/run', 404, { params: { ...params, node_id: 'x' } });
  await call('GET {app_id}/draft/nodes', 200, { params });
  const pin = 'PUT {app_id}/draft/nodes/{node_id}/pin';
  await call(pin, 200, { params: node, body: { outputs: { output: 'Hello' } } });
  await call(pin, 200, { params: node });
  await call(pin, 400, { params: { ...params, node_id: '1' }, body: { outputs: {} } });
  await call(pin, 404, { params: { ...params, node_id: 'x' }, body: { outputs: {} } });
  await call('GET {app_id}/draft/pins', 200, { params });
  await call('DELETE {app_id}/draft/nodes/{node_id}/pin', 204, { params: node });
  await call('DELETE {app_id}/draft/pins', 200, { params });
}
