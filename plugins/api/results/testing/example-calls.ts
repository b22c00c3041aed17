import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when past results are looked at', make: ({ api, apps }) => resultCalls(api, apps.completion.key) },
];

const user = 'u-results';

async function resultCalls(api: DescribedApi, token: string): Promise<void> {
  await api.call('POST /v1/completion-messages', 200, { token, body: { inputs: { topic: 'ferns' }, user } });
  const { body } = await api.call('GET /v1/results', 200, { token, query: { user } });
  const [first] = (body as { data: { id: string }[] }).data;
  const params = { result_id: first?.id ?? '' };
  const change = 'PATCH /v1/results/{result_id}';
  await api.call(change, 200, { token, params, body: { user, name: 'Ferns', kept: true } });
  await api.call(change, 404, { token, params, body: { user: 'somebody else', kept: true } });
  await api.call(change, 400, { token, params, body: { user, kept: 'maybe' } });
  await api.call('GET /v1/results', 200, { token, query: { user, kept: 'true' } });
  await api.call('GET /v1/results', 400, { token });
  await api.call('DELETE /v1/results/{result_id}', 204, { token, params, body: { user } });
  await api.call('DELETE /v1/results/{result_id}', 404, { token, params, body: { user } });
}
