import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { appDocument, edge, node } from '#engine/testing/app-document.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Triggers } from './contract.ts';
import { scheduleApp, webhookApp } from './testing/trigger-apps.ts';

let platform: TestPlatform;
let triggers: Triggers;
beforeAll(async () => {
  platform = await sharedPlatform();
  triggers = platform.kernel.resolve(Triggers);
});
afterAll(() => platform.dispose());

interface Item {
  readonly id: string;
  readonly next_at: number | null;
  readonly [field: string]: unknown;
}

const console = async (method: string, path: string, body?: unknown) =>
  platform.management.request(`/console/api/${path}`, { method, ...(body !== undefined && { body }) });
const listed = async (appId: string) => {
  const { body } = await console('GET', `apps/${appId}/triggers`);
  return (body as { data: readonly Item[] }).data;
};
/** The one trigger of an app. */
async function only(appId: string): Promise<Item> {
  const [trigger, ...more] = await listed(appId);
  if (trigger === undefined || more.length > 0) throw new Error('the app has not one trigger');
  return trigger;
}
/** An app that is gone after the test: what others are due for is theirs. */
async function app(yaml: string, options?: { readonly publish: boolean }): Promise<{ readonly appId: string }> {
  const imported = await platform.importApp(yaml, options);
  onTestFinished(async () => void (await console('DELETE', `apps/${imported.appId}`)));
  return imported;
}
const tick = (seconds: number) => triggers.tick(new Date(seconds * 1_000), platform.workspaceId);
const history = async (appId: string, id: string) => {
  const { body } = await console('GET', `apps/${appId}/triggers/${id}/firings`);
  return (body as { data: readonly Readonly<Record<string, unknown>>[] }).data;
};
/** The occasions of a trigger, when none of them is under way any more. */
async function over(appId: string, id: string) {
  await expect.poll(async () => (await history(appId, id)).every(({ finished_at: at }) => at !== null)).toBe(true);
  return history(appId, id);
}
const minutes = (count: number) => count * 60;
const due = (item: Item) => item.next_at ?? Number.NaN;

describe('a schedule', () => {
  it('fires its run at its time, once, however many look, and the log says so', async () => {
    const { appId } = await app(scheduleApp('0 9 * * *', 'Europe/Berlin'));
    const trigger = await only(appId);
    expect(trigger).toMatchObject({
      kind: 'schedule',
      title: 'trigger-schedule clock',
      cron: '0 9 * * *',
      last: null,
      url: null,
    });
    const at = due(trigger);
    expect(await tick(at - 1)).toBe(0);
    const fired = await Promise.all([tick(at), tick(at), tick(at + 1)]);
    expect(fired.reduce((sum, count) => sum + count)).toBe(1);
    // A clock that is put back fires nothing again.
    expect(await tick(at - 30)).toBe(0);
    expect(await tick(at)).toBe(0);
    const [firing] = await over(appId, trigger.id);
    expect(firing).toMatchObject({
      source: 'schedule',
      due_at: at,
      status: 'succeeded',
      workflow_run_id: expect.any(String),
    });
  });

  it('has its run with system values, as a trigger’s in every log', async () => {
    const { appId } = await app(scheduleApp());
    const { id } = await only(appId);
    const answer = await console('POST', `apps/${appId}/triggers/${id}/run`);
    expect(answer).toMatchObject({ status: 202, body: { source: 'manual', status: 'waiting' } });
    const [firing] = await over(appId, id);
    expect(firing).toMatchObject({ status: 'succeeded', error: null });
    const { body: run } = await console('GET', `runs/${firing?.workflow_run_id}`);
    expect(run).toMatchObject({ triggered_from: 'schedule', outputs: { sys_user_id: 'schedule:clock' } });
    const { body: logs } = await console('GET', `apps/${appId}/runs?source=schedule`);
    expect(logs).toMatchObject({ data: [{ source: 'schedule', user: 'schedule:clock' }] });
    expect((await listed(appId))[0]).toMatchObject({ last: { status: 'succeeded' }, failures: 0 });
  });

  it('makes up for the newest time that was missed a short while ago, and counts the others', async () => {
    const { appId } = await app(scheduleApp('*/10 * * * *'));
    const first = due(await only(appId));
    expect(await tick(first + minutes(35))).toBe(1);
    expect(await only(appId)).toMatchObject({ missed: 3, next_at: first + minutes(40) });
    expect(await history(appId, (await only(appId)).id)).toMatchObject([{ due_at: first + minutes(30) }]);
  });

  it('lets go what was missed long ago', async () => {
    const { appId } = await app(scheduleApp('0 0 * * *'));
    const first = due(await only(appId));
    expect(await tick(first + minutes(90))).toBe(0);
    expect(await only(appId)).toMatchObject({ missed: 1, next_at: first + minutes(24 * 60), last: null });
  });

  it('is paused by itself and with its app, and goes on at its next time', async () => {
    const { appId } = await app(scheduleApp());
    const { id, next_at: next } = await only(appId);
    const trigger = `apps/${appId}/triggers/${id}`;
    expect((await console('PATCH', trigger, { enabled: false })).body).toMatchObject({
      paused_by: 'trigger',
      next_at: null,
    });
    expect((await console('PATCH', trigger, { enabled: true })).body).toMatchObject({ paused_by: null, next_at: next });
    await console('PATCH', `apps/${appId}`, { status: 'paused' });
    expect(await only(appId)).toMatchObject({ paused_by: 'app', next_at: null });
    expect(await console('POST', `${trigger}/run`)).toMatchObject({ status: 403 });
    await console('PATCH', `apps/${appId}`, { status: 'active' });
    expect(await only(appId)).toMatchObject({ paused_by: null, next_at: next });
    await console('DELETE', `apps/${appId}`);
    expect(await tick((next ?? 0) + 1)).toBe(0);
    await console('POST', `deleted-apps/${appId}/restore`);
    expect(due(await only(appId))).toBeGreaterThan(0);
  });

  it('waits where a limit refuses its run, and says why', async () => {
    const { appId } = await app(scheduleApp());
    const { id } = await only(appId);
    await console('PATCH', `apps/${appId}/limits`, { app: { requests_per_minute: 1 } });
    for (let count = 0; count < 2; count += 1) await console('POST', `apps/${appId}/triggers/${id}/run`);
    const waits = async () =>
      (await history(appId, id))
        .map(({ status, error }) => `${status} ${error}`)
        .sort()
        .join();
    await expect.poll(waits).toMatch(/^succeeded null,waiting .+minute/);
  });

  it('follows what is published, and keeps what it was when that stays', async () => {
    const { appId } = await app(scheduleApp('0 9 * * *'));
    const before = await only(appId);
    const publish = async (yaml: string) => {
      await console('PUT', `apps/${appId}/draft`, { yaml, hash: null });
      const answer = await console('POST', `apps/${appId}/publish`, {});
      expect(answer.status).toBe(200);
    };
    await publish(scheduleApp('0 9 * * *'));
    expect(await only(appId)).toMatchObject({ id: before.id, next_at: before.next_at });
    await publish(scheduleApp('30 10 * * *'));
    expect(await only(appId)).toMatchObject({ id: before.id, cron: '30 10 * * *' });
    await publish(webhookApp({ method: 'post' }));
    expect(await only(appId)).toMatchObject({ kind: 'webhook', next_at: null });
    await publish(scheduleApp('30 10 * * *'));
    expect((await only(appId)).id).toBe(before.id);
  });
});

describe('what fires nothing', () => {
  it('is a document that is imported and not published, or copied', async () => {
    const every = { mode: 'cron', cron_expression: '* * * * *', timezone: 'UTC' };
    const yaml = appDocument({
      mode: 'workflow',
      nodes: [
        node('clock', 'trigger-schedule', every),
        node('hook', 'trigger-webhook', { method: 'post', params: [] }),
        node('event', 'trigger-plugin', { provider_id: 'x', event_name: 'y' }),
        node('end', 'end', { outputs: [] }),
      ],
      edges: [edge('clock', 'end'), edge('hook', 'end'), edge('event', 'end')],
    });
    const { appId } = await app(yaml, { publish: false });
    expect(await listed(appId)).toEqual([]);
    await console('POST', `apps/${appId}/publish`, {});
    expect((await listed(appId)).map(({ kind }) => kind).sort()).toEqual(['schedule', 'webhook']);
    const copied = await console('POST', `apps/${appId}/duplicate`, {});
    expect(await listed((copied.body as { id: string }).id)).toEqual([]);
    for (const { id } of await listed(appId))
      await console('PATCH', `apps/${appId}/triggers/${id}`, { enabled: false });
    expect(
      await runQuery(platform.kernel.resolve(Database), `select id from workflow_runs where app_id = '${appId}'`),
    ).toEqual([]);
  });
});
