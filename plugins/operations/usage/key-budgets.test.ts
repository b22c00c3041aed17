import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';
import { BudgetsClient, dollars } from './testing/budgets-client.ts';
import { askingWorkflow, configureModels, pricedScript } from './testing/priced-models.ts';

let platform: TestPlatform;
let provider: FakeOpenAi;
let budgets: BudgetsClient;
beforeAll(async () => {
  provider = await startFakeOpenAi({ priced: pricedScript });
  platform = await sharedPlatform();
  budgets = new BudgetsClient(platform);
  await configureModels(platform.management, provider.url);
});
afterAll(async () => {
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});
afterEach(() => budgets.removeAll());

interface Key {
  readonly id: string;
  readonly secret: string;
}

/** A further key of an app. */
async function newKey({ appId }: ImportedApp): Promise<Key> {
  const { body } = await platform.management.request(`/console/api/apps/${appId}/keys`, { body: { name: 'more' } });
  const { id, api_key: secret } = body as { id: string; api_key: string };
  return { id, secret };
}

const run = (secret: string) => platform.post(secret, '/v1/workflows/run', { inputs: {}, user: 'u1' });
const statuses = async (secret: string, runs: number) => {
  const found: number[] = [];
  for (let index = 0; index < runs; index += 1) found.push((await run(secret)).status);
  return found;
};

describe('a budget of an app key', () => {
  it('stops what is run with this key, and nothing else of its app', async () => {
    const app = await platform.importApp(askingWorkflow(['priced']));
    const [one, other] = [await newKey(app), await newKey(app)];
    // A run costs 120.
    const set = await budgets.set({ ...dollars, key_id: one.id, amount: '240' });
    expect(set.body).toMatchObject({ app_id: app.appId, key_id: one.id, used: '0' });
    expect(await statuses(one.secret, 3)).toEqual([200, 200, 429]);
    expect((await run(one.secret)).text).toContain(
      'budget of the app key is used up: it allows 240 USD per month, and 240 were used',
    );
    expect([(await run(other.secret)).status, (await run(app.key)).status]).toEqual([200, 200]);
    const asked = await platform.management.request(`/console/api/apps/${app.appId}/run`, { body: { inputs: {} } });
    expect(asked.status).toBe(200);
    expect(await budgets.listed()).toMatchObject([{ used: '240', exceeded: true }]);
  });

  it('and one of its app count apart, and each refuses by itself', async () => {
    const app = await platform.importApp(askingWorkflow(['priced']));
    const [one, other] = [await newKey(app), await newKey(app)];
    await budgets.set({ ...dollars, app_id: app.appId, amount: '480' });
    await budgets.set({ ...dollars, app_id: app.appId, key_id: one.id, amount: '240' });
    await budgets.set({ ...dollars, app_id: app.appId, key_id: other.id, amount: '1000' });
    expect(await statuses(one.secret, 3)).toEqual([200, 200, 429]);
    expect(await statuses(other.secret, 3)).toEqual([200, 200, 429]);
    expect((await run(other.secret)).text).toContain(
      'budget of the app is used up: it allows 480 USD per month, and 480 were used',
    );
    expect((await budgets.listed()).map(({ used }) => used)).toEqual(['480', '240', '240']);
  });

  it('refuses a run under way its next call', async () => {
    const app = await platform.importApp(askingWorkflow(['priced', 'priced', 'priced', 'priced']));
    const key = await newKey(app);
    await budgets.set({ ...dollars, key_id: key.id, amount: '200' });
    const before = provider.seen.length;
    const { body } = await run(key.secret);
    expect(body).toMatchObject({ data: { status: 'failed', error: expect.stringContaining('200 USD per month') } });
    expect(provider.seen.length - before).toBe(2);
    expect(await budgets.listed()).toMatchObject([{ used: '240', exceeded: true }]);
  });

  it('is exceeded by no more than the calls under way, when 64 runs come at once', async () => {
    const app = await platform.importApp(askingWorkflow(['priced', 'priced', 'priced']));
    const key = await newKey(app);
    await budgets.set({ ...dollars, key_id: key.id, amount: '1200' });
    const before = provider.seen.length;
    const answers = await Promise.all(Array.from({ length: 64 }, () => run(key.secret)));
    const calls = provider.seen.length - before;
    // Ten calls are within it; of each of the 64 runs one may be under way when it is used up.
    expect(calls).toBeGreaterThanOrEqual(10);
    expect(calls).toBeLessThanOrEqual(10 + 64);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(await budgets.listed()).toMatchObject([{ used: String(calls * 120), exceeded: true }]);
    const counted = () =>
      runQuery<{ price: string }>(
        platform.kernel.resolve(Database),
        `select trim_scale(sum(price))::text as price from usage_keys where key_id = '${key.id}'`,
      );
    await expect.poll(counted).toEqual([{ price: String(calls * 120) }]);
  });

  it('stays with a key that is revoked, until it is removed', async () => {
    const app = await platform.importApp(askingWorkflow(['priced']));
    const key = await newKey(app);
    await budgets.set({ ...dollars, key_id: key.id, amount: '500' });
    expect((await run(key.secret)).status).toBe(200);
    const path = `/console/api/apps/${app.appId}/keys/${key.id}`;
    expect((await platform.management.request(path, { method: 'DELETE' })).status).toBe(204);
    expect((await run(key.secret)).status).toBe(401);
    const [budget = { id: '' }] = await budgets.listed();
    expect(budget).toMatchObject({ key_id: key.id, used: '120' });
    expect((await budgets.set({ ...dollars, key_id: key.id, amount: '600' })).status).toBe(404);
    expect((await budgets.remove(budget.id)).status).toBe(204);
  });
});

describe('a key that is not the app’s', () => {
  it('has no budget: of another app, another workspace, or none', async () => {
    const [app, other] = [await platform.importApp(greetingWorkflow()), await platform.importApp(greetingWorkflow())];
    const key = await newKey(other);
    const of = (appId: string | null, keyId: string) =>
      budgets.set({ ...dollars, app_id: appId, key_id: keyId, amount: '1' });
    expect((await of(app.appId, key.id)).status).toBe(404);
    const workspaceId = await newWorkspace(platform);
    const headers = { 'x-workspace-id': workspaceId };
    for (const body of [{ key_id: key.id }, { app_id: other.appId, key_id: key.id }]) {
      const request = { method: 'PUT', headers, body: { ...dollars, ...body, amount: '1' } };
      expect((await platform.management.request('/console/api/budgets', request)).status).toBe(404);
    }
    expect((await of(null, app.appId)).status).toBe(404);
    expect((await of(null, 'x')).status).toBe(400);
    await platform.kernel.resolve(Apps).delete(platform.workspaceId, other.appId);
    expect((await of(null, key.id)).status).toBe(404);
    expect(await budgets.listed()).toEqual([]);
  });
});
