import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { askNode, document, endNode, type NodeSketch, startNode } from '#plugins/human-input/testing/documents.ts';
import { eventOf, FormClient } from '#plugins/human-input/testing/form-client.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';
import { BudgetsClient, dollars } from './testing/budgets-client.ts';
import { configureModels, pricedScript } from './testing/priced-models.ts';

let platform: TestPlatform;
let provider: FakeOpenAi;
let client: FormClient;
let budgets: BudgetsClient;
/** The last call of a run waits for it. */
let held: PromiseWithResolvers<void>;
beforeAll(async () => {
  held = Promise.withResolvers();
  provider = await startFakeOpenAi({
    priced: async (call, response) => {
      if (JSON.stringify(call.body).includes('Later?')) await held.promise;
      await pricedScript(call, response);
    },
  });
  platform = await startPlatform({
    env: { WEFT_EGRESS_ALLOW: '127.0.0.1' },
    config: { 'human-input': { interval: 50 } },
  });
  client = new FormClient(platform);
  budgets = new BudgetsClient(platform);
  await configureModels(platform.management, provider.url);
});
afterEach(() => budgets.removeAll());
afterAll(async () => {
  held.resolve();
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});

const model = (prompt: string): NodeSketch => ({
  type: 'llm',
  model: { provider: 'openai', name: 'priced', mode: 'chat', completion_params: {} },
  prompt_template: [{ role: 'user', text: prompt }],
  context: { enabled: false, variable_selector: [] },
});

/** Calls a model for 120 USD, waits for a person, and calls it again. */
const waiting = () => {
  const nodes = {
    start: startNode,
    one: model('Now?'),
    ask: askNode(),
    two: model('Later?'),
    end: endNode({ text: ['two', 'text'] }),
  };
  const edges = [
    ['start', 'one'],
    ['one', 'ask'],
    ['ask', 'two', 'ok'],
    ['two', 'end'],
  ] as const;
  return platform.importApp(document('workflow', nodes, edges));
};

const used = async () => (await budgets.listed()).map((budget) => budget.used);
const tokenOf = ({ forms }: Awaited<ReturnType<FormClient['run']>>) => forms[0]?.form_token ?? '';
const refusedOf = async (key: string) =>
  (await platform.post(key, '/v1/workflows/run', { inputs: {}, user: 'u1' })).status;

describe('a budget of runs that wait for people', () => {
  it('counts what they have used, also when they go on, and no call twice', async () => {
    const app = await waiting();
    await budgets.set({ ...dollars, app_id: app.appId, amount: '240' });
    const [one, other] = [await client.run(app), await client.run(app)];
    expect(await refusedOf(app.key)).toBe(429);
    expect(await used()).toEqual(['240']);
    await budgets.set({ ...dollars, app_id: app.appId, amount: '361' });
    const before = provider.seen.length;
    expect((await client.answer(app, tokenOf(one))).status).toBe(200);
    await expect.poll(() => provider.seen.length - before).toBe(1);
    expect(await used()).toEqual(['240']);
    held.resolve();
    const finished = eventOf(await client.follow(app, one.runId), 'workflow_finished');
    expect(finished.data).toMatchObject({ status: 'succeeded' });
    // 360 are used: one more run may begin, which would not if any counted twice.
    const last = await client.run(app);
    expect(last.forms).toHaveLength(1);
    expect(await used()).toEqual(['480']);
    expect(await refusedOf(app.key)).toBe(429);
    await budgets.set({ ...dollars, app_id: app.appId, amount: '10000' });
    expect((await client.answer(app, tokenOf(other))).status).toBe(200);
    eventOf(await client.follow(app, other.runId), 'workflow_finished');
    expect(await used()).toEqual(['600']);
  });
});
