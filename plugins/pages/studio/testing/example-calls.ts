import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when browsers load the studio', make: ({ api }) => studioCalls(api) },
];

/** Every address of its entrance. */
async function studioCalls(api: DescribedApi): Promise<void> {
  await api.call('GET /', 303);
  const pages = api.operations.filter(({ operation }) => operation.summary.startsWith('The studio: '));
  const request = (path: string) => ({
    params: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x'])),
  });
  for (const { name } of pages) {
    const asked = request(name);
    // The first time, pages may have to be built.
    while ((await api.refusal(name, asked)).status === 503) await new Promise((resolve) => setTimeout(resolve, 250));
    await api.call(name, 200, asked);
  }
}
