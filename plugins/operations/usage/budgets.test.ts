import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { Budgets } from './contract.ts';
import { askingWorkflow, configureModels, pricedScript } from './testing/priced-models.ts';

let platform: TestPlatform;
let provider: FakeOpenAi;
beforeAll(async () => {
  provider = await startFakeOpenAi({ priced: pricedScript, europriced: pricedScript });
  platform = await sharedPlatform();
  await configureModels(platform.management, provider.url);
});
afterAll(async () => {
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});
afterEach(async () => {
  const budgets = platform.kernel.resolve(Budgets);
  for (const { id } of await budgets.list(platform.workspaceId)) await budgets.remove(platform.workspaceId, id);
});

const path = '/console/api/budgets';
const set = (body: unknown) => platform.management.request(path, { method: 'PUT', body });
const run = ({ key }: ImportedApp) => platform.post(key, '/v1/workflows/run', { inputs: {}, user: 'u1' });
const dollars = { period: 'month', unit: 'price', currency: 'USD', action: 'stop' };

async function listed(): Promise<readonly object[]> {
  return ((await platform.management.request(path)).body as { data: object[] }).data;
}

describe('a budget of money', () => {
  it('refuses runs once it is used up, until it is raised', async () => {
    const app = await platform.importApp(askingWorkflow(['priced']));
    // A run costs 120.
    expect((await set({ ...dollars, app_id: app.appId, amount: '240' })).body).toMatchObject({ used: '0' });
    expect([(await run(app)).status, (await run(app)).status]).toEqual([200, 200]);
    const refused = await run(app);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limit_error', status: 429 } });
    expect(refused.text).toContain('240 USD per month, and 240 were used');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const stream = { inputs: {}, user: 'u1', response_mode: 'streaming' };
    expect((await platform.post(app.key, '/v1/workflows/run', stream)).status).toBe(429);
    expect(await listed()).toMatchObject([{ app_id: app.appId, used: '240', exceeded: true, currency: 'USD' }]);
    expect((await set({ ...dollars, app_id: app.appId, amount: '240.0000001' })).status).toBe(200);
    expect((await run(app)).status).toBe(200);
    expect((await run(app)).status).toBe(429);
  });

  it('refuses before anything is looked up for a run, as soon as it is known to be used up', async () => {
    const app = await platform.importApp(askingWorkflow(['priced']));
    await set({ ...dollars, app_id: app.appId, amount: '100' });
    // A version that is not there: to look for it answers 404.
    const seek = () => platform.post(app.key, `/v1/workflows/${randomUUID()}/run`, { inputs: {}, user: 'u1' });
    expect((await seek()).status).toBe(404);
    expect((await run(app)).status).toBe(200);
    const budgets = platform.kernel.resolve(Budgets);
    for (let tries = 0; tries < 3; tries += 1) {
      // Makes what is known of it fresh: from then on it is believed for two seconds.
      await budgets.list(platform.workspaceId);
      expect(await seek()).toMatchObject({ status: 429, body: { code: 'rate_limit_error' } });
    }
    await set({ ...dollars, app_id: app.appId, amount: '1000' });
    expect((await seek()).status).toBe(404);
  });

  it('does not count other currencies, nor other apps', async () => {
    const app = await platform.importApp(askingWorkflow(['europriced']));
    const other = await platform.importApp(askingWorkflow(['priced']));
    await set({ ...dollars, app_id: app.appId, amount: '1' });
    expect([(await run(app)).status, (await run(app)).status, (await run(other)).status]).toEqual([200, 200, 200]);
    expect(await listed()).toMatchObject([{ used: '0', exceeded: false }]);
    await set({ ...dollars, app_id: app.appId, amount: '100', currency: 'EUR' });
    expect((await run(app)).status).toBe(429);
  });

  it('refuses a run under way its next call', async () => {
    const app = await platform.importApp(askingWorkflow(['priced', 'priced', 'priced', 'priced']));
    await set({ ...dollars, app_id: app.appId, amount: '200' });
    const before = provider.seen.length;
    const { body } = await run(app);
    expect(body).toMatchObject({ data: { status: 'failed', error: expect.stringContaining('200 USD per month') } });
    expect(provider.seen.length - before).toBe(2);
    // What it used counts once: neither twice, nor not at all.
    expect(await listed()).toMatchObject([{ used: '240', exceeded: true }]);
  });

  it('refuses calls outside of runs as well: neither questions, titles nor speech are asked of a model', async () => {
    const model = { provider: 'openai', name: 'priced', mode: 'chat', completion_params: {} };
    const document = JSON.parse(promptApp('chat', model)) as { model_config: object };
    const app = await platform.importApp(
      JSON.stringify({
        ...document,
        model_config: {
          ...document.model_config,
          suggested_questions_after_answer: { enabled: true },
          text_to_speech: { enabled: true },
        },
      }),
    );
    const say = { inputs: {}, query: 'Well?', user: 'u1' };
    const { message_id: message, conversation_id: conversation } = (
      await platform.post(app.key, '/v1/chat-messages', say)
    ).body as Record<string, string>;
    const ask = async () => {
      const before = provider.seen.length;
      const questions = await platform.get(app.key, `/v1/messages/${message}/suggested?user=u1`);
      const rename = { user: 'u1', auto_generate: true };
      const title = await platform.post(app.key, `/v1/conversations/${conversation}/name`, rename);
      expect([questions.status, title.status]).toEqual([200, 200]);
      return provider.seen.length - before;
    };
    const speak = async () => (await platform.post(app.key, '/v1/text-to-audio', { text: 'Well?', user: 'u1' })).status;
    expect(await ask()).toBe(2);
    expect(await speak()).toBe(200);
    await set({ ...dollars, app_id: app.appId, amount: '120' });
    expect(await ask()).toBe(0);
    expect(await speak()).toBe(429);
    // What was called before counts.
    expect(await listed()).toMatchObject([{ used: '360', exceeded: true }]);
  });

  it('lets an error strategy of the document go on', async () => {
    const strategy = {
      error_strategy: 'default-value',
      default_value: [{ key: 'text', type: 'string', value: 'No.' }],
    };
    const app = await platform.importApp(askingWorkflow(['priced', 'priced', 'priced'], strategy));
    await set({ ...dollars, app_id: app.appId, amount: '100' });
    const before = provider.seen.length;
    expect((await run(app)).body).toMatchObject({ data: { status: 'partial-succeeded' } });
    expect(provider.seen.length - before).toBe(1);
  });

  it('is exceeded by no more than the calls under way, when many runs come at once', async () => {
    const app = await platform.importApp(askingWorkflow(['priced', 'priced', 'priced']));
    await set({ ...dollars, app_id: app.appId, amount: '600' });
    const before = provider.seen.length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => run(app)));
    const calls = provider.seen.length - before;
    // Five calls are within it; of each of the eight runs one may be under way when it is used up.
    expect(calls).toBeGreaterThanOrEqual(5);
    expect(calls).toBeLessThanOrEqual(5 + 8);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(await listed()).toMatchObject([{ used: String(calls * 120), exceeded: true }]);
  });
});

describe('a budget of tokens', () => {
  it('of the workspace counts all its apps, and only warns when told so', async () => {
    const [one, two] = [
      await platform.importApp(askingWorkflow(['priced'])),
      await platform.importApp(speakingWorkflow(0, 3)),
    ];
    const [used] = [
      ((await set({ period: 'day', unit: 'tokens', amount: '1', action: 'warn' })).body as { used: string }).used,
    ];
    expect((await run(one)).status).toBe(200);
    expect(await listed()).toMatchObject([{ exceeded: true, used: String(Number(used) + 1100), currency: null }]);
    expect((await run(two)).status).toBe(200);
    await set({ period: 'day', unit: 'tokens', amount: '1', action: 'stop' });
    expect([(await run(one)).status, (await run(two)).status]).toEqual([429, 429]);
    const [{ id } = { id: '' }] = (await listed()) as { id: string }[];
    expect((await platform.management.request(`${path}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await platform.management.request(`${path}/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect([(await run(one)).status, (await run(two)).status]).toEqual([200, 200]);
  });
});

describe('the routes of budgets', () => {
  it.each([
    {},
    { ...dollars },
    { ...dollars, amount: 5 },
    { ...dollars, amount: '-1' },
    { ...dollars, amount: '1e3' },
    { ...dollars, amount: '1', currency: 'usd' },
    { ...dollars, amount: '1', period: 'week' },
    { ...dollars, amount: '1', unit: 'tokens' },
    { ...dollars, amount: '1', app_id: 'x' },
    { ...dollars, amount: '1', more: 1 },
  ])('refuse %j and store nothing', async (body) => {
    expect((await set(body)).status).toBe(400);
    expect(await listed()).toEqual([]);
  });

  it('know nothing of other workspaces', async () => {
    const app = await platform.importApp(askingWorkflow(['priced']));
    const { id: workspaceId } = await platform.kernel.resolve(Workspaces).create({ name: 'Other', ownerName: 'Eve' });
    const headers = { 'x-workspace-id': workspaceId };
    const body = { ...dollars, amount: '0' };
    const foreign = { method: 'PUT', headers, body: { ...body, app_id: app.appId } };
    expect((await platform.management.request(path, foreign)).status).toBe(404);
    const own = await platform.management.request(path, { method: 'PUT', headers, body });
    expect(own.status).toBe(200);
    const { id } = own.body as { id: string };
    expect((await platform.management.request(`${path}/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await run(app)).status).toBe(200);
    expect(await listed()).toEqual([]);
  });
});
