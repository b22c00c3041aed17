import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Jobs } from '#plugins/jobs/contract.ts';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when jobs failed', make: ({ api, platform }) => jobCalls(api, platform) },
];

const witness = new URL('./witness-job/', import.meta.url);

/** Jobs that failed for good: one is tried again, the other is removed. */
async function jobCalls(api: DescribedApi, { kernel, token, workspaceId }: TestPlatform): Promise<void> {
  await kernel.load(witness);
  const payload = { url: 'http://127.0.0.1:1/' };
  async function failedJob(): Promise<string> {
    const job = { task: 'witness-job.tell', payload, workspaceId, maxAttempts: 1 };
    const id = await kernel.resolve(Jobs).enqueue(job);
    for (;;) {
      const { body } = await api.call('GET /console/api/jobs/failed', 200, { token });
      if ((body as { data: { id: string }[] }).data.some((failed) => failed.id === id)) return id;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  for (const call of ['POST /console/api/jobs/{id}/retry', 'DELETE /console/api/jobs/{id}'] as const) {
    await api.call(call, 204, { token, params: { id: await failedJob() } });
    await api.call(call, 404, { token, params: { id: '999999999' } });
  }
}
