import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import {
  beginStream,
  chunkFrame,
  DONE_FRAME,
  type FakeOpenAi,
  type Script,
  startFakeOpenAi,
  usageFrame,
} from '#plugins/provider-openai/testing/fake-openai.ts';
import { BudgetsClient, dollars } from './testing/budgets-client.ts';
import { askingWorkflow, configureModels, pricedScript } from './testing/priced-models.ts';

/** Uses its tool three times, and answers then; each call is 1,000 and 100 tokens. */
const toolsScript: Script = (call, response) => {
  const { messages } = call.body as { messages: { role: string }[] };
  if (messages.filter(({ role }) => role === 'tool').length >= 3) return pricedScript(call, response);
  beginStream(response);
  const tool = { index: 0, id: 'c', function: { name: 'eval_expression', arguments: '{"expression":"1"}' } };
  const end = chunkFrame({}, { finish_reason: 'tool_calls' }) + usageFrame(1000, 100) + DONE_FRAME;
  response.end(chunkFrame({ tool_calls: [tool] }) + end);
};

let platform: TestPlatform;
let provider: FakeOpenAi;
let budgets: BudgetsClient;
beforeAll(async () => {
  provider = await startFakeOpenAi({ priced: toolsOrAnswer, cheap: toolsOrAnswer, off: pricedScript });
  platform = await sharedPlatform();
  budgets = new BudgetsClient(platform);
  await configureModels(platform.management, provider.url);
});
afterAll(async () => {
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});
afterEach(() => budgets.removeAll());

function toolsOrAnswer(...[call, response]: Parameters<Script>): void | Promise<void> {
  return 'tools' in call.body ? toolsScript(call, response) : pricedScript(call, response);
}

const cheap = { provider: 'openai', name: 'cheap' };
const downgrade = { ...dollars, action: 'downgrade', model: cheap } as const;
const run = ({ key }: ImportedApp) => platform.post(key, '/v1/workflows/run', { inputs: {}, user: 'u1' });

/** The models that were called meanwhile, one after the other. */
async function modelsOf(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const before = provider.seen.length;
  await work();
  return provider.seen.slice(before).map(({ body }) => body.model);
}

/** What an app used, by model: runs, tokens and money. */
async function usage({ appId }: ImportedApp): Promise<readonly object[]> {
  const { body } = await platform.management.request(`/console/api/usage?app_id=${appId}&group_by=model`);
  const { data } = body as { data: { key: string; total_tokens: number; prices: { amount: string }[] }[] };
  return data.map(({ key, total_tokens, prices }) => [key, total_tokens, prices[0]?.amount]).sort();
}

/** What the records of a run's nodes say: their models, and the price. */
async function recorded(runId: string): Promise<readonly unknown[]> {
  const { body } = await platform.management.request(`/console/api/runs/${runId}/nodes?values=true`);
  const { data } = body as { data: { process_data: Record<string, unknown> | null }[] };
  return data.flatMap(({ process_data: process }) =>
    process?.model_name === undefined
      ? []
      : [[process.model_provider, process.model_name, (process.usage as { total_price: string }).total_price]],
  );
}

async function enable(model: string, enabled: boolean): Promise<void> {
  const body = { type: 'llm', model, enabled };
  const path = '/console/api/providers/openai/models';
  expect((await platform.management.request(path, { method: 'PATCH', body })).status).toBe(200);
}

describe('a budget that downgrades', () => {
  it('has the later calls of a run under way, and all of the next, go to its model', async () => {
    const app = await platform.importApp(askingWorkflow(['priced', 'priced', 'priced', 'priced']));
    const set = await budgets.set({ ...downgrade, app_id: app.appId, amount: '200' });
    expect(set.body).toMatchObject({ action: 'downgrade', model: cheap, used: '0' });
    let body: unknown;
    const first = await modelsOf(async () => {
      ({ body } = await run(app));
    });
    expect(first).toEqual(['priced', 'priced', 'cheap', 'cheap']);
    expect(body).toMatchObject({ data: { status: 'succeeded' } });
    const { workflow_run_id: runId } = body as { workflow_run_id: string };
    expect(await recorded(runId)).toEqual([
      ['openai', 'priced', '120'],
      ['openai', 'priced', '120'],
      ['openai', 'cheap', '12'],
      ['openai', 'cheap', '12'],
    ]);
    expect(await modelsOf(() => run(app))).toEqual(['cheap', 'cheap', 'cheap', 'cheap']);
    await expect
      .poll(() => usage(app))
      .toEqual([
        ['openai/cheap', 6600, '72'],
        ['openai/priced', 2200, '240'],
      ]);
    await expect.poll(() => budgets.listed()).toMatchObject([{ used: '312', exceeded: true }]);
    const [{ id } = { id: '' }] = await budgets.listed();
    await budgets.remove(id);
    expect(await modelsOf(() => run(app))).toEqual(['priced', 'priced', 'priced', 'priced']);
  });

  it('changes the model in the midst of an agent’s work, and each call costs what its model costs', async () => {
    const tool = { provider_type: 'builtin', provider_id: 'maths', provider_name: 'maths', tool_label: 'eval' };
    const tools = [{ enabled: true, ...tool, tool_name: 'eval_expression', tool_parameters: { expression: '' } }];
    const app = await platform.importApp(
      JSON.stringify({
        version: '0.6.0',
        kind: 'app',
        app: { name: 'Agent', mode: 'agent-chat' },
        model_config: {
          model: { provider: 'openai', name: 'priced', mode: 'chat', completion_params: {} },
          pre_prompt: 'Help.',
          agent_mode: { enabled: true, strategy: 'function_call', max_iteration: 5, tools },
        },
      }),
    );
    await budgets.set({ ...downgrade, app_id: app.appId, amount: '200' });
    const body = { inputs: {}, query: 'Well?', user: 'u1', response_mode: 'streaming' };
    const models = await modelsOf(() => platform.stream(app.key, '/v1/chat-messages', body));
    expect(models).toEqual(['priced', 'priced', 'cheap', 'cheap']);
    await expect
      .poll(() => usage(app))
      .toEqual([
        ['openai/cheap', 2200, '24'],
        ['openai/priced', 2200, '240'],
      ]);
    await expect.poll(() => budgets.listed()).toMatchObject([{ used: '264', exceeded: true }]);
  });

  it('holds for calls outside of runs, and leaves models of other kinds alone', async () => {
    const model = { provider: 'openai', name: 'priced', mode: 'chat', completion_params: {} };
    const document = JSON.parse(promptApp('chat', model)) as { model_config: object };
    const features = { suggested_questions_after_answer: { enabled: true }, text_to_speech: { enabled: true } };
    const app = await platform.importApp(
      JSON.stringify({ ...document, model_config: { ...document.model_config, ...features } }),
    );
    const say = { inputs: {}, query: 'Well?', user: 'u1' };
    const { message_id: message } = (await platform.post(app.key, '/v1/chat-messages', say)).body as {
      message_id: string;
    };
    const ask = () => platform.get(app.key, `/v1/messages/${message}/suggested?user=u1`);
    expect(await modelsOf(ask)).toEqual(['priced']);
    await budgets.set({ ...downgrade, app_id: app.appId, amount: '100' });
    expect(await modelsOf(ask)).toEqual(['cheap']);
    await enable('cheap', false);
    expect(await modelsOf(ask)).toEqual([]);
    const spoken = await platform.post(app.key, '/v1/text-to-audio', { text: 'Well?', user: 'u1' });
    await enable('cheap', true);
    expect(spoken.status).toBe(200);
  });

  it('refuses calls, and says why, while its model can’t be called', async () => {
    const app = await platform.importApp(askingWorkflow(['priced', 'priced']));
    await budgets.set({ ...downgrade, app_id: app.appId, amount: '100' });
    await enable('cheap', false);
    let answer: unknown;
    const models = await modelsOf(async () => {
      answer = (await run(app)).body;
    });
    await enable('cheap', true);
    expect(models).toEqual(['priced']);
    const { data } = answer as { data: { status: string; error: string } };
    expect(data.status).toBe('failed');
    expect(data.error).toContain('100 USD per month');
    expect(data.error).toContain('openai/cheap');
    expect(data.error).toContain('disabled in this workspace');
    expect(await modelsOf(() => run(app))).toEqual(['cheap', 'cheap']);
  });

  it('stands beside one that stops, which wins', async () => {
    const app = await platform.importApp(askingWorkflow(['priced', 'priced', 'priced', 'priced']));
    await budgets.set({ ...downgrade, app_id: app.appId, amount: '100' });
    await budgets.set({ ...dollars, app_id: app.appId, amount: '130' });
    let answer: unknown;
    const models = await modelsOf(async () => {
      answer = (await run(app)).body;
    });
    expect(models).toEqual(['priced', 'cheap']);
    expect(answer).toMatchObject({ data: { status: 'failed', error: expect.stringContaining('130 USD per month') } });
    expect((await run(app)).status).toBe(429);
    expect(await budgets.listed()).toMatchObject([{ action: 'downgrade' }, { action: 'stop', model: null }]);
    // Set again, it is the same.
    await budgets.set({ ...downgrade, app_id: app.appId, amount: '90', model: { provider: 'openai', name: 'off' } });
    expect(await budgets.listed()).toMatchObject([{ amount: '90', model: { name: 'off' } }, { amount: '130' }]);
  });

  it('of a key goes before one of the app, and that before one of the workspace', async () => {
    const app = await platform.importApp(askingWorkflow(['priced']));
    const { body } = await platform.management.request(`/console/api/apps/${app.appId}/keys`);
    const [{ id: keyId } = { id: '' }] = (body as { data: { id: string }[] }).data;
    const exceeded = { ...downgrade, unit: 'tokens', currency: undefined, amount: '0' };
    const named = (name: string, more: object) =>
      budgets.set({ ...exceeded, ...more, model: { provider: 'openai', name } });
    await named('off', {});
    expect(await modelsOf(() => run(app))).toEqual(['off']);
    await named('cheap', { app_id: app.appId });
    expect(await modelsOf(() => run(app))).toEqual(['cheap']);
    await named('off', { key_id: keyId });
    expect(await modelsOf(() => run(app))).toEqual(['off']);
  });

  it('leaves a document’s own name of the same model', async () => {
    const named = 'langgenius/openai/openai';
    const document = askingWorkflow(['cheap']).replace('"provider":"openai"', `"provider":"${named}"`);
    const app = await platform.importApp(document);
    await budgets.set({ ...downgrade, app_id: app.appId, amount: '0' });
    const { body } = await run(app);
    const { workflow_run_id: runId } = body as { workflow_run_id: string };
    expect(await recorded(runId)).toEqual([[named, 'cheap', '12']]);
  });
});

describe('a budget’s model', () => {
  it.each([
    [{ model: undefined }, 'invalid_budget'],
    [{ model: null }, 'invalid_budget'],
    [{ action: 'stop' }, 'invalid_budget'],
    [{ action: 'warn' }, 'invalid_budget'],
    [{ model: { provider: 'openai' } }, 'invalid_param'],
    [{ model: { provider: 'openai', name: '' } }, 'invalid_param'],
    [{ model: { provider: 'openai', name: 'a\0b' } }, 'invalid_param'],
    [{ model: { provider: 'nobody', name: 'cheap' } }, 'provider_not_initialize'],
    [{ model: { provider: 'demo', name: 'no-such-model' } }, 'model_currently_not_support'],
    [{ model: { provider: 'demo', name: 'demo-embedding' } }, 'model_currently_not_support'],
  ])('is refused with %j: %s', async (more, code) => {
    const answer = await budgets.set({ ...downgrade, amount: '1', ...more });
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect(await budgets.listed()).toEqual([]);
  });

  it('is one that is switched on', async () => {
    await enable('off', false);
    const answer = await budgets.set({ ...downgrade, amount: '1', model: { provider: 'openai', name: 'off' } });
    await enable('off', true);
    expect(answer).toMatchObject({ status: 400, body: { code: 'model_currently_not_support' } });
    expect(await budgets.listed()).toEqual([]);
  });
});
