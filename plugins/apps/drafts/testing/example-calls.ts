import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi, DescribedCall } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when drafts are saved and compared', make: ({ api, token }) => draftCalls(api, token) },
];

/** The draft of an app and its versions, as several people work on them. */
async function draftCalls(api: DescribedApi, token: string): Promise<void> {
  const call = (name: string, status: number, more: DescribedCall = {}) => {
    const [method, path] = name.split(' ');
    return api.call(`${method} /console/api/apps/${path}`, status, { token, ...more });
  };
  const yaml = greetingWorkflow();
  await call('POST import/plan', 200, { body: { yaml } });
  await call('POST check', 200, { body: { yaml } });
  await call('POST check', 400, { body: { yaml: 'kind: nothing' } });
  await call('POST import/plan', 400, { body: { yaml: 'kind: nothing' } });
  await api.call('GET /console/api/app-templates', 200, { token });
  const create = 'POST /console/api/apps';
  await api.call(create, 201, { token, body: { name: 'Blank', mode: 'workflow' } });
  await api.call(create, 400, { token, body: { name: 'Neither' } });
  await api.call(create, 404, { token, body: { name: 'None', template: 'none' } });
  const made = await call('POST import', 201, { body: { yaml, publish: true } });
  const params = { app_id: (made.body as { app: { id: string } }).app.id };
  const draft = await call('GET {app_id}/draft', 200, { params });
  const { hash } = draft.body as { hash: string };
  const changed = { yaml: yaml.replace('Hello', 'Hi'), hash };
  await call('PUT {app_id}/draft', 200, { params, body: changed });
  await call('PUT {app_id}/draft', 409, { params, body: changed });
  await call('PUT {app_id}/draft', 400, { params, body: { yaml: 'kind: nothing', hash: null } });
  const shown = await call('GET {app_id}/draft/tree', 200, { params });
  const { hash: base } = shown.body as { hash: string };
  await call('POST {app_id}/draft/check', 200, { params });
  const operations = [{ path: ['app', 'description'], set: 'Greets' }];
  const change = { base, client_id: 'c1', operations };
  await call('PATCH {app_id}/draft/tree', 200, { params, body: change });
  await call('PATCH {app_id}/draft/tree', 409, { params, body: change });
  await call('GET {app_id}/draft/changes', 200, { params, query: { since: base } });
  await call('GET {app_id}/draft/events', 200, { params });
  const compared = await call('GET {app_id}/changes', 200, { params });
  await call('GET {app_id}/tree', 200, { params, query: { of: 'published' } });
  const { hash: reviewed } = compared.body as { hash: string };
  await call('POST {app_id}/publish', 200, { params, body: { name: 'Reviewed', hash: reviewed } });
  await call('POST {app_id}/publish', 409, { params, body: { hash: base } });
  await call('POST {app_id}/export-with-secrets', 200, { params });
  const versions = await call('GET {app_id}/versions', 200, { params });
  const [first] = (versions.body as { data: { id: string }[] }).data;
  const version = { params: { ...params, version_id: first?.id ?? '' } };
  await call('PATCH {app_id}/versions/{version_id}', 200, { ...version, body: { name: 'First' } });
  const clip = { nodes: [{ id: 'a', data: { type: 'code', title: 'A' } }], edges: [] };
  const text = await api.call('POST /console/api/node-clips/write', 200, { token, body: clip });
  const read = 'POST /console/api/node-clips/read';
  await api.call(read, 200, { token, body: text.body });
  await api.call(read, 400, { token, body: { yaml: 'nothing: of it' } });
  await tagCalls(api, token);
}

async function tagCalls(api: DescribedApi, token: string): Promise<void> {
  const call = (name: string, status: number, more: DescribedCall = {}) => {
    const [method, path] = name.split(' ');
    return api.call(`${method} /console/api/${path}`, status, { token, ...more });
  };
  const made = await call('POST tags', 201, { body: { name: 'ferns' } });
  await call('POST tags', 409, { body: { name: 'ferns' } });
  await call('GET tags', 200);
  const params = { tag_id: (made.body as { id: string }).id };
  await call('PATCH tags/{tag_id}', 200, { params, body: { name: 'mosses' } });
  await call('DELETE tags/{tag_id}', 204, { params });
  await call('DELETE tags/{tag_id}', 404, { params });
}
