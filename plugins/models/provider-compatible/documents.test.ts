import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { modelWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';

let platform: TestPlatform;
let server: FakeOpenAi;
let owner: Person;
beforeAll(async () => {
  server = await startFakeOpenAi();
  platform = await sharedPlatform();
  owner = await newMember(platform, 'owner', await newWorkspace(platform));
});
afterAll(async () => {
  await platform.dispose();
  await server[Symbol.asyncDispose]();
});

const send = (method: string, path: string, body: object) =>
  owner.client.request(`/console/api${path}`, { method, body });

it.each([
  ['ollama', 'ollama', { base_url: 'SERVER' }],
  ['langgenius/ollama/ollama', 'ollama', { base_url: 'SERVER' }],
  ['langgenius/deepseek/deepseek', 'deepseek', { api_key: 'sk-d', endpoint_url: 'SERVER' }],
  ['moonshot', 'moonshot', { api_key: 'sk-m', endpoint_url: 'SERVER/v1' }],
  ['langgenius/zhipuai/zhipuai', 'zhipuai', { api_key: 'z', base_url: 'SERVER/v1' }],
  ['langgenius/openrouter/openrouter', 'openrouter', { api_key: 'sk-or-1', endpoint_url: 'SERVER/v1' }],
  ['volcengine_maas', 'volcengine_maas', { volc_api_key: 'v', api_endpoint_host: 'SERVER/v1' }],
])('a document that names %s runs once a key is given', async (name, id, fields) => {
  const values = Object.entries(fields).map(([field, value]) => [field, value.replace('SERVER', server.url)]);
  const given = await send('PUT', `/providers/${id}`, { credentials: Object.fromEntries(values) });
  expect(given.status, given.text).toBe(200);
  const yaml = modelWorkflow({ provider: name, name: 'some-model', completion_params: { temperature: 0.1 } });
  const imported = await send('POST', '/apps/import', { yaml, publish: true, key_name: 'k' });
  expect(imported.status, imported.text).toBe(201);
  const { api_key: key } = imported.body as { api_key: string };
  const body = { inputs: {}, user: 'u', response_mode: 'blocking' };
  const answer = await testClient(platform.url, key).request('/v1/workflows/run', { body });
  expect(answer.body).toMatchObject({ data: { status: 'succeeded', error: null } });
  expect(server.seen.at(-1)).toMatchObject({ path: '/v1/chat/completions', body: { model: 'some-model' } });
});
