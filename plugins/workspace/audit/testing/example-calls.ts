import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when something was changed', make: ({ api, token }) => auditCalls(api, token) },
];

/** Who did what: as pages and as a table. */
async function auditCalls(api: DescribedApi, token: string): Promise<void> {
  const list = 'GET /console/api/audit';
  for (;;) {
    const { body } = await api.call(list, 200, { token, query: { action: 'management-api' } });
    // Entries are written a moment after the answers they are about.
    if ((body as { data: readonly unknown[] }).data.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await api.call(list, 400, { token, query: { limit: '0' } });
  await api.call('GET /console/api/audit/export', 200, { token });
}
