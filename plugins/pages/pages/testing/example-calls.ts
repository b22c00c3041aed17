import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when browsers load pages and their files', make: ({ api }) => pageCalls(api) },
];

const app = 'GET /chat/{app_id}';

async function pageCalls(api: DescribedApi): Promise<void> {
  const unknown = { params: { app_id: 'none', address: 'none', rest: 'c/none' } };
  // The first time, pages may have to be built.
  for (;;) {
    const { status } = await api.refusal(app, unknown);
    if (status !== 503) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const page = await api.call(app, 404, unknown);
  const [, file = ''] = /\/assets\/([^"]+\.js)/.exec(page.bytes.toString()) ?? [];
  const asset = await api.call('GET /assets/{file}', 200, { params: { file } });
  const headers = { 'if-none-match': asset.headers.get('etag') ?? '' };
  await api.call('GET /assets/{file}', 304, { params: { file }, headers });
  await api.call('GET /assets/{file}', 404, { params: { file: 'none.js' } });
  const script = await api.call('GET /embed.min.js', 200);
  await api.call('GET /embed.min.js', 304, { headers: { 'if-none-match': script.headers.get('etag') ?? '' } });
}
