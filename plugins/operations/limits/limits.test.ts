import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Documents } from '#engine';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { Limits } from './contract.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

function path(app: ImportedApp): string {
  return `/console/api/apps/${app.appId}/limits`;
}

async function limited(yaml: string, body: unknown): Promise<ImportedApp> {
  const app = await platform.importApp(yaml);
  const answer = await platform.management.request(path(app), { method: 'PATCH', body });
  expect(answer.status).toBe(200);
  return app;
}

function statuses(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function taskOf(body: unknown): unknown {
  return (body as { task_id: unknown }).task_id;
}

const run = { inputs: { name: 'Ada' }, user: 'u1' };

describe('the plan of a workspace', () => {
  it('counts all keys of the workspace, and answers the request after the last with 429', async () => {
    const workspace = await platform.kernel.resolve(Workspaces).create({ name: 'Small', ownerName: 'Ada' });
    expect(workspace.plan).toBe('sandbox');
    const apps = platform.kernel.resolve(Apps);
    const source = await platform.importApp(greetingWorkflow());
    const yaml = await apps.export(platform.workspaceId, source.appId);
    const documents = platform.kernel.resolve(Documents);
    const keys = await Promise.all(
      ['One', 'Two'].map(async (name) => {
        const app = await apps.import(workspace.id, documents.parse(yaml), { name });
        await apps.publish(workspace.id, app.id);
        return (await apps.createKey(workspace.id, app.id, 'k')).secret;
      }),
    );
    const ask = (index: number) => testClient(platform.url, keys[index % 2]).request('/v1/info');
    const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => ask(index)));
    expect(statuses(answers)).toEqual({ 200: 64 });
    answers.push(...(await Promise.all(Array.from({ length: 64 }, (_, index) => ask(index)))));
    expect(statuses(answers)).toEqual({ 200: 100, 429: 28 });
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers.get('ratelimit-remaining'));
    expect(new Set(remaining).size).toBe(100);
    const refused = await ask(0);
    expect(refused.body).toEqual({
      code: 'too_many_requests',
      message: expect.stringContaining('sandbox'),
      status: 429,
    });
    expect(refused.headers.get('ratelimit-limit')).toBe('100');
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
    // The first workspace has no limits, and its answers speak of none.
    const other = await platform.get(source.key, '/v1/info');
    expect([other.status, other.headers.get('ratelimit-limit')]).toEqual([200, null]);
  });
});

describe('the plan of any workspace', () => {
  it('counts runs that the console starts', async () => {
    const { id } = await platform.kernel.resolve(Workspaces).create({ name: 'Console', ownerName: 'Ada' });
    const apps = platform.kernel.resolve(Apps);
    const source = await platform.importApp(greetingWorkflow());
    const document = platform.kernel.resolve(Documents).parse(await apps.export(platform.workspaceId, source.appId));
    const app = await apps.import(id, document, { name: 'One' });
    await platform.kernel.resolve(Limits).setPlan(id, 'sandbox', { requestsPerMinute: 3 });
    const path = `/console/api/apps/${app.id}/draft/run`;
    const headers = { 'x-workspace-id': id };
    const ask = () => platform.management.request(path, { headers, body: { inputs: { name: 'Ada' } } });
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    expect(statuses(answers)).toEqual({ 200: 3, 429: 7 });
  });
});

describe('the plan of the first workspace', () => {
  it('is unlimited until whoever runs the installation sets another', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const put = (plan: unknown) =>
      platform.management.request('/console/api/workspace/plan', { method: 'PUT', body: { plan } });
    expect((await put('professional')).status).toBe(204);
    expect((await platform.get(app.key, '/v1/info')).headers.get('ratelimit-limit')).toBe('500');
    for (const plan of ['golden', '', null, 5, '__proto__', 'constructor']) expect((await put(plan)).status).toBe(400);
    expect((await platform.get(app.key, '/v1/info')).headers.get('ratelimit-limit')).toBe('500');
    expect((await put('unlimited')).status).toBe(204);
    expect((await platform.get(app.key, '/v1/info')).headers.get('ratelimit-limit')).toBeNull();
  });
});

describe('the limits of an app', () => {
  it('count requests per minute, of this app only, until they are lifted', async () => {
    const app = await limited(greetingWorkflow(), { app: { requests_per_minute: 50 } });
    const other = await platform.importApp(greetingWorkflow());
    const answers = await Promise.all(Array.from({ length: 64 }, () => platform.get(app.key, '/v1/info')));
    expect(statuses(answers)).toEqual({ 200: 50, 429: 14 });
    const streamed = await platform.post(app.key, '/v1/workflows/run', { ...run, response_mode: 'streaming' });
    expect(streamed.body).toMatchObject({ code: 'too_many_requests', status: 429 });
    expect((await platform.get(other.key, '/v1/info')).status).toBe(200);
    const lifted = await platform.management.request(path(app), {
      method: 'PATCH',
      body: { app: { requests_per_minute: null } },
    });
    expect(lifted.body).toMatchObject({ app: { requests_per_minute: null } });
    expect((await platform.get(app.key, '/v1/info')).status).toBe(200);
  });

  it('hold a slot for each run until it ends', async () => {
    const app = await limited(speakingWorkflow(30, 60), { app: { concurrent_runs: 1 } });
    const body = { inputs: {}, user: 'u1', response_mode: 'streaming' };
    const reader = new EventReader(await platform.open(app.key, '/v1/workflows/run', { body }));
    await reader.until(({ event }) => event === 'workflow_started');
    const refused = await platform.post(app.key, '/v1/workflows/run', { ...body, user: 'u2' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    const [first] = reader.events;
    await platform.post(app.key, `/v1/workflows/tasks/${first?.task_id}/stop`, { user: 'u1' });
    await reader.rest();
    const again = new EventReader(await platform.open(app.key, '/v1/workflows/run', { body }));
    const started = await again.until(({ event }) => event === 'workflow_started');
    expect(started.event).toBe('workflow_started');
    await platform.post(app.key, `/v1/workflows/tasks/${started.task_id}/stop`, { user: 'u1' });
    await again.rest();
  });

  it('hold a slot until the run ends, whether its client waits, hangs up or was answered with 202', async () => {
    const app = await limited(speakingWorkflow(100, 60), { app: { concurrent_runs: 1 } });
    const body = { inputs: {}, user: 'u1', response_mode: 'streaming' };
    const start = () => platform.post(app.key, '/v1/workflows/run', { ...body, response_mode: 'async' });
    const left = await platform.open(app.key, '/v1/workflows/run', { body });
    const runId = left.headers.get('x-workflow-run-id') ?? '';
    const reader = left.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    const taskId = /"task_id":"([^"]+)"/.exec(new TextDecoder().decode(value))?.[1];
    await reader?.cancel();
    for (let tries = 0; tries < 20; tries += 1) expect((await start()).status).toBe(429);
    expect((await platform.get(app.key, `/v1/workflows/run/${runId}`)).body).toMatchObject({ status: 'running' });
    await platform.post(app.key, `/v1/workflows/tasks/${taskId}/stop`, { user: 'u1' });
    const started = await vi.waitUntil(
      async () => {
        const answer = await start();
        return answer.status === 202 ? answer : undefined;
      },
      { timeout: 20_000 },
    );
    expect((await start()).status).toBe(429);
    await platform.post(app.key, `/v1/workflows/tasks/${taskOf(started.body)}/stop`, { user: 'u1' });
    await expect.poll(async () => (await start()).status).toBe(202);
  });

  it('count each end user for themselves, and let none of 64 concurrent runs too many through', async () => {
    const app = await limited(greetingWorkflow(), { user: { requests_per_minute: 5 } });
    const ask = (user: string) => platform.post(app.key, '/v1/workflows/run', { ...run, user });
    const answers = await Promise.all(Array.from({ length: 64 }, () => ask('u1')));
    expect(statuses(answers)).toEqual({ 200: 5, 429: 59 });
    expect((await ask('u2')).status).toBe(200);
    expect((await platform.get(app.key, '/v1/info')).status).toBe(200);
  });

  it.each(['run', 'draft/run'])('count runs of the console, of the app and of each user: %s', async (kind) => {
    const ask = (app: ImportedApp) =>
      platform.management.request(`/console/api/apps/${app.appId}/${kind}`, { body: { inputs: { name: 'Ada' } } });
    for (const whose of ['app', 'user']) {
      const app = await limited(greetingWorkflow(), { [whose]: { requests_per_minute: 5 } });
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(app)));
      expect(statuses(answers)).toEqual({ 200: 5, 429: 15 });
      const refused = answers.find(({ status }) => status === 429);
      expect(refused).toMatchObject({ body: { code: 'too_many_requests' } });
      expect(refused?.headers.get('ratelimit-limit')).toBe('5');
      if (whose === 'app') expect((await platform.get(app.key, '/v1/info')).status).toBe(429);
    }
  });

  it('count forks of runs, too', async () => {
    const app = await limited(greetingWorkflow(), { app: { requests_per_minute: 2 } });
    const first = await platform.post(app.key, '/v1/workflows/run', run);
    const { workflow_run_id: id } = first.body as { workflow_run_id: string };
    const fork = () => platform.management.request(`/console/api/runs/${id}/fork`, { body: { node_id: '2' } });
    expect((await fork()).status).toBe(202);
    expect(await fork()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });

  it('count the tokens of a day, of the app and of each end user', async () => {
    const app = await limited(speakingWorkflow(0, 3), { user: { tokens_per_day: 1 } });
    const ask = (user: string) => platform.post(app.key, '/v1/workflows/run', { inputs: {}, user });
    expect((await ask('u1')).body).toMatchObject({ data: { status: 'succeeded' } });
    await expect.poll(async () => (await ask('u1')).body).toMatchObject({ code: 'rate_limit_error', status: 429 });
    expect((await ask('u2')).status).toBe(200);
    const limits = platform.kernel.resolve(Limits);
    await limits.setOfApp(platform.workspaceId, app.appId, { app: { tokensPerDay: 1 }, user: { tokensPerDay: null } });
    expect((await ask('u3')).status).toBe(200);
    await expect.poll(async () => (await ask('u4')).status).toBe(429);
    expect(Number((await ask('u4')).headers.get('retry-after'))).toBeGreaterThan(3_600);
  });
});

describe('the routes for limits', () => {
  it('change what is named and show all', async () => {
    const app = await limited(greetingWorkflow(), { app: { concurrent_runs: 3 } });
    await platform.management.request(path(app), { method: 'PATCH', body: { user: { tokens_per_day: 10 } } });
    expect((await platform.management.request(path(app))).body).toEqual({
      app: { requests_per_minute: null, concurrent_runs: 3, tokens_per_day: null },
      user: { requests_per_minute: null, concurrent_runs: null, tokens_per_day: 10 },
    });
  });

  it.each([
    {},
    { app: {} },
    { app: { requests_per_minute: 0 } },
    { app: { requests_per_minute: 1.5 } },
    { app: { requests_per_minute: '5' } },
    { app: { requests_per_minute: -1 } },
    { app: { tokens_per_day: 1e15 } },
    { app: { plan: 'team' } },
    { workspace_id: 'x', app: { concurrent_runs: 1 } },
    { plan: 'unlimited' },
  ])('refuse %j and change nothing', async (body) => {
    const app = await platform.importApp(greetingWorkflow());
    const answer = await platform.management.request(path(app), { method: 'PATCH', body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
    expect((await platform.management.request(path(app))).body).toMatchObject({ app: { concurrent_runs: null } });
  });

  it('are for the management token, and for apps of its workspace', async () => {
    const app = await platform.importApp(greetingWorkflow());
    expect((await platform.get(app.key, path(app))).status).toBe(401);
    expect((await testClient(platform.url).request(path(app))).status).toBe(401);
    const workspace = await platform.kernel.resolve(Workspaces).create({ name: 'Other', ownerName: 'Eve' });
    const limits = platform.kernel.resolve(Limits);
    const foreign = limits.setOfApp(workspace.id, app.appId, { app: { concurrentRuns: 1 } });
    await expect(foreign).rejects.toMatchObject({ code: 'apps.not_found' });
    const unknown = { ...app, appId: '00000000-0000-7000-8000-000000000000' };
    expect((await platform.management.request(path(unknown))).status).toBe(404);
  });
});
