import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type TestClient, testClient } from '#http/testing/client.ts';
import { lockTables } from '#plugins/database/testing/locked-tables.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, type ServerProcess } from '#plugins/runs/testing/server-process.ts';
import { askingWorkflow, configureModels, pricedScript } from './testing/priced-models.ts';

let installation: Installation;
let provider: FakeOpenAi;
/** Calls of the model `held` wait for it. */
const held = Promise.withResolvers<void>();
beforeAll(async () => {
  installation = await testInstallation({ WEFT_EGRESS_ALLOW: '127.0.0.1', WEFT_SILENT_SECONDS: '2' });
  provider = await startFakeOpenAi({
    priced: pricedScript,
    held: async (call, response) => {
      await held.promise;
      await pricedScript(call, response);
    },
  });
});
afterEach(killLeftovers);
afterAll(async () => {
  await provider[Symbol.asyncDispose]();
  await installation.dispose();
});

async function importApp(management: TestClient, models: readonly string[] = ['priced', 'priced']) {
  await configureModels(management, provider.url);
  const body = { yaml: askingWorkflow(models), publish: true, key_name: 'test' };
  const { body: imported } = await management.request('/console/api/apps/import', { body });
  const { app, api_key: key } = imported as { app: { id: string }; api_key: string };
  return { appId: app.id, key };
}

const ask = ({ address }: ServerProcess, key: string, mode = 'blocking') =>
  testClient(address, key).request('/v1/workflows/run', { body: { inputs: {}, user: 'u', response_mode: mode } });

interface Used {
  readonly runs: number;
  /** Each run was started by one. */
  readonly requests: number;
  readonly tokens: number;
  readonly price: string;
}

/** What was counted of an app. */
async function used(management: TestClient, appId: string): Promise<Used> {
  const { body } = await management.request(`/console/api/usage?app_id=${appId}`);
  const { total } = body as {
    total: { runs: number; requests: number; total_tokens: number; prices: { amount: string }[] };
  };
  const { runs, requests, total_tokens: tokens } = total;
  return { runs, requests, tokens, price: total.prices[0]?.amount ?? '0' };
}

/** What the rows of its runs say; null while one goes on. */
async function listed(management: TestClient, appId: string): Promise<Used | null> {
  const runs: { id: string; status: string; total_tokens: number; total_price: string | null }[] = [];
  for (;;) {
    const before = runs.length === 0 ? '' : `&before=${runs.at(-1)?.id}`;
    const { body } = await management.request(`/console/api/runs?app_id=${appId}&limit=100${before}`);
    const { data } = body as { data: typeof runs };
    runs.push(...data);
    if (data.length < 100) break;
  }
  if (runs.some(({ status }) => status === 'running')) return null;
  const sum = (of: (run: (typeof runs)[number]) => number) => runs.reduce((total, run) => total + of(run), 0);
  // Each call costs 120: whole numbers, which floats add without errors.
  const price = String(sum((run) => Number(run.total_price ?? 0)));
  return { runs: runs.length, requests: runs.length, tokens: sum((run) => run.total_tokens), price };
}

describe('a process that is killed while runs end', () => {
  it('has counted each of them once, and the next one goes on', { timeout: 180_000 }, async () => {
    let process = await installation.start();
    const { appId, key } = await importApp(await managementClient(process, installation));
    let taken = 0;
    for (let round = 0; round < 3; round += 1) {
      const answers = Array.from({ length: 24 }, (_, index) =>
        ask(process, key, index % 2 === 0 ? 'blocking' : 'async').catch(() => null),
      );
      // In the midst of them: some have ended, some wait for their commit, some run.
      await Promise.race(answers);
      await process.kill();
      for (const answer of await Promise.all(answers)) if (answer !== null && answer.status < 300) taken += 1;
      process = await installation.start();
    }
    const management = await managementClient(process, installation);
    await expect.poll(() => listed(management, appId), { timeout: 60_000, interval: 500 }).not.toBeNull();
    const runs = await listed(management, appId);
    expect(taken).toBeGreaterThan(0);
    expect(runs?.runs).toBeGreaterThanOrEqual(taken);
    await expect.poll(() => used(management, appId), { timeout: 60_000, interval: 500 }).toEqual(runs);
    // Each was started with the same key, and whoever went on with one knew it.
    const { body } = await management.request(`/console/api/apps/${appId}/keys`);
    const [{ id } = { id: '' }] = (body as { data: { id: string }[] }).data;
    const budget = { key_id: id, period: 'month', unit: 'price', currency: 'USD', amount: '1', action: 'warn' };
    const set = () => management.request('/console/api/budgets', { method: 'PUT', body: budget });
    await expect.poll(async () => (await set()).body, { timeout: 60_000 }).toMatchObject({ used: runs?.price });
    expect((await process.stop()).code).toBe(0);
  });
});

describe.skipIf(inject('testDatabaseUrl') === '')('usage tables that are locked', () => {
  it('hold up no run, and are complete afterwards', { timeout: 60_000 }, async () => {
    const process = await installation.start();
    const management = await managementClient(process, installation);
    const { appId, key } = await importApp(management);
    const usageTables = ['usage_days', 'usage_models', 'usage_latencies', 'log_queue'];
    const unlock = await lockTables(installation.env.DATABASE_URL ?? '', usageTables);
    try {
      for (let round = 0; round < 3; round += 1) {
        const answers = Array.from({ length: 8 }, () => ask(process, key));
        expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
      }
    } finally {
      await unlock();
    }
    expect(await used(management, appId)).toEqual({ runs: 24, requests: 24, tokens: 24 * 2200, price: '5760' });
    expect((await process.stop()).code).toBe(0);
  });
});

describe.skipIf(inject('testDatabaseUrl') === '')('two processes on one database', () => {
  it('count together what runs in either used, and keep one budget', { timeout: 120_000 }, async () => {
    const [here, there] = [await installation.start(), await installation.startOther()];
    const management = await managementClient(here, installation);
    const { appId, key } = await importApp(management);
    const each = Array.from({ length: 40 }, (_, index) => ask(index % 2 === 0 ? here : there, key));
    expect(new Set((await Promise.all(each)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(await used(management, appId)).toEqual({ runs: 40, requests: 40, tokens: 40 * 2200, price: '9600' });
    expect(await listed(management, appId)).toEqual(await used(management, appId));
    const budget = { app_id: appId, period: 'month', unit: 'tokens', amount: '90000', action: 'stop' };
    const set = await management.request('/console/api/budgets', { method: 'PUT', body: budget });
    expect(set.body).toMatchObject({ used: '88000', exceeded: false });
    expect((await ask(here, key)).status).toBe(200);
    expect((await ask(here, key)).status).toBe(429);
    // The other one has heard of the budget, and looks at what is used.
    await expect.poll(async () => (await ask(there, key)).status).toBe(429);
  });

  it.each([
    ['tokens', { unit: 'tokens', amount: '33000' }, 'tokens'],
    ['money', { unit: 'price', currency: 'USD', amount: '3600' }, 'price'],
  ] as const)(
    'never use more than a budget of %s and the calls under way',
    async (_name, limits, counted) => {
      const processes = [await installation.start(), await installation.startOther()] as const;
      const management = await managementClient(processes[0], installation);
      const { appId, key } = await importApp(management, ['priced', 'priced', 'priced']);
      const budget = { app_id: appId, period: 'month', action: 'stop', ...limits };
      expect((await management.request('/console/api/budgets', { method: 'PUT', body: budget })).status).toBe(200);
      const isUsedUp = async () => Number((await used(management, appId))[counted]) >= Number(limits.amount);
      // Each has one call under way at a time. What one has used may count twice for a moment, which refuses
      // too early (and calls the budget exceeded): who is refused then asks again.
      const client = async (process: ServerProcess) => {
        for (;;) {
          const { status, body } = await ask(process, key);
          const isRefused = status === 429 || (body as { data?: { status?: string } }).data?.status === 'failed';
          if (isRefused && (await isUsedUp())) return;
        }
      };
      const clients = processes.flatMap((process) => Array.from({ length: 3 }, () => client(process)));
      await Promise.all(clients);
      const amounts = await used(management, appId);
      const [limit, call] = [Number(limits.amount), counted === 'tokens' ? 1100 : 120];
      expect(Number(amounts[counted])).toBeGreaterThanOrEqual(limit);
      expect(Number(amounts[counted])).toBeLessThan(limit + clients.length * call);
      // Both have said so, and neither calls any more.
      const before = provider.seen.length;
      for (const process of processes) await expect.poll(async () => (await ask(process, key)).status).toBe(429);
      expect(provider.seen.length).toBe(before);
    },
    240_000,
  );

  it('count what runs under way in either have used so far', { timeout: 240_000 }, async () => {
    // Each keeps its own runs, however busy the machine is.
    const patient = { WEFT_SILENT_SECONDS: '60' };
    const [here, there] = [await installation.start(patient), await installation.startOther(patient)];
    const management = await managementClient(here, installation);
    const { appId, key } = await importApp(management, ['priced', 'held', 'priced']);
    const budget = { app_id: appId, period: 'month', unit: 'tokens', amount: '2000', action: 'stop' };
    expect((await management.request('/console/api/budgets', { method: 'PUT', body: budget })).status).toBe(200);
    const answer = ask(here, key);
    onTestFinished(() => held.resolve());
    await expect.poll(() => provider.seen.some(({ body }) => body.model === 'held'), { timeout: 60_000 }).toBe(true);
    // The first one's first call has used 1,100 tokens, and it goes on; so the second one is refused its second call.
    expect(await ask(here, key)).toMatchObject({ body: { data: { status: 'failed', total_tokens: 1100 } } });
    expect(await used(management, appId)).toMatchObject({ runs: 1, tokens: 1100 });
    // Until the other process has heard of it, runs there get as far as their first call.
    let through = 0;
    const refused = async () => {
      const { status, body } = await ask(there, key);
      if (status === 200) through += 1;
      return [status, (body as { code?: string }).code];
    };
    await expect.poll(refused, { timeout: 60_000 }).toEqual([429, 'rate_limit_error']);
    const before = provider.seen.length;
    expect(await refused()).toEqual([429, 'rate_limit_error']);
    expect(provider.seen.length).toBe(before);
    held.resolve();
    // It is refused its third call, and what it used counts once.
    expect(await answer).toMatchObject({ body: { data: { status: 'failed', total_tokens: 2200 } } });
    const shown = async () => {
      const { body } = await management.request('/console/api/budgets');
      const { data } = body as { data: { app_id: string | null; used: string }[] };
      return data.filter(({ app_id: id }) => id === appId).map(({ used: amount }) => amount);
    };
    await expect.poll(shown, { timeout: 60_000 }).toEqual([String(3300 + through * 1100)]);
  });
});
