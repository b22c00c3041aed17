import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, edge, node } from '#engine/testing/app-document.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Jobs } from '#plugins/jobs/contract.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

it('a document with a schedule, a webhook and an event at its roots is imported and published, and fires nothing', async () => {
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
  const jobs = platform.kernel.resolve(Jobs);
  const before = await jobs.depth();
  const { appId } = await platform.importApp(yaml);
  await after(500);
  expect(await jobs.depth()).toEqual(before);
  const query = `select id from workflow_runs where app_id = '${appId}'`;
  expect(await runQuery(platform.kernel.resolve(Database), query)).toEqual([]);
});
