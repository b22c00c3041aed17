import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestKernel } from '#kernel/testing/test-kernel.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';

let environment: TestDatabaseEnvironment;

beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterAll(() => environment.dispose());

const start = (settings: Readonly<Record<string, string>>) =>
  startTestKernel({
    plugins: ['plugins/core/database', 'plugins/workspace/workspaces'],
    home: environment.home,
    env: { ...environment.env, ...settings },
  });

it('keeps the server from starting when no plan is called as new workspaces are to have it', async () => {
  await expect(start({ WEFT_NEW_WORKSPACE_PLAN: 'gold' })).rejects.toThrow(
    /No plan is called "gold".*known: unlimited, sandbox, /,
  );
});

it('takes a plan that the configuration makes', async () => {
  const kernel = await start({ WEFT_NEW_WORKSPACE_PLAN: 'gold', WEFT_PLANS: '{"gold":{"apps":3}}' });
  await kernel.dispose();
});
