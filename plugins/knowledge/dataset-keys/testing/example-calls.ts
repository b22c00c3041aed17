import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when knowledge bases get keys', make: ({ api, token }) => keys(api, token) },
];

const path = '/console/api/dataset-keys';

async function keys(api: DescribedApi, token: string): Promise<void> {
  const body = { name: 'importer' };
  const made = await api.call(`POST ${path}`, 201, { token, body });
  await api.call(`POST ${path}`, 400, { token, body: { name: '' } });
  await api.call(`GET ${path}`, 200, { token });
  const params = { key_id: (made.body as { id: string }).id };
  await api.call(`DELETE ${path}/{key_id}`, 204, { token, params });
  await api.call(`DELETE ${path}/{key_id}`, 404, { token, params });
}
