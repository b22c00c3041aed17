import { afterAll, beforeAll, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { openSite } from '#plugins/sites/testing/visiting.ts';
import { batchClient } from './testing/batch-client.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

it('attack T20: no row of a visitor’s batch begins while the web app is off', async () => {
  const site = await openSite(platform, promptApp('completion'), { runs_per_visitor_hour: null });
  const { visitor_token: token, visitor_id: visitor } = await site.enter();
  const client = batchClient(platform.url, token, visitor);
  const rows = Array.from({ length: 300 }, (_, index) => `fern ${index}`);
  const { id } = await client.create(`topic\n${rows.join('\n')}\n`);
  await site.set({ enabled: false });
  const database = platform.kernel.resolve(Database);
  const error = () => runQuery<{ error: string | null }>(database, `select error from batches where id = '${id}'`);
  await expect.poll(async () => (await error())[0]?.error).toContain('switched off');
  await site.set({ enabled: true });
  const held = await client.get(id);
  expect(held.waiting).toBeGreaterThan(0);
  await client.act(id, 'stop');
});
