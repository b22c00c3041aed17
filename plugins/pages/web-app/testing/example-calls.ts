import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when pages of apps are opened', make: (parts) => pageCalls(parts) },
];

const pages = [
  'GET /chat/{app_id}',
  'GET /chat/{app_id}/{rest}',
  'GET /chatbot/{address}',
  'GET /chatbot/{address}/{rest}',
  'GET /use/{app_id}',
  'GET /use/{app_id}/{rest}',
];

async function pageCalls({ api, platform }: ExampleParts): Promise<void> {
  const { body } = await platform.management.request('/console/api/apps?limit=1');
  const [{ id = '' } = {}] = (body as { data: { id: string }[] }).data;
  for (const name of pages) {
    const params = { app_id: id, address: id, rest: 'c/01a21397-7ccf-7543-894a-eb6a24fd984c' };
    // The first time, pages may have to be built.
    while ((await api.refusal(name, { params })).status === 503)
      await new Promise((resolve) => setTimeout(resolve, 250));
    await api.call(name, 200, { params });
    await api.call(name, 404, { params: { ...params, app_id: 'none', address: 'none' } });
  }
  await api.call('GET /docs/embed', 200);
}
