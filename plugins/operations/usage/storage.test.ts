import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { Database } from '#plugins/database/contract.ts';
import { migrateAgain } from '#plugins/database/testing/migrate-again.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ threads: 0 });
});
afterAll(() => platform.dispose());

const query = <Row = object>(text: string) => runQuery<Row>(platform.kernel.resolve(Database), text);
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function upload({ key }: ImportedApp, bytes: number): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes).fill(97)], { type: 'text/plain' }), 'a.txt');
  form.set('user', 'u');
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${platform.url}/v1/files/upload`, { method: 'POST', headers, body: form });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

interface Page {
  readonly storage_bytes: number;
  readonly data: readonly { readonly key: string; readonly storage_bytes: number | null }[];
}

async function usage(more: string): Promise<Page> {
  const { body } = await platform.management.request(`/console/api/usage?from=${dayBefore(9)}&${more}`);
  return body as Page;
}

/** As if something had happened on these days. */
async function requested({ appId }: ImportedApp, days: readonly number[]): Promise<void> {
  const values = days.map((day) => `('${platform.workspaceId}', '${dayBefore(day)}', '${appId}', 0, 1)`).join(',');
  await query(`insert into usage_days (workspace_id, day, app_id, shard, requests) values ${values}
    on conflict (workspace_id, day, app_id, shard) do nothing`);
}

describe('storage in usage', () => {
  it('is what files took at the end of each day, of an app and of all', async () => {
    const [one, other] = [await platform.importApp(promptApp('chat')), await platform.importApp(promptApp('chat'))];
    await upload(one, 1000);
    // It was days ago.
    for (const table of ['storage_days', 'storage_app_days']) await query(`update ${table} set day = day - 5`);
    const second = await upload(one, 500);
    await upload(other, 30);
    await requested(one, [6, 5, 3, 0]);
    await requested(other, [0]);
    const days = async (app: string) =>
      new Map((await usage(`group_by=day${app}`)).data.map(({ key, storage_bytes }) => [key, storage_bytes]));
    const ofOne = new Map([6, 5, 3, 0].map((day, place) => [dayBefore(day), [0, 1000, 1000, 1500][place]]));
    expect(await days(`&app_id=${one.appId}`)).toEqual(ofOne);
    expect((await days('')).get(dayBefore(0))).toBe(1530);
    const byApp = await usage('group_by=app');
    expect(byApp.storage_bytes).toBe(1530);
    expect(new Map(byApp.data.map(({ key, storage_bytes }) => [key, storage_bytes]))).toEqual(
      new Map([
        [one.appId, 1500],
        [other.appId, 30],
      ]),
    );
    expect((await usage(`group_by=app&to=${dayBefore(1)}`)).storage_bytes).toBe(1000);
    await query(`delete from uploaded_files where id = '${second}'`);
    expect((await usage(`group_by=app&app_id=${one.appId}`)).storage_bytes).toBe(1000);
    const { body } = await platform.management.request(`/console/api/apps/${one.appId}/figures`);
    expect((body as Page).data.map(({ storage_bytes }) => storage_bytes)).toEqual([0, 1000, 1000, 1000]);
    const exported = `/console/api/usage/export?by=app-day&app_id=${one.appId}`;
    const lines = (await platform.management.request(exported)).text.trim().split('\r\n');
    expect(lines.map((line) => line.split(',').at(-5))).toEqual(['storage_bytes', '0', '1000', '1000', '1000']);
  });

  it('is shown of apps that only hold files, and of days on which nothing ran', async () => {
    const app = await platform.importApp(promptApp('chat'));
    await upload(app, 100);
    // Before all days that are asked for.
    await query(`update storage_app_days set day = day - 20 where app_id = '${app.appId}'`);
    const ofApp = `app_id=${app.appId}`;
    const shown = async (more: string) =>
      (await usage(`${more}&${ofApp}`)).data.map(({ key, storage_bytes }) => [key, storage_bytes]);
    const ran = `delete from usage_days where app_id = '${app.appId}'`;
    // Requests are counted some seconds later; only files are left of this app.
    await expect.poll(async () => (await query(`${ran} returning 1`)).length, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(await shown('group_by=app')).toEqual([[app.appId, 100]]);
    expect(await shown('group_by=day')).toEqual([]);
    const change = (day: number, bytes: number) =>
      query(`insert into storage_app_days (workspace_id, app_id, day, bytes)
        values ('${platform.workspaceId}', '${app.appId}', '${dayBefore(day)}', ${bytes})`);
    await change(4, 250);
    await change(2, 0);
    expect(await shown('group_by=day')).toEqual([
      [dayBefore(4), 250],
      [dayBefore(2), 0],
    ]);
    expect(await shown(`group_by=app&to=${dayBefore(4)}`)).toEqual([[app.appId, 250]]);
    const exported = `/console/api/usage/export?by=app-day&${ofApp}&from=${dayBefore(9)}`;
    const lines = (await platform.management.request(exported)).text.trim().split('\r\n');
    expect(lines.slice(1).map((line) => [line.split(',')[0], line.split(',').at(-5)])).toEqual([
      [dayBefore(4), '250'],
      [dayBefore(2), '0'],
    ]);
    const { body } = await platform.management.request(`/console/api/apps/${app.appId}/figures`);
    expect((body as Page).data.map(({ storage_bytes }) => storage_bytes)).toEqual([100, 250, 0]);
    await query(`delete from storage_app_days where app_id = '${app.appId}' and day > '${dayBefore(9)}'`);
    await query(`update storage_app_days set bytes = 0 where app_id = '${app.appId}'`);
    expect(await shown('group_by=app')).toEqual([]);
    await query(`delete from uploaded_files where app_id = '${app.appId}'`);
  });

  it('is exact when many files come and go at a time', async () => {
    const app = await platform.importApp(promptApp('chat'));
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => upload(app, index + 1)));
    await Promise.all([
      ...ids.slice(0, 10).map((id) => query(`delete from uploaded_files where id = '${id}'`)),
      upload(app, 1000),
    ]);
    const sums = `select (select bytes::int from storage_app_days where app_id = '${app.appId}') as kept,
      (select sum(size)::int from uploaded_files where app_id = '${app.appId}') as rows,
      (select bytes::int from storage_days order by day desc limit 1)
        - (select sum(size)::int from uploaded_files) as difference`;
    expect(await query(sums)).toEqual([{ kept: 1155, rows: 1155, difference: 0 }]);
  });

  it('begins with the files that were there before', async () => {
    const app = await platform.importApp(promptApp('chat'));
    await upload(app, 70);
    await query(`update uploaded_files set created_at = created_at - interval '2 days' where app_id = '${app.appId}'`);
    await upload(app, 5);
    await query('drop table storage_days, storage_app_days');
    await migrateAgain(platform.kernel.resolve(Database), 'files/0004-storage-days');
    const rows = await query(`select day, bytes::int from storage_app_days where app_id = '${app.appId}' order by day`);
    expect(rows).toEqual([
      { day: dayBefore(2), bytes: 70 },
      { day: dayBefore(0), bytes: 75 },
    ]);
  });
});
