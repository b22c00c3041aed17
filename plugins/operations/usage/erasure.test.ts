import { afterAll, beforeAll, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { newId } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { counted } from './testing/counted.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ threads: 0 });
});
afterAll(() => platform.dispose());

it('an erased end user is not named by a run of theirs that was not counted yet, which counts all the same', async () => {
  const { workspaceId, kernel } = platform;
  const { appId } = await platform.importApp(greetingWorkflow());
  const database = kernel.resolve(Database);
  const [ada, bob, day] = [newId(), newId(), new Date().toISOString().slice(0, 10)];
  const usage = { key_id: null, day, status: 'succeeded', code: '', messages: 0, bucket: 1, models: [] };
  const ends = [ada, bob].map((end_user_id) => {
    const notes = JSON.stringify({ usage: { ...usage, end_user_id } });
    return `('${newId()}', '${workspaceId}', '${appId}', '${notes}')`;
  });
  await runQuery(database, `insert into run_ends (run_id, workspace_id, app_id, notes) values ${ends.join(',')}`);
  const owner = kernel
    .contributions(PersonalData)
    .all()
    .find(({ id }) => id === 'usage');
  await owner?.removeRest?.({ workspaceId, appId, of: 'end-user', id: ada });
  await counted(database);
  const named = await runQuery(database, `select end_user_id from usage_users where app_id = '${appId}'`);
  expect(named).toEqual([{ end_user_id: bob }]);
  const [days] = await runQuery(
    database,
    `select sum(users)::int as users, sum(runs_succeeded)::int as runs from usage_days where app_id = '${appId}'`,
  );
  expect(days).toEqual({ users: 2, runs: 2 });
});
