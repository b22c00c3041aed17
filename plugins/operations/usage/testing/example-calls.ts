import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when it is asked what was used', make: ({ api, token, apps }) => usageCalls(api, token, apps.flow.appId) },
];

/** What an app used, and what it may use. */
async function usageCalls(api: DescribedApi, token: string, appId: string): Promise<void> {
  const list = 'GET /console/api/usage';
  await api.call(list, 200, { token, query: { group_by: 'app' } });
  await api.call(list, 200, { token, query: { group_by: 'model' } });
  await api.call(list, 400, { token, query: { from: '2026-02-01', to: '2026-01-01' } });
  await api.call('GET /console/api/usage/export', 200, { token });
  await api.call('GET /console/api/usage/export', 200, { token, query: { by: 'app-day' } });
  await api.call('GET /console/api/usage/export', 400, { token, query: { by: 'hour' } });
  await api.call('GET /console/api/usage/overview', 200, { token });
  await api.call('GET /console/api/usage/overview', 400, { token, query: { from: '2026-02-01', to: '2026-01-01' } });
  await api.call('GET /console/api/apps/{app_id}/figures', 200, { token, params: { app_id: appId } });
  await api.call('GET /console/api/apps/{app_id}/figures/export', 200, { token, params: { app_id: appId } });
  const body = { app_id: appId, period: 'month', unit: 'price', amount: '1000', action: 'warn' };
  const { body: budget } = await api.call('PUT /console/api/budgets', 200, { token, body });
  const model = { provider: 'demo', name: 'demo-chat' };
  const cheaper = { ...body, action: 'downgrade', model };
  await api.call('PUT /console/api/budgets', 200, { token, body: cheaper });
  await api.call('PUT /console/api/budgets', 400, { token, body: { ...cheaper, model: { ...model, name: 'none' } } });
  await api.call('GET /console/api/budgets', 200, { token });
  const remove = 'DELETE /console/api/budgets/{budget_id}';
  const params = { budget_id: (budget as { id: string }).id };
  await api.call(remove, 204, { token, params });
  await api.call(remove, 404, { token, params });
}
