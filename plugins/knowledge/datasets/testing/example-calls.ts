import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi, DescribedCall } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when knowledge bases are made and changed', make: ({ api, token }) => bases(api, token) },
  { what: 'when knowledge bases get fields and tags', make: ({ api, token }) => fieldsAndTags(api, token) },
];

const all = '/console/api/datasets';
const one = `${all}/{dataset_id}`;
const nobody = crypto.randomUUID();

async function made(api: DescribedApi, token: string, name: string): Promise<string> {
  const { body } = await api.call(`POST ${all}`, 201, { token, body: { name, indexing_technique: 'high_quality' } });
  return (body as { id: string }).id;
}

async function bases(api: DescribedApi, token: string): Promise<void> {
  const id = await made(api, token, 'Plant notes');
  const owned: DescribedCall = { token, params: { dataset_id: id } };
  const stranger: DescribedCall = { token, params: { dataset_id: nobody } };
  await api.call(`POST ${all}`, 409, { token, body: { name: 'plant notes' } });
  await api.call(`POST ${all}`, 400, { token, body: { name: 'x', retrieval_model: { top_k: 0 } } });
  const unknown = { name: 'x', embedding_model: 'x', embedding_model_provider: 'nobody' };
  await api.call(`POST ${all}`, 400, { token, body: unknown });
  const external = { external_knowledge_api_id: nobody, external_knowledge_id: 'k' };
  await api.call(`POST ${all}`, 404, { token, body: { name: 'x', ...external } });
  await api.call(`GET ${all}`, 200, { token, query: { keyword: 'plant' } });
  for (const path of [one, `${one}/apps`]) {
    await api.call(`GET ${path}`, 200, owned);
    await api.call(`GET ${path}`, 404, stranger);
  }
  const icon = { icon_type: 'emoji', icon: '🌿', icon_background: '#D5F5F6' };
  await api.call(`PATCH ${one}`, 200, { ...owned, body: { permission: 'partial_members', icon_info: icon } });
  await api.call(`PATCH ${one}`, 400, { ...owned, body: { partial_member_list: [nobody] } });
  await api.call(`PATCH ${one}`, 400, { ...owned, body: { indexing_technique: 'economy' } });
  await made(api, token, 'Trees');
  await api.call(`PATCH ${one}`, 409, { ...owned, body: { name: 'trees' } });
  await api.call(`PATCH ${one}`, 404, { ...stranger, body: { name: 'x' } });
  await api.call(`DELETE ${one}`, 204, owned);
  await api.call(`DELETE ${one}`, 404, owned);
}

async function fieldsAndTags(api: DescribedApi, token: string): Promise<void> {
  const owned: DescribedCall = { token, params: { dataset_id: await made(api, token, 'Described') } };
  const fields = `${one}/fields`;
  const field = { name: 'author', type: 'string' };
  const { body } = await api.call(`POST ${fields}`, 201, { ...owned, body: field });
  await api.call(`POST ${fields}`, 400, { ...owned, body: field });
  await api.call(`GET ${fields}`, 200, owned);
  await api.call(`PATCH ${fields}`, 200, { ...owned, body: { built_in_field_enabled: true } });
  const ofField = { token, params: { ...owned.params, field_id: (body as { id: string }).id } };
  await api.call(`PATCH ${fields}/{field_id}`, 200, { ...ofField, body: { name: 'written by' } });
  await api.call(`PATCH ${fields}/{field_id}`, 400, { ...ofField, body: { name: 'uploader' } });
  await api.call(`DELETE ${fields}/{field_id}`, 204, ofField);
  await api.call(`DELETE ${fields}/{field_id}`, 404, ofField);

  const tags = '/console/api/dataset-tags';
  const tag = await api.call(`POST ${tags}`, 201, { token, body: { name: 'plants' } });
  await api.call(`POST ${tags}`, 400, { token, body: { name: 'PLANTS' } });
  await api.call(`GET ${tags}`, 200, { token });
  const ofTag = { token, params: { tag_id: (tag.body as { id: string }).id } };
  await api.call(`PATCH ${tags}/{tag_id}`, 200, { ...ofTag, body: { name: 'gardens' } });
  const bound = { token, params: { ...owned.params, ...ofTag.params } };
  const unknown = { token, params: { ...owned.params, tag_id: nobody } };
  for (const method of ['PUT', 'DELETE']) {
    await api.call(`${method} ${one}/tags/{tag_id}`, 204, bound);
    await api.call(`${method} ${one}/tags/{tag_id}`, 404, unknown);
  }
  await api.call(`DELETE ${tags}/{tag_id}`, 204, ofTag);
  await api.call(`DELETE ${tags}/{tag_id}`, 404, ofTag);
  await api.call(`PATCH ${tags}/{tag_id}`, 404, { ...ofTag, body: { name: 'x' } });
}
