import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Documents } from '#engine';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { countingChat, failingWorkflow, speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';
import { endAgain } from '#plugins/runs/testing/end-again.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { RequestCounter } from './request-counter.ts';
import { counted } from './testing/counted.ts';
import { askingWorkflow, brokenScript, configureModels, pricedScript } from './testing/priced-models.ts';
import { UsageStore } from './usage-store.ts';

let platform: TestPlatform;
let provider: FakeOpenAi;
beforeAll(async () => {
  provider = await startFakeOpenAi({ priced: pricedScript, europriced: pricedScript, broken: brokenScript });
  platform = await startPlatform({ env: { WEFT_EGRESS_ALLOW: '127.0.0.1' } });
  await configureModels(platform.management, provider.url);
});
afterAll(async () => {
  await platform.dispose();
  await provider[Symbol.asyncDispose]();
});

const today = () => new Date().toISOString().slice(0, 10);
const run = ({ key }: ImportedApp, body: object = {}) =>
  platform.post(key, '/v1/workflows/run', { inputs: {}, user: 'u1', ...body });

interface UsageItem {
  readonly key: string;
  readonly outcomes: Readonly<Record<string, number>> | null;
  readonly total_tokens: number;
  readonly prices: readonly object[];
}

interface UsagePage {
  readonly groups: number;
  readonly total: UsageItem;
  readonly data: readonly UsageItem[];
}

async function usage(query = ''): Promise<UsagePage> {
  const answer = await platform.management.request(`/console/api/usage${query}`);
  expect(answer.status).toBe(200);
  return answer.body as UsagePage;
}

describe('usage', () => {
  it('adds up tokens and prices of a run by model and currency, to the last digit', async () => {
    const app = await platform.importApp(askingWorkflow(['priced', 'europriced', 'priced']));
    for (let index = 0; index < 3; index += 1) expect((await run(app)).status).toBe(200);
    const byModel = await usage(`?app_id=${app.appId}&group_by=model`);
    expect(byModel.data).toMatchObject([
      { key: 'openai/priced', runs: 3, prompt_tokens: 6000, completion_tokens: 600, total_tokens: 6600 },
      { key: 'openai/europriced', runs: 3, prompt_tokens: 3000, total_tokens: 3300 },
    ]);
    expect(byModel.data[0]?.prices).toEqual([{ currency: 'USD', amount: '720' }]);
    expect(byModel.data[1]?.prices).toEqual([{ currency: 'EUR', amount: '180' }]);
    const byDay = await usage(`?app_id=${app.appId}`);
    expect(byDay.data).toMatchObject([{ key: today(), runs: 3, total_tokens: 9900 }]);
    expect(byDay.total.outcomes).toEqual({ succeeded: 3, partial: 0, failed: 0, stopped: 0 });
    const byApp = await usage('?group_by=app');
    expect(byApp.data).toContainEqual(expect.objectContaining({ key: app.appId, name: 'Asking', total_tokens: 9900 }));
  });

  it('counts what failed and stopped runs used', async () => {
    const failed = await platform.importApp(askingWorkflow(['priced', 'broken']));
    expect((await run(failed)).body).toMatchObject({ data: { status: 'failed' } });
    const [all] = (await usage(`?app_id=${failed.appId}`)).data;
    expect(all).toMatchObject({ outcomes: { failed: 1, succeeded: 0 } });
    expect(all?.total_tokens).toBeGreaterThanOrEqual(1100);
    const nothing = await platform.importApp(failingWorkflow());
    await run(nothing);
    expect((await usage(`?app_id=${nothing.appId}`)).total).toMatchObject({ runs: 1, total_tokens: 0, prices: [] });
    const slow = await platform.importApp(speakingWorkflow(30, 60));
    const body = { inputs: {}, user: 'u1', response_mode: 'streaming' };
    const reader = new EventReader(await platform.open(slow.key, '/v1/workflows/run', { body }));
    const { task_id: task } = await reader.until(({ event }) => event === 'text_chunk');
    await platform.post(slow.key, `/v1/workflows/tasks/${task}/stop`, { user: 'u1' });
    await reader.rest();
    expect((await usage(`?app_id=${slow.appId}`)).total.outcomes).toMatchObject({ stopped: 1 });
  });

  it('counts a run once for a repeated Idempotency-Key, and a node once for each try that used something', async () => {
    const app = await platform.importApp(askingWorkflow(['priced']));
    const headers = { 'idempotency-key': 'only-once' };
    const ask = () =>
      testClient(platform.url, app.key).request('/v1/workflows/run', {
        body: { inputs: {}, user: 'u1', response_mode: 'blocking' },
        headers,
      });
    const answers = [await ask(), await ask(), ...(await Promise.all([ask(), ask()]))];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await usage(`?app_id=${app.appId}`)).total).toMatchObject({ runs: 1, total_tokens: 1100 });
    const tries = { retry_config: { retry_enabled: true, max_retries: 2, retry_interval: 100 } };
    const retried = await platform.importApp(askingWorkflow(['broken'], tries));
    await run(retried);
    const { total } = await usage(`?app_id=${retried.appId}`);
    const [row] = await runQuery<{ tokens: number }>(
      platform.kernel.resolve(Database),
      `select total_tokens as tokens from workflow_runs where app_id = '${retried.appId}'`,
    );
    expect(total.total_tokens).toBe(row?.tokens);
  });

  it('counts a run once when its end is written again, as after a lost connection', async () => {
    const app = await platform.importApp(askingWorkflow(['priced']));
    const { body } = await run(app);
    const before = await counted(platform.kernel.resolve(Database));
    const { workflow_run_id: runId } = body as { workflow_run_id: string };
    const usage = { day: today(), status: 'succeeded', messages: 0, end_user_id: null, bucket: 3, models: [] };
    await endAgain(platform.kernel, runId, { usage });
    expect(await counted(platform.kernel.resolve(Database))).toEqual(before);
  });

  it('equals the sum of all runs, however many end at a time', async () => {
    const apps = [await platform.importApp(askingWorkflow(['priced'])), await platform.importApp(greetingWorkflow())];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const app = apps[index % 2];
        if (app === undefined) throw new Error('there are two');
        return run(app, { inputs: { name: 'Ada' }, user: `u${index % 7}` });
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { runs, usage: all } = await counted(platform.kernel.resolve(Database));
    expect(all.runs).toBe(runs.runs);
    expect(all.tokens).toBe(runs.tokens);
  });

  it('knows messages, users, latencies, likes and requests of an app by day', async () => {
    const app = await platform.importApp(countingChat());
    const ids: string[] = [];
    for (const user of ['ada', 'bob', 'ada']) {
      const answer = await platform.post(app.key, '/v1/chat-messages', {
        inputs: { plant: 'fern' },
        query: 'Hi',
        user,
      });
      ids.push((answer.body as { message_id: string }).message_id);
    }
    const like = { rating: 'like', user: 'ada' };
    expect((await platform.post(app.key, `/v1/messages/${ids[0]}/feedbacks`, like)).status).toBe(200);
    const path = `/console/api/apps/${app.appId}/figures`;
    await expect
      .poll(async () => (await platform.management.request(path)).body)
      .toMatchObject({ data: [{ day: today(), requests: 4, messages: 3, users: 2, likes: 1, dislikes: 0 }] });
    const [day] = (
      (await platform.management.request(path)).body as { data: { latency: { p50: number; p99: number } }[] }
    ).data;
    expect(day?.latency.p50).toBeGreaterThan(0);
    expect(day?.latency.p99).toBeGreaterThanOrEqual(day?.latency.p50 ?? 0);
  });
});

describe('requests', () => {
  const requests = async ({ appId }: ImportedApp) => {
    const { body } = await platform.management.request(`/console/api/usage?app_id=${appId}`);
    return (body as { total: { requests: number } }).total.requests;
  };

  it('count those that start a run with it, once however often they are sent', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const client = testClient(platform.url, app.key);
    const body = { inputs: { name: 'Ada' }, user: 'u1' };
    const send = (path: string) => client.request(path, { body, headers: { 'Idempotency-Key': `of-${path.length}` } });
    const { body: shown } = await platform.management.request(`/console/api/apps/${app.appId}/versions`);
    const [version] = (shown as { data: { id: string }[] }).data;
    for (const path of ['/v1/workflows/run', `/v1/workflows/${version?.id}/run`]) {
      expect(new Set((await Promise.all([send(path), send(path), send(path)])).map(({ status }) => status))).toEqual(
        new Set([200]),
      );
      expect((await send(path)).status).toBe(200);
    }
    expect(await requests(app)).toBe(2);
  });

  it('count no request that was refused', async () => {
    const app = await platform.importApp(greetingWorkflow());
    expect((await platform.post(app.key, '/v1/workflows/run', { inputs: {} })).status).toBe(400);
    expect((await platform.post(app.key, '/v1/chat-messages', { query: 'x', inputs: {}, user: 'u1' })).status).toBe(
      400,
    );
    expect((await testClient(platform.url, app.key).request('/v1/parameters')).status).toBe(200);
    await expect.poll(() => requests(app)).toBe(1);
    expect((await run(app, { inputs: { name: 'Ada' } })).status).toBe(200);
    expect(await requests(app)).toBe(2);
  });

  it('count the one whose run a dead process left and nobody could go on with, by what its row says', async () => {
    const app = await platform.importApp(greetingWorkflow());
    expect((await run(app, { inputs: { name: 'Ada' } })).status).toBe(200);
    expect(await requests(app)).toBe(1);
    const database = platform.kernel.resolve(Database);
    const giveUp = `insert into run_ends (run_id, workspace_id, app_id)
      select id, workspace_id, app_id from workflow_runs where app_id = '${app.appId}'`;
    await runQuery(database, giveUp);
    expect(await requests(app)).toBe(2);
    // One that no key started was no request.
    await runQuery(database, `update workflow_runs set key_id = null where app_id = '${app.appId}'`);
    await runQuery(database, giveUp);
    expect(await requests(app)).toBe(2);
    expect(await usage(`?app_id=${app.appId}`)).toMatchObject({ total: { runs: 3 } });
  });

  it('count a batch once that is written again, for nobody knew whether it was', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const store = new UsageStore(platform.kernel.resolve(Database));
    let isLost = true;
    const counter = new RequestCounter(
      {
        async addRequests(id, counts) {
          await store.addRequests(id, counts);
          if (isLost) throw new Error('the answer was lost');
        },
      },
      silentLogger,
    );
    for (let index = 0; index < 3; index += 1) counter.count(platform.workspaceId, app.appId);
    await counter.flush();
    counter.count(platform.workspaceId, app.appId);
    await counter.flush();
    expect(await requests(app)).toBe(3);
    isLost = false;
    await counter.flush();
    expect(await requests(app)).toBe(4);
  });
});

describe('the overview', () => {
  it('has sums, what was used most by name, and failed runs by code, each once', async () => {
    const { id } = await platform.kernel.resolve(Workspaces).create({ name: 'Seen', ownerName: 'Eve' });
    const headers = { 'x-workspace-id': id };
    const manage = (path: string, body?: object) =>
      platform.management.request(`/console/api/${path}`, { headers, ...(body !== undefined && { body }) });
    const failing = { yaml: failingWorkflow(), name: 'Failing', publish: true, key_name: 'k' };
    const greeting = { yaml: greetingWorkflow(), name: 'Greeting', publish: true, key_name: 'k' };
    const made = [await manage('apps/import', failing), await manage('apps/import', greeting)].map(
      ({ body }) => body as { app: { id: string }; api_key: string },
    );
    const [bad, good] = made.map(({ app, api_key }) => ({ appId: app.id, key: api_key }));
    if (bad === undefined || good === undefined) throw new Error('there are two');
    for (const app of [bad, bad, good, good, good]) await run(app, { inputs: { name: 'Ada' } });
    const { body } = await manage('usage/overview');
    expect(body).toMatchObject({
      to: today(),
      total: { runs: 5, outcomes: { succeeded: 3, failed: 2 } },
      apps: [
        { app_id: good.appId, app_name: 'Greeting', runs: 3 },
        { app_id: bad.appId, app_name: 'Failing', runs: 2 },
      ],
      models: [],
    });
    const { errors } = body as { errors: { code: string | null; runs: number }[] };
    expect(errors).toEqual([{ code: expect.any(String), runs: 2 }]);
    expect((await manage('usage/overview?limit=1')).body).toMatchObject({ total: { runs: 5 }, apps: [{ runs: 3 }] });
    expect((await manage('usage/overview?from=2020-01-01&to=2020-01-31')).body).toMatchObject({
      total: { runs: 0 },
      apps: [],
      errors: [],
    });
  });
});

describe('the export', () => {
  it('has a line for each model, and no formula', async () => {
    const app = await platform.importApp(askingWorkflow(['priced', 'europriced']));
    await run(app);
    const database = platform.kernel.resolve(Database);
    await runQuery(
      database,
      `insert into usage_models (workspace_id, day, app_id, shard, model, currency, total_tokens, price)
       values ('${platform.workspaceId}', current_date, '${app.appId}', 0, '=HYPERLINK("http://x"),1', 'USD', 7, 0.1)`,
    );
    const answer = await platform.management.request(`/console/api/usage/export?app_id=${app.appId}`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.text.split('\r\n').sort()).toEqual(
      [
        'day,app_id,app_name,model,currency,runs,prompt_tokens,completion_tokens,total_tokens,price,calls,cached_tokens,cache_write_tokens,reasoning_tokens,unpriced_tokens',
        `${today()},${app.appId},Asking,openai/priced,USD,1,1000,100,1100,120,0,0,0,0,0`,
        `${today()},${app.appId},Asking,openai/europriced,EUR,1,1000,100,1100,60,0,0,0,0,0`,
        `${today()},${app.appId},Asking,"'=HYPERLINK(""http://x""),1",USD,0,0,0,7,0.1,0,0,0,0,0`,
        '',
      ].sort(),
    );
  });

  it('by days of apps has those that used no model, and how runs ended', async () => {
    const failing = await platform.importApp(failingWorkflow());
    const asking = await platform.importApp(askingWorkflow(['priced', 'europriced']));
    await run(failing, { inputs: { name: 'Ada' } });
    await run(asking);
    const head =
      'day,app_id,app_name,runs,succeeded,partial,failed,stopped,messages,users,requests,prompt_tokens,completion_tokens,total_tokens,prices,calls,storage_bytes,cached_tokens,cache_write_tokens,reasoning_tokens,unpriced_tokens';
    // Requests are counted a moment later.
    const linesOf = async (appId: string) =>
      (await platform.management.request(`/console/api/usage/export?by=app-day&app_id=${appId}`)).text.split('\r\n');
    const failed = `^${today()},${failing.appId},[^,]+,1,0,0,1,0,0,1,1,0,0,0,,0,0,0,0,0,0$`;
    const asked = `${today()},${asking.appId},Asking,1,1,0,0,0,0,1,1,2000,200,2200,60 EUR; 120 USD,0,0,0,0,0,0`;
    await expect.poll(() => linesOf(failing.appId)).toEqual([head, expect.stringMatching(failed), '']);
    await expect.poll(() => linesOf(asking.appId)).toEqual([head, asked, '']);
    const figures = await platform.management.request(`/console/api/apps/${asking.appId}/figures/export`);
    expect(figures.headers.get('content-disposition')).toContain('figures-');
    const [names, day, end] = figures.text.split('\r\n');
    expect(names).toBe(
      head
        .replace('app_id,app_name,', '')
        .replace(',storage_bytes', ',latency_p50,latency_p95,latency_p99,likes,dislikes,storage_bytes'),
    );
    expect(day).toMatch(
      new RegExp(`^${today()},1,1,0,0,0,0,1,1,2000,200,2200,60 EUR; 120 USD,0,[0-9.]+,[0-9.]+,[0-9.]+,0,0,0,0,0,0,0$`),
    );
    expect(end).toBe('');
  });

  it('by days of apps goes on where a page ends', async () => {
    const { id } = await platform.kernel.resolve(Workspaces).create({ name: 'Many', ownerName: 'Eve' });
    await runQuery(
      platform.kernel.resolve(Database),
      `insert into usage_days (workspace_id, day, app_id, shard, requests)
       select '${id}', '2020-01-01'::date + n % 3, md5(n::text)::uuid, s, n from generate_series(1, 1203) n, generate_series(0, 1) s;
       insert into usage_models (workspace_id, day, app_id, shard, model, currency, total_tokens)
       select '${id}', '2020-01-01'::date + n % 3, md5(n::text)::uuid, s, 'm' || m, 'USD', n
       from generate_series(1, 1203) n, generate_series(0, 1) s, generate_series(1, 2) m`,
    );
    const headers = { 'x-workspace-id': id };
    const path = '/console/api/usage/export?by=app-day&from=2020-01-01&to=2020-01-31';
    const { text } = await platform.management.request(path, { headers });
    const lines = text.trim().split('\r\n').slice(1);
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(1203);
    expect(lines).toHaveLength(1203);
    for (const cells of lines.map((line) => line.split(','))) expect(Number(cells[13])).toBe(2 * Number(cells[10]));
    expect(lines.map((line) => line.slice(0, 10))).toEqual(lines.map((line) => line.slice(0, 10)).sort());
  });

  it('goes on where a page ends', async () => {
    const database = platform.kernel.resolve(Database);
    const { appId } = await platform.importApp(greetingWorkflow());
    await runQuery(
      database,
      `insert into usage_models (workspace_id, day, app_id, shard, model, currency, total_tokens)
       select '${platform.workspaceId}', '2020-01-01', '${appId}', s, 'm' || n, 'USD', 1
       from generate_series(1, 1203) n, generate_series(0, 1) s`,
    );
    const range = `from=2020-01-01&to=2020-01-02&app_id=${appId}`;
    const { text } = await platform.management.request(`/console/api/usage/export?${range}`);
    const lines = text.trim().split('\r\n').slice(1);
    expect(new Set(lines).size).toBe(1203);
    expect(lines.every((line) => line.endsWith(',2,0,0,0,0,0,0'))).toBe(true);
    const page = await usage(`?${range}&group_by=model&page=2&limit=1000`);
    expect([page.groups, page.data.length, page.total.total_tokens]).toEqual([1203, 203, 2406]);
  });
});

describe('the routes of usage', () => {
  it.each([
    'from=5',
    'to=2026-13-01',
    'from=2026-02-01&to=2026-01-01',
    'from=2020-01-01&to=2026-01-01',
    'group_by=user',
    'limit=0',
    'app_id=5',
  ])('refuse %s', async (query) => {
    const answer = await platform.management.request(`/console/api/usage?${query}`);
    expect(answer.status).toBe(400);
  });

  it('show nothing of other workspaces, and nothing to app keys', async () => {
    const { id } = await platform.kernel.resolve(Workspaces).create({ name: 'Other', ownerName: 'Eve' });
    const source = await platform.importApp(greetingWorkflow());
    await run(source, { inputs: { name: 'Ada' } });
    const apps = platform.kernel.resolve(Apps);
    const yaml = await apps.export(platform.workspaceId, source.appId);
    const other = await apps.import(id, platform.kernel.resolve(Documents).parse(yaml), { name: 'Theirs' });
    await apps.publish(id, other.id);
    const { secret } = await apps.createKey(id, other.id, 'k');
    const theirs = { appId: other.id, key: secret };
    expect((await run(theirs, { inputs: { name: 'Eve' } })).status).toBe(200);
    const headers = { 'x-workspace-id': id };
    const seen = await platform.management.request('/console/api/usage?group_by=app', { headers });
    expect((seen.body as { data: object[] }).data).toMatchObject([{ key: other.id, runs: 1 }]);
    expect((await usage(`?app_id=${other.id}`)).data).toEqual([]);
    expect((await platform.management.request(`/console/api/apps/${other.id}/figures`)).status).toBe(404);
    for (const path of ['/console/api/usage', '/console/api/usage/export', '/console/api/budgets']) {
      expect((await platform.get(source.key, path)).status).toBe(401);
    }
  });
});
