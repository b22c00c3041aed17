import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { publisherKey, publisherScopes, uploadForm } from './signed-upload.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when plugins are found, installed, set and removed', make: installCalls },
  { what: 'when operators trust and block plugins', make: operatorCalls },
];

const all = '/console/api/plugins';
const one = `${all}/{installation_id}`;
const keys = '/console/api/installation/plugin-keys';
const blocks = '/console/api/installation/plugin-blocks';

const settings = {
  type: 'object',
  properties: {
    api_key: { type: 'string', secret: true, title: 'API key' },
    base_url: { type: 'string', format: 'uri' },
  },
};
const inject = [{ origin: '{base_url}', header: 'Authorization', value: 'Bearer {api_key}' }];
const manifest = { settings, inject, permissions: { network: ['{base_url}'] } };

async function installCalls({ api, token, platform }: ExampleParts): Promise<void> {
  const trusted = await api.call(`POST ${keys}`, 201, {
    token: platform.token,
    body: { public_key: publisherKey, scopes: publisherScopes },
  });
  const search = 'GET /console/api/plugin-catalogue';
  const own = await api.call(search, 200, { token, query: { source: 'weft', limit: '1' } });
  const [{ name } = { name: '' }] = (own.body as { items: { name: string }[] }).items;
  await api.call('GET /console/api/plugin-catalogue/package', 200, { token, query: { name } });
  const offered = await api.call(`POST ${all}/plan`, 200, { token, body: { name } });
  const agreed = { name, consent: (offered.body as { consent: string }).consent };
  await api.call(`POST ${all}`, 201, { token, body: agreed });
  await api.call(search, 400, { token, query: { source: 'nowhere' } });
  const none = { token, query: { name: '@acme/none' } };
  await api.call('GET /console/api/plugin-catalogue/package', 404, none);
  await api.call(`POST ${all}/plan`, 404, { token, body: { name: '@acme/none' } });
  await api.call(`POST ${all}`, 404, { token, body: { name: '@acme/none', consent: 'x' } });

  const { bytes } = examplePackage({ name: '@acme/described' }, manifest);
  const planned = await api.call(`POST ${all}/plan-upload`, 200, { token, form: uploadForm(bytes) });
  await api.call(`POST ${all}/plan-upload`, 400, { token, form: new FormData() });
  const { consent } = planned.body as { consent: string };
  await api.call(`POST ${all}/upload`, 409, { token, form: uploadForm(bytes, { consent: 'another' }) });
  const made = await api.call(`POST ${all}/upload`, 201, { token, form: uploadForm(bytes, { consent }) });
  const unsigned = examplePackage({ name: '@acme/unsigned' }).bytes;
  await api.call(`POST ${all}/upload`, 403, { token, form: uploadForm(unsigned, { signature: '', consent: 'x' }) });

  const installed = { token, params: { installation_id: (made.body as { id: string }).id } };
  await api.call(`GET ${all}`, 200, { token });
  await api.call(`GET ${one}`, 200, installed);
  await api.call(`GET ${one}/apps`, 200, installed);
  const set = { api_key: 'described-key-4713', base_url: 'https://one.example.com' };
  await api.call(`PATCH ${one}`, 200, { ...installed, body: { settings: set, is_enabled: true } });
  const moved = { settings: { base_url: 'https://two.example.com' } };
  await api.call(`PATCH ${one}`, 400, { ...installed, body: moved });
  await api.call(`POST ${one}/rollback`, 409, installed);
  const newer = examplePackage({ name: '@acme/described', version: '1.1.0' }, manifest).bytes;
  const next = await api.call(`POST ${all}/plan-upload`, 200, { token, form: uploadForm(newer) });
  const again = { consent: (next.body as { consent: string }).consent };
  await api.call(`POST ${all}/upload`, 201, { token, form: uploadForm(newer, again) });
  await api.call(`POST ${one}/rollback`, 200, installed);

  const lock = await api.call(`GET ${all}/lock`, 200, { token });
  await api.call(`POST ${all}/lock`, 200, { token, body: { ...(lock.body as object), consent: true } });
  await api.call(`DELETE ${one}`, 204, installed);
  await api.call(`GET ${one}`, 404, installed);
  const { id } = trusted.body as { id: string };
  await api.call(`DELETE ${keys}/{key_id}`, 204, { token: platform.token, params: { key_id: id } });
}

async function operatorCalls({ api, platform: { token } }: ExampleParts): Promise<void> {
  await api.call(`GET ${keys}`, 200, { token });
  await api.call(`POST ${keys}`, 400, { token, body: { public_key: 'bm9uZQ==' } });
  await api.call(`DELETE ${keys}/{key_id}`, 404, { token, params: { key_id: '0123456789abcdef' } });
  const block = { name: '@acme/bad', version: '1.0.0', reason: 'It reads more than it says.' };
  const made = await api.call(`POST ${blocks}`, 201, { token, body: block });
  await api.call(`GET ${blocks}`, 200, { token });
  const entry = { token, params: { block_id: (made.body as { id: string }).id } };
  await api.call(`DELETE ${blocks}/{block_id}`, 204, entry);
  await api.call(`DELETE ${blocks}/{block_id}`, 404, entry);
}
