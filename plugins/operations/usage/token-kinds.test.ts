import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import {
  beginStream,
  chunkFrame,
  DONE_FRAME,
  type FakeOpenAi,
  startFakeOpenAi,
} from '#plugins/provider-openai/testing/fake-openai.ts';
import { askingWorkflow, configureModels } from './testing/priced-models.ts';

let platform: TestPlatform;
let provider: FakeOpenAi;
const usage = {
  prompt_tokens: 1_000,
  completion_tokens: 100,
  prompt_tokens_details: { cached_tokens: 800 },
  completion_tokens_details: { reasoning_tokens: 60 },
};
beforeAll(async () => {
  const script: Parameters<typeof startFakeOpenAi>[0] = Object.fromEntries(
    ['gpt-5', 'unheard-of'].map((model) => [
      model,
      (_call: unknown, response: Parameters<typeof beginStream>[0]) => {
        beginStream(response);
        response.write(chunkFrame({ content: 'Yes.' }) + chunkFrame({}, { finish_reason: 'stop' }));
        response.end(`data: ${JSON.stringify({ id: 'c', choices: [], usage })}\n\n${DONE_FRAME}`);
      },
    ]),
  );
  provider = await startFakeOpenAi(script);
  platform = await sharedPlatform();
  await configureModels(platform.management, provider.url);
});
afterAll(async () => {
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});

it('usage tells tokens of caches and thoughts, and that the price of a model is not known', async () => {
  const app = await platform.importApp(askingWorkflow(['gpt-5', 'unheard-of']));
  const run = await platform.post(app.key, '/v1/workflows/run', { inputs: {}, user: 'u' });
  expect(run.status).toBe(200);
  const { body } = await platform.management.request(`/console/api/usage?app_id=${app.appId}&group_by=model`);
  const { data, total } = body as { data: readonly { readonly key: string }[]; total: object };
  const kinds = { total_tokens: 1_100, cached_tokens: 800, cache_write_tokens: 0, reasoning_tokens: 60 };
  // 200 × 1.25 + 800 × 0.125 + 100 × 10 millionths
  const prices = [{ currency: 'USD', amount: '0.00135' }];
  expect(data.find(({ key }) => key === 'openai/gpt-5')).toMatchObject({ ...kinds, is_priced: true, prices });
  expect(data.find(({ key }) => key === 'openai/unheard-of')).toMatchObject({
    ...kinds,
    unpriced_tokens: 1_100,
    is_priced: false,
  });
  expect(total).toMatchObject({ cached_tokens: 1_600, reasoning_tokens: 120, is_priced: false, prices });
});
