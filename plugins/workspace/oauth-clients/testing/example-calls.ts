import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when operators set clients of the installation at services', make: clientCalls },
];

const all = '/console/api/installation/oauth-clients';
const one = `${all}/{provider}`;

async function clientCalls({ api, platform: { token, url } }: ExampleParts): Promise<void> {
  const github = { token, params: { provider: 'github' } };
  const body = { client_id: 'weft', client_secret: 'client-secret-4715', domains: ['example.com'] };
  await api.call(`PUT ${one}`, 200, { ...github, body });
  await api.call(`PUT ${one}`, 400, { ...github, body: { client_id: 'other' } });
  await api.call(`PUT ${one}`, 404, { token, params: { provider: 'nowhere' }, body });
  await api.call(`GET ${all}`, 200, { token });
  await api.call(`POST ${one}/test`, 404, { token, params: { provider: 'gitlab' } });
  // This server gives tokens as well, and knows no such client.
  const gitlab = { token, params: { provider: 'gitlab' } };
  await api.call(`PUT ${one}`, 200, { ...gitlab, body: { ...body, base_url: url } });
  await api.call(`POST ${one}/test`, 200, gitlab);
  await api.call(`DELETE ${one}`, 204, gitlab);
  await api.call(`DELETE ${one}`, 204, github);
  await api.call(`DELETE ${one}`, 404, github);
}
