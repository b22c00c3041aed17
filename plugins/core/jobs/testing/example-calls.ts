import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Jobs } from '#plugins/jobs/contract.ts';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when jobs failed', make: ({ api, platform }) => jobCalls(api, platform) },
];

const witness = new URL('./witness-job/', import.meta.url);

/** A job that failed for good, looked at and tried again. */
async function jobCalls(api: DescribedApi, { kernel, token, workspaceId }: TestPlatform): Promise<void> {
  await kernel.load(witness);
  const payload = { url: 'http://127.0.0.1:1/' };
  await kernel.resolve(Jobs).enqueue({ task: 'witness-job.tell', payload, workspaceId, maxAttempts: 1 });
  for (;;) {
    const { body } = await api.call('GET /console/api/jobs/failed', 200, { token });
    const [failed] = (body as { data: { id: string }[] }).data;
    if (failed === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    const retry = 'POST /console/api/jobs/{id}/retry';
    await api.call(retry, 204, { token, params: { id: failed.id } });
    await api.call(retry, 404, { token, params: { id: '999999999' } });
    return;
  }
}
