import { IndexedBase } from '#plugins/dataset-indexing/testing/indexed-base.ts';
import { keyViewer } from '#plugins/datasets/contract.ts';
import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';

export const exampleCalls: readonly ExampleCalls[] = [{ what: 'when knowledge bases are searched', make: searchCalls }];

const one = '/console/api/datasets/{dataset_id}';
const served = 'POST /v1/external-knowledge/retrieval';
const nobody = crypto.randomUUID();

async function searchCalls({ api, token, platform }: ExampleParts): Promise<void> {
  const base = await IndexedBase.create(platform.kernel, platform.workspaceId, { name: 'Searched' });
  const owned = { token, params: { dataset_id: base.dataset.id } };
  const query = { query: 'How often is it watered?' };
  await api.call(`POST ${one}/hit-testing`, 400, { ...owned, body: query });
  await base.indexed(['The fern is watered twice a week.']);
  const retrieval_model = { search_method: 'hybrid_search', top_k: 2 };
  const metadata_filtering_conditions = {
    logical_operator: 'and',
    conditions: [{ name: 'document_name', comparison_operator: 'is', value: 'text 1' }],
  };
  const body = { ...query, retrieval_model, metadata_filtering_conditions };
  await api.call(`POST ${one}/hit-testing`, 200, { ...owned, body });
  await api.call(`POST ${one}/hit-testing`, 400, { ...owned, body: { query: '' } });
  await api.call(`POST ${one}/hit-testing`, 404, { token, params: { dataset_id: nobody }, body: query });
  await api.call(`GET ${one}/queries`, 200, owned);
  await api.call(`GET ${one}/queries`, 404, { token, params: { dataset_id: nobody } });
  await servedCalls({ api, token }, base);
}

async function servedCalls({ api, token }: Pick<ExampleParts, 'api' | 'token'>, base: IndexedBase): Promise<void> {
  const made = await api.call('POST /console/api/dataset-keys', 201, { token, body: { name: 'other system' } });
  const { api_key: key } = made.body as { api_key: string };
  const question = { knowledge_id: base.dataset.id, query: 'fern' };
  await api.call(served, 200, {
    token: key,
    body: { ...question, retrieval_setting: { top_k: 1, score_threshold: 0 } },
  });
  await api.call(served, 400, { token: key, body: { query: 'fern' } });
  await api.call(served, 404, { token: key, body: { ...question, knowledge_id: nobody } });
  await api.call(served, 401, { token: 'dataset-none', body: question });
  await base.datasets.change(base.dataset.workspaceId, base.dataset.id, { apiEnabled: false }, keyViewer);
  await api.call(served, 403, { token: key, body: question });
}
