import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { DescribedApi, DescribedCall } from './described-api.ts';
import type { RuntimeParts } from './runtime-calls.ts';

/** The operator's parts: the same, and their token. */
export interface ManagementParts extends RuntimeParts {
  readonly token: string;
}

const nobody = '00000000-0000-7000-8000-000000000000';

/** A client of the management API: its calls carry the token. */
function operator(api: DescribedApi, token: string) {
  return (name: string, status: number, call: DescribedCall = {}) => {
    const [method, path] = name.split(' ');
    return api.call(`${method} /console/api/${path}`, status, { token, ...call });
  };
}

/** Apps and their keys, from import to deletion. */
export async function appCalls({ api, token, apps }: ManagementParts): Promise<void> {
  const call = operator(api, token);
  const yaml = greetingWorkflow();
  const made = await call('POST apps/import', 201, { body: { yaml, publish: true, key_name: 'first' } });
  await call('POST apps/import', 400, { body: { yaml: 'kind: nothing' } });
  const later = yaml.replace(/"version":"[^"]+"/, '"version":"99.0.0"');
  const waiting = await call('POST apps/import', 202, { body: { yaml: later } });
  const { import_id } = waiting.body as { readonly import_id: string };
  await call('POST apps/import', 201, { body: { import_id, move_credentials: true } });
  await call('POST apps/import', 404, { body: { import_id } });
  await call('POST apps/import', 400, { body: { url: 'https://127.0.0.1:1/app.yml' } });
  await call('POST apps/import', 400, { body: { name: 'no document' } });
  const params = { app_id: (made.body as { app: { id: string } }).app.id };
  for (const path of ['apps', 'apps/{app_id}', 'apps/{app_id}/export', 'apps/{app_id}/keys', 'apps/{app_id}/limits']) {
    await call(`GET ${path}`, 200, { params });
  }
  await call('GET apps/{app_id}', 404, { params: { app_id: nobody } });
  await call('POST apps/{app_id}/publish', 200, { params });
  const body = { user: { requests_per_minute: 5 } };
  await call('PATCH apps/{app_id}/limits', 200, { params, body });
  await call('PATCH apps/{app_id}/limits', 400, { params, body: {} });
  const run = { params, body: { inputs: { name: 'Ada' } } };
  await call('POST apps/{app_id}/run', 200, run);
  await call('POST apps/{app_id}/run', 202, { params, body: { ...run.body, response_mode: 'async' } });
  for (const [app, query] of [
    [apps.chat, 'Hi'],
    [apps.completion, undefined],
  ] as const) {
    const request = { inputs: { topic: 'ferns' }, query };
    const other = { params: { app_id: app.appId }, body: request };
    await call('POST apps/{app_id}/run', 200, other);
    await call('POST apps/{app_id}/run', 200, { ...other, body: { ...request, response_mode: 'streaming' } });
  }
  const key = await call('POST apps/{app_id}/keys', 201, { params, body: { name: 'second' } });
  const { id } = key.body as { id: string };
  await call('DELETE apps/{app_id}/keys/{key_id}', 204, { params: { ...params, key_id: id } });
  await call('DELETE apps/{app_id}/keys/{key_id}', 404, { params: { ...params, key_id: id } });
  const another = await call('POST apps/{app_id}/keys', 201, { params, body: { name: 'third' } });
  const byId = { params: { key_id: (another.body as { id: string }).id } };
  await call('DELETE app-keys/{key_id}', 204, byId);
  await call('DELETE app-keys/{key_id}', 404, byId);
  await lifecycleCalls(api, token, params);
}

/** The versions of an app, copying it, and bringing it back. */
async function lifecycleCalls(api: DescribedApi, token: string, params: { readonly app_id: string }): Promise<void> {
  const call = operator(api, token);
  await call('PATCH apps/{app_id}', 200, { params, body: { name: 'Renamed' } });
  await call('PATCH apps/{app_id}', 400, { params, body: {} });
  await call('POST apps/{app_id}/duplicate', 201, { params, body: { name: 'Copy' } });
  const versions = await call('GET apps/{app_id}/versions', 200, { params });
  const [latest] = (versions.body as { data: { id: string }[] }).data;
  const version = { params: { ...params, version_id: latest?.id ?? '' } };
  await call('GET apps/{app_id}/versions/{version_id}/export', 200, version);
  await call('POST apps/{app_id}/versions/{version_id}/restore', 200, version);
  await call('POST apps/{app_id}/versions/{version_id}/restore', 404, { params: { ...params, version_id: nobody } });
  await call('DELETE apps/{app_id}', 204, { params });
  await call('GET deleted-apps', 200);
  await call('POST deleted-apps/{app_id}/restore', 200, { params });
  await call('DELETE apps/{app_id}', 204, { params });
}

/** Runs as the operator sees them, and the forms they wait for. */
export async function runHistoryCalls({ api, token, apps, owner }: ManagementParts): Promise<void> {
  const call = operator(api, token);
  const waiting = await api.call('POST /v1/workflows/run', 200, {
    token: apps.flow.key,
    body: { inputs: { order: 'mosses' }, user: owner.user },
  });
  const params = { run_id: (waiting.body as { workflow_run_id: string }).workflow_run_id };
  await call('GET runs', 200);
  await call('GET runs', 400, { query: { limit: 'many' } });
  await call('GET runs/{run_id}', 200, { params });
  await call('GET runs/{run_id}', 404, { params: { run_id: nobody } });
  const forms = await call('GET forms', 200, { query: { run_id: params.run_id } });
  const form = { params: { form_id: (forms.body as { data: { id: string }[] }).data[0]?.id ?? '' } };
  await call('GET forms/{form_id}', 200, form);
  await call('GET forms/{form_id}', 404, { params: { form_id: nobody } });
  await call('POST forms/{form_id}/answer', 400, { ...form, body: { action: 'none' } });
  await call('POST forms/{form_id}/answer', 200, { ...form, body: { action: 'ok', inputs: { note: 'fine' } } });
  await call('POST forms/{form_id}/answer', 412, { ...form, body: { action: 'ok', inputs: { note: 'fine' } } });
  await call('GET forms/{form_id}', 200, form);
  await call('GET runs/{run_id}/events', 200, { params, query: { follow: 'true' } });
  await call('GET runs/{run_id}/events', 200, { params });
  await call('GET runs/{run_id}/graph', 200, { params });
  await call('GET runs/{run_id}/graph', 404, { params: { run_id: nobody } });
  await call('GET runs/{run_id}/nodes', 200, { params });
  await call('GET runs/{run_id}/nodes', 200, { params, query: { values: 'true' } });
  await call('POST runs/{run_id}/stop', 200, { params });
  await call('POST runs/{run_id}/fork', 202, { params, body: { node_id: 'ask', values: { order: 'ferns' } } });
  await call('POST runs/{run_id}/fork', 400, { params, body: { node_id: 'ask', values: { 'ask.': 1 } } });
  await call('POST runs/{run_id}/fork', 409, { params, body: { node_id: 'none' } });
  await call('POST runs/{run_id}/fork', 404, { params: { run_id: nobody }, body: { node_id: 'ask' } });
}

function nameOf({ type, model }: { readonly type: string; readonly model: string }) {
  return { type, model };
}

/** Models of providers: which there are, defaults, those switched off or added; the master key they are sealed with. */
async function modelCalls(api: DescribedApi, token: string): Promise<void> {
  const call = operator(api, token);
  const openai = { params: { provider: 'openai' } };
  const none = { params: { provider: 'nobody' } };
  const added = { type: 'llm', model: 'mine/one', context_size: 4096 };
  await call('POST providers/{provider}/models', 201, { ...openai, body: added });
  await call('POST providers/{provider}/models', 409, { ...openai, body: added });
  await call('POST providers/{provider}/models', 404, { ...none, body: added });
  const off = { type: 'llm', model: 'gpt-4o', enabled: false };
  await call('PATCH providers/{provider}/models', 200, { ...openai, body: off });
  await call('PATCH providers/{provider}/models', 404, { ...none, body: off });
  await call('PUT default-models', 200, { body: { type: 'llm', model: { provider: 'openai', model: 'mine/one' } } });
  await call('PUT default-models', 400, { body: { type: 'llm', model: { provider: 'openai', model: 'gpt-4o' } } });
  await call('GET default-models', 200);
  await call('GET models', 200, { query: { type: 'llm' } });
  const demo = { params: { provider: 'demo' } };
  const chat = { type: 'llm', model: 'demo-chat' };
  await call('POST providers/{provider}/models/fetch', 200, demo);
  await call('POST providers/{provider}/models/fetch', 404, none);
  await call('POST providers/{provider}/models/fetched', 201, { ...demo, body: { models: [chat] } });
  await call('POST providers/{provider}/models/fetched', 404, { ...demo, body: { models: [off].map(nameOf) } });
  await call('GET providers/{provider}/models/parameter-rules', 200, { ...demo, query: chat });
  await call('GET providers/{provider}/models/parameter-rules', 400, { ...demo, query: nameOf(off) });
  await call('GET providers', 200);
  await call('GET providers/{provider}/apps', 200, { params: { provider: 'demo' } });
  await call('DELETE providers/{provider}', 409, { params: { provider: 'demo' } });
  const query = { type: 'llm', model: 'mine/one' };
  await call('DELETE providers/{provider}/models', 204, { ...openai, query });
  await call('DELETE providers/{provider}/models', 404, { ...openai, query });
  await call('GET master-key', 200);
  await call('POST master-key/rotate', 200);
  await call('POST master-key/forget-previous', 200);
}

async function credentialSetCalls(api: DescribedApi, token: string): Promise<void> {
  const call = operator(api, token);
  const sets = 'providers/{provider}/credential-sets';
  const demo = { params: { provider: 'demo' } };
  const body = { name: 'Europe', credentials: {} };
  await call(`POST ${sets}`, 201, { ...demo, body: { name: 'First', credentials: {} } });
  const made = await call(`POST ${sets}`, 201, { ...demo, body });
  await call(`POST ${sets}`, 409, { ...demo, body });
  await call(`GET ${sets}`, 200, demo);
  const { id } = made.body as { id: string };
  const one = { params: { provider: 'demo', set_id: id } };
  await call(`PATCH ${sets}/{set_id}`, 200, { ...one, body: { name: 'Asia' } });
  await call(`POST ${sets}/{set_id}/test`, 200, { ...one, body: {} });
  const model = { type: 'llm', model: 'demo-chat' };
  const credentials = 'providers/{provider}/models/credentials';
  await call(`PUT ${credentials}`, 200, { ...demo, body: { ...model, mode: 'single', credential_sets: [id] } });
  await call(`GET ${credentials}`, 200, { ...demo, query: model });
  await call(`DELETE ${sets}/{set_id}`, 409, one);
  await call(`DELETE ${sets}/{set_id}`, 204, { ...one, query: { confirm: 'true' } });
}

/** Providers, tools and the workspace. */
export async function settingCalls({ api, token }: ManagementParts): Promise<void> {
  const call = operator(api, token);
  const demo = { params: { provider: 'demo' } };
  const none = { params: { provider: 'nobody' } };
  const credentials = { openai_api_key: 'sk-1234567890' };
  await call('GET providers', 200);
  await call('PUT providers/{provider}', 200, { params: { provider: 'openai' }, body: { credentials } });
  await call('PUT providers/{provider}', 400, { params: { provider: 'openai' }, body: { credentials: {} } });
  await call('PUT providers/{provider}', 404, { ...none, body: { credentials } });
  await call('POST providers/{provider}/test', 200, { ...demo, body: {} });
  await credentialSetCalls(api, token);
  await modelCalls(api, token);
  const gone = { params: { provider: 'openai' }, query: { confirm: 'true' } };
  await call('DELETE providers/{provider}', 204, gone);
  await call('GET tools', 200);
  const tool = { params: { provider: 'secret-tool' } };
  await call('PUT tools/{provider}', 200, { ...tool, body: { credentials: { key: 'sk-1234567890' } } });
  await call('PUT tools/{provider}', 400, { ...tool, body: { credentials: {} } });
  await call('DELETE tools/{provider}', 204, tool);
  await call('PUT tools/{provider}', 404, { ...none, body: { credentials } });
  await call('DELETE tools/{provider}', 404, none);
  await call('GET workspace', 200);
  await call('PATCH workspace', 200, { body: { code_network: true } });
  await call('PATCH workspace', 400, { body: { code_network: 'yes' } });
  await call('PUT workspace/plan', 204, { body: { plan: 'enterprise', limits: { members: 200 } } });
  await call('GET workspace/plan', 200);
  await call('PUT workspace/plan', 204, { body: { plan: 'unlimited' } });
  await call('PUT workspace/plan', 400, { body: { plan: 'none' } });
}
